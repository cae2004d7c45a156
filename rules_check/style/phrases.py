"""The notation for words in a style file.

A phrase is matched as whole words, in any case, however many spaces are between them.
`#` stands for a number in digits or in words; letters in parentheses right after a
letter may be missing: "opponent(s)". Other signs stand for themselves: "Block (#):".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache

from rules_check.grammar.lexer import NUMBER_WORDS

SENTENCE_ENDS = ".!?:;"
"""Signs after which a word may have a capital letter because it comes first."""


class Mark(Enum):
    """What a piece of a phrase stands for."""

    PLAIN = "itself"
    SPACE = "spaces"
    NUMBER = "a number"
    LETTERS = "letters that may be missing"


@lru_cache(maxsize=1024)
def pieces(phrase: str) -> tuple[tuple[Mark, str], ...]:
    """A phrase, cut at its marks."""
    found: list[tuple[Mark, str]] = []
    for piece in re.split(r"(#|(?<=\w)\([A-Za-z]+\)| +)", phrase):
        if piece == "#":
            found.append((Mark.NUMBER, piece))
        elif piece.isspace():
            found.append((Mark.SPACE, piece))
        elif piece.startswith("(") and found and found[-1][0] is Mark.PLAIN:
            found.append((Mark.LETTERS, piece[1:-1]))
        elif piece:
            found.append((Mark.PLAIN, piece))
    return tuple(found)


def count(phrase: str, mark: Mark) -> int:
    """How many pieces of one sort a phrase has."""
    return sum(kind is mark for kind, _ in pieces(phrase))


def expression(phrase: str) -> str:
    """The regular expression of a phrase; each number and optional part is a group."""
    source = "".join(_source(kind, text) for kind, text in pieces(phrase))
    before = r"(?<!\w)" if phrase[:1].isalnum() else ""
    after = r"(?!\w)" if phrase[-1:].isalnum() or _ends_in_letters(phrase) else ""
    return f"{before}{source}{after}"


@lru_cache(maxsize=1024)
def compiled(phrase: str, case_sensitive: bool = False) -> re.Pattern[str]:
    """The phrase, ready to search with."""
    return re.compile(expression(phrase), 0 if case_sensitive else re.IGNORECASE)


@lru_cache(maxsize=1024)
def hint(phrase: str) -> str:
    """A lower-case part that a text must have for the phrase to be in it."""
    plain = [text for kind, text in pieces(phrase) if kind is Mark.PLAIN]
    return max(plain, key=len, default="").lower()


@lru_cache(maxsize=1024)
def whole_words(phrase: str) -> frozenset[str]:
    """The words in lower case that a text must have for the phrase to be in it."""
    cut = pieces(phrase)
    apart = {at for at, (kind, _) in enumerate(cut) if kind is Mark.SPACE} | {-1, len(cut)}
    return frozenset(
        text.lower()
        for at, (kind, text) in enumerate(cut)
        if kind is Mark.PLAIN and text.isalpha() and {at - 1, at + 1} <= apart
    )


@lru_cache(maxsize=64)
def words_of(low: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(re.findall(r"\w+", low))


def matches(
    phrase: str, text: str, low: str, case_sensitive: bool = False
) -> Iterator[re.Match[str]]:
    """Where a phrase stands in a text; `low` is the text in lower case."""
    if hint(phrase) in low and whole_words(phrase) <= words_of(low):
        yield from compiled(phrase, case_sensitive).finditer(text)


def whole(phrase: str, text: str) -> bool:
    """Is the text the phrase and nothing else?"""
    return compiled(phrase).fullmatch(text) is not None


@lru_cache(maxsize=256)
def any_at_end(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Any of several phrases, at the end of a text."""
    return re.compile(rf"(?:{'|'.join(map(expression, phrases))}) *\Z", re.IGNORECASE)


@lru_cache(maxsize=256)
def any_at_start(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Any of several phrases, at the start of a text."""
    return re.compile(rf" *(?:{'|'.join(map(expression, phrases))})", re.IGNORECASE)


def filled(replacement: str, match: re.Match[str], phrase: str) -> str:
    """The replacement with the numbers and the optional letters that were found."""
    kinds = [kind for kind, _ in pieces(phrase) if kind in (Mark.NUMBER, Mark.LETTERS)]
    found = list(zip(kinds, match.groups(), strict=True))
    numbers = iter([text for kind, text in found if kind is Mark.NUMBER])
    letters = iter([text for kind, text in found if kind is Mark.LETTERS])
    said = ""
    for kind, text in pieces(replacement):
        if kind is Mark.NUMBER:
            said += next(numbers)
        elif kind is not Mark.LETTERS or next(letters):
            said += text
    return said


def variants(phrase: str) -> tuple[str, ...]:
    """The phrase with and without its optional letters."""
    said = [""]
    for kind, text in pieces(phrase):
        longer = [before + text for before in said]
        said = said + longer if kind is Mark.LETTERS else longer
    return tuple(said)


@cache
def number_pattern() -> str:
    """The regular expression of a number, without a group."""
    words = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
    return rf"(?<!\w)(?:[0-9]+|{words})(?!\w)"


def number_value(text: str) -> int:
    """The number that digits or a number word stand for."""
    return int(text) if text.isdecimal() else NUMBER_WORDS[text.casefold()]


def capital(text: str) -> str:
    """With a capital letter at the start."""
    return text[:1].upper() + text[1:]


def begins_sentence(text: str, at: int) -> bool:
    """Does a sentence (or what follows a keyword, or an option) begin at this offset?"""
    before = text[:at].rstrip(" ([\"'")
    return not before or before[-1] in SENTENCE_ENDS or before.endswith(" OR")


def _source(kind: Mark, text: str) -> str:
    match kind:
        case Mark.PLAIN:
            return re.escape(text)
        case Mark.SPACE:
            return " +"
        case Mark.NUMBER:
            return f"({number_pattern()})"
        case Mark.LETTERS:
            return f"({re.escape(text)})?"


def _ends_in_letters(phrase: str) -> bool:
    return bool(pieces(phrase)) and pieces(phrase)[-1][0] is Mark.LETTERS
