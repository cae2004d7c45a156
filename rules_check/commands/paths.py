"""Which files are meant: files, folders, patterns, or what the configuration says."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rules_check.configuration import configuration_of

IN_FOLDERS: Final = (".txt", ".csv", ".tsv", ".xlsx")
"""What a folder stands for. JSON and Markdown files are often something else, and are named."""


DEEP: Final = "**"
"""In a pattern: this folder and all below it."""

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
    yield from sorted(set(_matching(word)) if pattern else ()) or [word]


def _matching(pattern: str) -> Iterator[str]:
    """What a pattern stands for; where `**` is a part of it, every folder below is looked at once,
    also where links lead back to it."""
    head, sign, tail = _parted(pattern)
    if not sign:
        yield from glob.glob(pattern)  # noqa: PTH207 (absolute patterns)
        return
    for top in glob.glob(head) if head else [""]:  # noqa: PTH207
        for folder in _folders(top, set()):
            yield from _matching(os.path.join(glob.escape(folder), tail or "*"))  # noqa: PTH118


def _parted(pattern: str) -> tuple[str, str, str]:
    """A pattern before and behind the first part that is `**`."""
    parts = pattern.split("/")
    if DEEP not in parts:
        return pattern, "", ""
    at = parts.index(DEEP)
    head = "/".join(parts[:at])
    return head or ("/" if at else ""), DEEP, "/".join(parts[at + 1 :])


def _folders(top: str, seen: set[tuple[int, int]]) -> Iterator[str]:
    """A folder and those below it, each once; hidden ones are left out, links come last."""
    try:
        known = Path(top or ".").stat()
        inside = sorted(os.scandir(top or "."), key=lambda one: (one.is_symlink(), one.name))
    except OSError:
        return
    if (known.st_dev, known.st_ino) in seen:
        return
    seen.add((known.st_dev, known.st_ino))
    yield top
    for one in inside:
        if not one.name.startswith(".") and Path(one.path).is_dir():
            yield from _folders(os.path.join(top, one.name), seen)  # noqa: PTH118


def _is_card_file(path: Path) -> bool:
    """Whether a folder stands for this file too; a link that leads nowhere is told by the check."""
    usual = path.suffix.lower() in IN_FOLDERS and not path.name.startswith(".")
    return usual and (path.is_file() or (path.is_symlink() and not path.exists()))


def standard_input() -> bytes:
    """Standard input as it is, as much as a file may have and one byte more; a text that stands in
    for it in a test is encoded."""
    from rules_check.grammar.cardsource import MAX_BYTES

    raw = getattr(sys.stdin, "buffer", None)
    if raw is None:
        return sys.stdin.read(MAX_BYTES + 1).encode("utf-8")
    data: bytes = raw.read(MAX_BYTES + 1)
    return data
