"""How characters look on a terminal: their width, and a visible form for invisible ones.

Nothing that could move the cursor, turn the writing direction or hide itself is ever passed
on as it is: such a character is shown by its number, `<U+202E>`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from unicodedata import category, east_asian_width

LIMIT: Final = 160
"""The most columns that an excerpt takes."""

_TAB_STOP: Final = 4
_ELLIPSIS: Final = "…"
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_BLANK_LETTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_EMOJI_STYLE: Final = "\ufe0f"
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_JOINING_JAMO: Final = range(0x1160, 0x1200)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line ready to print, and the columns of it that the caret marks."""

    text: str
    offset: int
    width: int


def visible(text: str) -> str:
    """`text` with every invisible or dangerous character replaced by its number."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"<U+{ord(ch):04X}>" if _is_hidden(ch) else ch for ch in text)


def columns_of(text: str) -> int:
    """How many columns a line takes on a terminal."""
    return sum(width for _, width in _cells(text))


def shorten(text: str, limit: int) -> str:
    """`text`, or its beginning and an ellipsis if it has more than `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1] + _ELLIPSIS


def excerpt(source: str, start: int, length: int, limit: int = LIMIT) -> Excerpt:
    """The line `source` with `length` characters from index `start` marked.

    A line wider than `limit` is cut to a window around the mark. A place outside the line is
    moved to its end.
    """
    start = min(max(start, 0), len(source))
    end = min(start + max(length, 0), len(source))
    # Only the neighbourhood can be seen, so a line of a megabyte costs no more than another.
    first, last = max(0, start - 2 * limit), min(len(source), start + 2 * limit)
    cells = list(_cells(source[first:last]))
    widths = [width for _, width in cells]
    start, end = start - first, min(end - first, len(cells))
    while 0 < start < len(cells) and widths[start] == 0:
        start -= 1  # a mark on an accent marks its letter
    low, high = 0, len(cells)
    if sum(widths) > limit or first > 0 or last < len(source):
        low, high = _window(widths, start, end, limit - 2)
    left = _ELLIPSIS if first + low > 0 else ""
    right = _ELLIPSIS if first + high < len(source) else ""
    return Excerpt(
        text=left + "".join(shown for shown, _ in cells[low:high]) + right,
        offset=len(left) + sum(widths[low:start]),
        width=max(1, sum(widths[start : min(end, high)])),
    )


def _window(widths: list[int], start: int, end: int, room: int) -> tuple[int, int]:
    """The part of a line to show: the mark, then as much as fits on its left and right."""
    low = high = start
    while high < end and widths[high] <= room:
        room -= widths[high]
        high += 1
    for share in (room // 2, 0):
        while low > 0 and room - widths[low - 1] >= share:
            low -= 1
            room -= widths[low]
        while high < len(widths) and widths[high] <= room:
            room -= widths[high]
            high += 1
    while low < start and widths[low] == 0:
        low += 1
    return low, high


def _cells(text: str) -> Iterator[tuple[str, int]]:
    """What each character of `text` prints, and how many columns that takes."""
    column, base = 0, ""
    for ch in text:
        shown, width = _cell(ch, column, base)
        yield shown, width
        column += width
        if width:
            base = ch if shown == ch else ""


def _cell(ch: str, column: int, base: str) -> tuple[str, int]:
    """One character at `column`; `base` is the glyph before it, with which it may combine."""
    if " " <= ch <= "~":
        return ch, 1
    if ch == "\t":
        width = _TAB_STOP - column % _TAB_STOP
        return " " * width, width
    joins = category(ch) in ("Mn", "Me") or (ord(ch) in _SKIN_TONES and _is_wide(base))
    if _is_hidden(ch) or (joins and not base):
        shown = f"<U+{ord(ch):04X}>"
        return shown, len(shown)
    if ch == _EMOJI_STYLE:  # turns a narrow symbol into a wide picture
        return ch, int(category(base) == "So" and not _is_wide(base))
    if joins or ord(ch) in _JOINING_JAMO:
        return ch, 0
    return ch, 2 if _is_wide(ch) else 1


def _is_wide(ch: str) -> bool:
    return bool(ch) and east_asian_width(ch) in ("W", "F")


def _is_hidden(ch: str) -> bool:
    if " " <= ch <= "~":
        return False
    kind, number = category(ch), ord(ch)
    return (
        kind in _HIDDEN_CATEGORIES
        or kind == "Zs"
        or ch in _BLANK_LETTERS
        or number & 0xFFFE == 0xFFFE
        or 0xFDD0 <= number <= 0xFDEF
    )
