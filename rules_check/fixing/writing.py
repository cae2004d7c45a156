"""Files that are changed: in one step, and what changed as a diff."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path


def replace_file(path: Path, text: str) -> None:
    """Put `text` in place of the file in one step, so that no half of it is ever there."""
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    _put(path, text, path.stat().st_mode)


def write_file(path: Path, text: str) -> None:
    """Write a file that may be there or not, in one step too: whoever is ended in the middle leaves
    what was there before, or nothing. What is no plain file is written as it is."""
    if not path.exists():
        _put(path, text, 0o644)
    elif path.is_file():
        replace_file(path, text)
    else:
        path.write_text(text, encoding="utf-8")


def _put(path: Path, text: str, mode: int) -> None:
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def diff_lines(name: str, before: str, after: str, word: str) -> Iterator[str]:
    """A unified diff; line ends that change are made visible."""
    from difflib import unified_diff

    def lines(text: str) -> list[str]:
        rows = text.replace("\r", "␍").split("\n")
        last = rows.pop()
        return [*rows, f"{last}\n\\ No newline at end of file"] if last else rows

    yield from unified_diff(lines(before), lines(after), name, f"{name} ({word})", lineterm="")
