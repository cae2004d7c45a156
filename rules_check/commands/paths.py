"""Which files are meant: files, folders, patterns, or what the configuration says."""

from __future__ import annotations

import glob
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rules_check.configuration import configuration_of

IN_FOLDERS: Final = (".txt", ".csv", ".tsv", ".xlsx")
"""What a folder stands for. JSON and Markdown files are often something else, and are named."""


STANDARD: Final = "-"
"""Stands for standard input."""


class NoFiles(Exception):
    """Nothing is there to check; says why."""


def files_of(words: Sequence[str]) -> list[str]:
    """The files that are meant, each once. Raises NoFiles."""
    if not words:
        words = configuration_of().paths
        if not words:
            usage = "usage: rules-check check FILE..."
            raise NoFiles(f"name a file ({usage}), or `paths` in rules-check.toml")
    return list(dict.fromkeys(file for word in words for file in _files(word)))


def _files(word: str) -> Iterator[str]:
    path = Path(word)
    try:
        if path.is_dir():
            found = sorted(str(one) for one in path.iterdir() if _is_card_file(one))
            yield from found or [word]  # that it has none is told as of a file
            return
        there = path.exists()
    except (OSError, ValueError):  # the check tells what is wrong with the path
        there = True
    pattern = not there and glob.has_magic(word)
    matches = glob.glob(word, recursive=True) if pattern else []  # noqa: PTH207 (`**`, absolute)
    yield from sorted(matches) or [word]


def _is_card_file(path: Path) -> bool:
    return path.suffix.lower() in IN_FOLDERS and not path.name.startswith(".") and path.is_file()


def standard_input() -> bytes:
    """Standard input as it is, as much as a file may have and one byte more; a text that stands in
    for it in a test is encoded."""
    from rules_check.grammar.cardsource import MAX_BYTES

    raw = getattr(sys.stdin, "buffer", None)
    if raw is None:
        return sys.stdin.read(MAX_BYTES + 1).encode("utf-8")
    data: bytes = raw.read(MAX_BYTES + 1)
    return data
