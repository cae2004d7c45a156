"""What a run prints to: streams that are there, and pass on no control characters of others.

Names of files and words of the command line are repeated in messages; a sequence that they hold
must not reach the terminal. The colours of the program itself do.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, TextIO, cast

from rules_check.fitting import width_of, wrapped

_CONTROL: Final = "[\x00-\x08\x0b-\x1f\x7f-\x9f]"
_OURS: Final = "\x1b\\[[0-9;]*[mK]|\r"
_FOREIGN: Final = re.compile(f"({_OURS})|{_CONTROL}")
_ANY: Final = re.compile(f"(?!)()|{_CONTROL}")


class Safe:
    """A text stream on which control characters are shown by their number.

    Colours, and what writes a line over, are left; not so if the words of the command line have
    control characters, since then they may be theirs.
    """

    def __init__(self, stream: TextIO, *, strict: bool) -> None:
        self._stream = stream
        self._pattern = _ANY if strict else _FOREIGN
        self._width = 0
        self._begun = ""

    def fit(self) -> None:
        """From now on lines are broken where the terminal ends, if it is one."""
        self._width = width_of(self._stream)

    def write(self, text: str) -> int:
        """Write a text, made visible."""
        if not text.isprintable():
            text = self._pattern.sub(_shown, text)
        return self._fitted(text) if self._width else self._stream.write(text)

    def _fitted(self, text: str) -> int:
        """Write the lines that are whole; the last one waits for its end, or for `flush`.

        A line that is written over (a bar of progress) has its own measure.
        """
        if "\r" in text:
            self.flush()
            return self._stream.write(text)
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            for part in wrapped(line, self._width):
                self._stream.write(f"{part}\n")
        return len(text)

    def flush(self) -> None:
        """Write what waits."""
        if self._begun:
            begun, self._begun = self._begun, ""
            self._stream.write("\n".join(wrapped(begun, self._width)))
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _shown(found: re.Match[str]) -> str:
    return found[1] or f"<U+{ord(found[0]):04X}>"


@contextmanager
def safe_streams(words: Sequence[str]) -> Iterator[None]:
    """Standard output and error for a run with these words. One that is closed goes nowhere."""
    before = sys.stdout, sys.stderr
    strict = any(re.search(_CONTROL, word) for word in words)
    opened: list[TextIO] = []

    def safe(stream: TextIO | None) -> TextIO:
        if stream is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
            opened.append(stream)
        elif isinstance(stream, io.TextIOWrapper):
            # What the encoding of the terminal lacks is escaped, too.
            stream.reconfigure(errors="backslashreplace")
        return cast(TextIO, Safe(stream, strict=strict))

    sys.stdout, sys.stderr = map(safe, before)
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            sys.stderr.flush()
        sys.stdout, sys.stderr = before
        for stream in opened:
            with suppress(OSError):
                stream.close()


def fit(stream: TextIO) -> None:
    """Let what is printed from now on fit the terminal."""
    if isinstance(stream, Safe):
        stream.fit()
