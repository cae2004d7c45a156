"""What reading a printed line needs and yields: prefixes, records, small questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.compose import Opener, Sentence, anaphoric
from rules_check.grammar.lexer import Word
from rules_check.grammar.reading import Read, Unread

PREFIX = re.compile(
    r"\s*(?P<key>stack\s+ongoing|ongoing|confrontation|attack|defense|block|assist"
    r"|first\s+appearance\s*-*\s*attack|when\s+you\s+gain\s+this)\s*:",
    re.IGNORECASE,
)
ASSIST = re.compile(r"\s*assist\s*\.?\s*$", re.IGNORECASE)
BLOCK_VALUE = re.compile(
    r"\s*block\s*(?:\(\s*(?P<number>\d+)\s*\)|(?P<bare>\d+)\b)\s*[:.]?", re.IGNORECASE
)
BLOCK_BARE = re.compile(r"\s*block\s*(?:\(\s*\))?\s*[:.]?\s*$", re.IGNORECASE)
OTHERWISE = re.compile(r"[.!]\s*(?P<word>otherwise)\b", re.IGNORECASE)
OPTION = re.compile(r"\bOR\b")

MOST_PARENTHESES = 1
"""How deep parentheses may nest."""

Lex: TypeAlias = Callable[[str], list[Word]]
ReadSentence: TypeAlias = Callable[[Sequence[Word]], Read | Unread]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong in a line: a code, where (offsets in the line), and details."""

    code: str
    line: int
    start: int
    end: int
    words: tuple[Word, ...] = ()
    at: int = 0
    expected: tuple[str, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence that was understood, where it stands, and how it hangs on the one before."""

    line: int
    start: int
    end: int
    words: tuple[Word, ...]
    effect: a.Effect
    opener: Opener = Opener.NONE


@dataclass(frozen=True, slots=True)
class KeywordPlace:
    """A keyword prefix in a text (lower case), and where it stands."""

    keyword: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Merged:
    """The line before, now with this line's "Otherwise"."""

    ability: a.Ability


def belongs(sentence: Sentence) -> bool:
    """Does a sentence after the first of an Attack surely belong to it?"""
    opener, effect = sentence
    if opener is Opener.AFTER_ATTACK:
        return False
    return opener is not Opener.NONE or anaphoric(effect)


def optional(effect: a.Effect) -> a.Effect:
    """A Defense or Block is always a "may", also where the card does not say so."""
    match effect:
        case a.Tried(inner, then, None):
            return a.May(inner, then)
        case a.Seq((a.Tried(inner, then, None), *rest)):
            return a.Seq((a.May(inner, then), *rest))
        case a.Seq((a.May(), *_)) | a.May():
            return effect
        case a.Seq() | a.Move() | a.Show() | a.Within():
            return a.May(effect)
        case _:
            pass
    return effect
