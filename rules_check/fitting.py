"""Lines that fit the terminal: broken between words, the rest below the text they belong to.

Only a terminal has a width. What goes to a file or to another program keeps its lines.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from typing import Final, TextIO

NARROWEST: Final = 30
"""On a narrower terminal nothing is broken."""

_CODE: Final = re.compile(r"\x1b\[[0-9;]*m")
_PLAIN: Final = "\x1b[0m"
_TOKEN: Final = re.compile(r"\x1b\[[0-9;]*m| +|[^ \x1b]+|\x1b")
_LEAD: Final = re.compile(r" *(?:= (?:help: |fix: |read as \w: | *\d+\. | +)?|--> |\d+\. |[-*•] )?")
_FIRST_COLUMN: Final = re.compile(r" *\S+(?: \S+)?  +(?=\S)")
_STEP: Final = 4
_FIRST: Final = 24
"""A first column may be so wide, or a quarter of the line; else the rest is only indented."""


def width_of(stream: TextIO | None) -> int:
    """How many columns a line on a stream may take; 0 if there is no limit.

    The environment variable COLUMNS goes before what the terminal says of itself.
    """
    try:
        if stream is None or not stream.isatty():
            return 0
    except ValueError:  # closed
        return 0
    columns = _said() or _measured(stream)
    return columns if columns >= NARROWEST else 0


def page_width(widest: int) -> int:
    """How wide prose on standard output is set: so wide, or less on a narrower terminal."""
    return min(widest, width_of(sys.stdout) or widest)


def _said() -> int:
    value = os.environ.get("COLUMNS", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 0


def _measured(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return shutil.get_terminal_size().columns


def wrapped(line: str, width: int) -> Iterator[str]:
    """A line in parts of at most so many columns; colours go on behind a break.

    A word that is wider than a line stays whole. Parts after the first stand below the text of a
    bullet or of a second column.
    """
    seen = _CODE.sub("", line)
    if not width or columns(seen) <= width:
        yield line
        return
    indent = " " * _hang(seen, width)
    part, used, gap, colour, begun = "", 0, "", "", False
    for word, wide in _words(line):
        if word.isspace():
            gap = word
            continue
        if begun and used + len(gap) + wide > width:
            yield part + (_PLAIN if colour else "")
            part, used, gap = indent + colour, len(indent), ""
        part, used = part + gap + word, used + len(gap) + wide
        begun, gap = True, ""
        for code in _CODE.findall(word):
            colour = "" if code == _PLAIN else code
    yield part


def columns(text: str) -> int:
    """How many columns a text takes on a terminal."""
    if text.isascii():
        return len(text)
    from rules_check.glyphs import columns_of

    return columns_of(text)


def _hang(seen: str, width: int) -> int:
    """Where the second part of a line begins."""
    lead = _LEAD.match(seen)
    assert lead is not None
    start = len(lead[0])
    if not lead[0].strip():
        column = _FIRST_COLUMN.match(seen)
        start = len(column[0]) if column else start + _STEP
        if start > max(_FIRST, width // 4):
            start = len(lead[0]) + _STEP
    return min(start, width // 2)


def _words(line: str) -> Iterator[tuple[str, int]]:
    """Words with the colours that touch them, and the spaces between, each with its width."""
    word = ""
    for token in _TOKEN.findall(line):
        if not token.startswith(" "):
            word += token
            continue
        if word:
            yield word, columns(_CODE.sub("", word))
            word = ""
        yield token, len(token)
    if word:
        yield word, columns(_CODE.sub("", word))
