"""Keywords that a set coins for itself: `keyword Ambush N: Each foe discards N cards.`

The definition is one line in the header of the card file, in the card language. This module knows
how a definition is used in a line; what it means is read like any other text (`grammar.parse`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

NUMBER = "N"
"""What stands for the number of a keyword in its definition."""

SAMPLE = 2
"""The number with which a definition is checked; one sign, as `NUMBER` is, so that places stay."""

MOST_UNFOLDED = 32
"""In so many places at most other keywords stand in the text of a keyword, and in theirs."""

NAME = re.compile(r"[^\W\d_][\w'&-]*(?: [^\W\d_][\w'&-]*)*")
_NUMBER = re.compile(rf"\b{NUMBER}\b")
_BEHIND = r"(?:\s+(?P<bare>\d{1,9})\b|\s*\(\s*(?P<held>\d{1,9})\s*\))?(?=\s*(?:$|[.(:]))"
_REMINDER = re.compile(r"\s*\.?\s*\(([^()]*)\)")


class Definition(NamedTuple):
    """An own keyword: its name, what it means, and whether it is used with a number."""

    name: str
    text: str
    numbered: bool = False

    def filled(self, number: int | None) -> str:
        """The text for one number."""
        return fill(self.text, number) if self.numbered else self.text


class Use(NamedTuple):
    """Where an own keyword stands as an ability of a card: the line, and offsets in it."""

    name: str
    line: int
    start: int
    end: int
    number: int | None = None


class Aside(NamedTuple):
    """Text in parentheses behind an own keyword: where it begins, and what comes after it."""

    text: str
    start: int
    rest: int


def fill(text: str, number: int | None) -> str:
    """A text with a number for each `NUMBER`."""
    return text if number is None else _NUMBER.sub(str(number), text)


def has_number(text: str) -> bool:
    """Does `NUMBER` stand in a text?"""
    return _NUMBER.search(text) is not None


def unfolded(name: str, uses: Mapping[str, Sequence[str]]) -> int:
    """How many uses of keywords there are in the text of one, and in the texts of those; no more
    than one above the limit is counted, also where it would never end."""
    waiting, number = [name], -1
    while waiting and number <= MOST_UNFOLDED:
        number += 1
        waiting += uses.get(waiting.pop(), ())
    return number


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(names, key=len, reverse=True)
    words = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest)
    return re.compile(rf"\s*(?P<name>{words}){_BEHIND}", re.IGNORECASE)


def use_at(
    keywords: Iterable[Definition], text: str, line: int, start: int
) -> tuple[Definition, Use] | None:
    """The own keyword that stands at an offset of a line, if one does."""
    known = {" ".join(keyword.name.lower().split()): keyword for keyword in keywords}
    if not known:
        return None
    match = _pattern(tuple(keyword.name for keyword in known.values())).match(text, start)
    if match is None:
        return None
    keyword = known[" ".join(match["name"].lower().split())]
    digits = match["bare"] or match["held"]
    number = int(digits) if digits else None
    return keyword, Use(keyword.name, line, match.start("name"), match.end(), number)


def aside_at(text: str, start: int) -> Aside | None:
    """The reminder that stands behind a keyword, if one does."""
    match = _REMINDER.match(text, start)
    return None if match is None else Aside(match[1], match.start(1), match.end())
