"""Text to tokens: words, numbers, names and punctuation, with exact places.

The words themselves stand in `words.lark`; a word (or fixed group of words) belongs to
one terminal. Names of cards are recognised before words, because a card may be called
"Punch" or "Word of Power".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

WORD = re.compile(
    r"""
    \[|\]|\(|\)|;|:|\.|,|\+|…|!|\?          # punctuation
    | -+(?=\s|$|\d)                        # dashes
    | [0-9]+
    | and/or
    | player\(s\)
    | non-
    | [^\W\d_](?:[\w'&-]*\w)?(?:'(?!\w))?    # words, also with apostrophe or hyphen inside
    | \S                                     # anything else: one sign that no word knows
    """,
    re.VERBOSE | re.IGNORECASE,
)

_INVISIBLE = (
    "\u00ad\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2066\u2067\u2068\u2069\ufeff"
)
_STRAIGHT = str.maketrans(
    {
        **dict.fromkeys(_INVISIBLE, " "),
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": "-",
        "−": "-",
    }
)

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
}

UNKNOWN_NAME = "UNKNOWN_NAME"
NAMES = frozenset({"NAME", "PART", UNKNOWN_NAME})
"""The terminals of names: of cards, of parts of their names, and of what looks like a name."""


def straighten(text: str) -> str:
    """Curly quotes and long dashes as plain ones, sign by sign, so that places stay.

    Signs that nobody sees (they have an error of their own) count as spaces.
    """
    return text.translate(_STRAIGHT)


@dataclass(frozen=True, slots=True)
class Word:
    """One token: its terminal, its text as typed, and where it stands in the line.

    `kind` is "" where no terminal knows the word; `value` is the canonical name for
    names, the digits for numbers, and the lower-case words otherwise.
    """

    kind: str
    text: str
    start: int
    end: int
    value: str

    @property
    def is_name(self) -> bool:
        """Is it a card's name, a part of one, or what looks like a name?"""
        return self.kind in NAMES

    @property
    def is_unknown_name(self) -> bool:
        """Does it look like a name that no card has?"""
        return self.kind == UNKNOWN_NAME


@dataclass(frozen=True)
class Vocabulary:
    """The names a text may speak of: whole names, and parts of names."""

    names: frozenset[str]

    @cached_property
    def by_words(self) -> dict[tuple[str, ...], str]:
        """Lower-case words of a name (also its plural) to the name."""
        table: dict[tuple[str, ...], str] = {}
        for name in sorted(self.names):
            words = _name_words(name)
            if not words:
                continue
            table.setdefault(words, name)
            for plural in _plurals(words):
                table.setdefault(plural, name)
        return table

    @cached_property
    def parts(self) -> dict[tuple[str, ...], str]:
        """Lower-case words of a proper part of a name, to that part as written."""
        table: dict[tuple[str, ...], str] = {}
        for name in sorted(self.names):
            typed = [match.group() for match in WORD.finditer(straighten(name))]
            lower = [word.lower() for word in typed]
            for first in range(len(typed)):
                for last in range(first + 1, len(typed) + 1):
                    if last - first == len(typed):
                        continue
                    words = tuple(lower[first:last])
                    shown = " ".join(typed[first:last])
                    if not shown[0].isupper():
                        continue
                    table.setdefault(words, shown)
                    for plural in _plurals(words):
                        table.setdefault(plural, shown)
        return table

    @cached_property
    def longest(self) -> dict[str, int]:
        """The most words that a name, or a part of one, with this first word has."""
        table: dict[str, int] = {}
        for words in (*self.by_words, *self.parts):
            table[words[0]] = max(len(words), table.get(words[0], 0))
        return table


def _name_words(name: str) -> tuple[str, ...]:
    return tuple(match.group().lower() for match in WORD.finditer(straighten(name)))


def _plurals(words: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    last = words[-1]
    if last.endswith(("s", "x", "ch", "sh", "z")):
        yield (*words[:-1], last + "es")
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        yield (*words[:-1], last[:-1] + "ies")
    else:
        yield (*words[:-1], last + "s")


class Lexer:
    """Splits a line into `Word`s by the terminals of the grammar."""

    def __init__(self, lexicon: Mapping[str, str]) -> None:
        """`lexicon`: every word or group of words, in lower case, to its terminal."""
        self.lexicon = lexicon
        self._most: dict[str, int] = {}
        for words in lexicon:
            first, _, rest = words.partition(" ")
            size = 1 + len(rest.split()) if rest else 1
            self._most[first] = max(size, self._most.get(first, 0))

    def terminal(self, words: str) -> str:
        """The terminal of a lower-case word or group of words, or ""."""
        return self.lexicon.get(words, "")

    @cached_property
    def surface(self) -> dict[str, tuple[str, ...]]:
        """The words of each terminal, as they are written."""
        table: dict[str, list[str]] = {}
        for words, kind in self.lexicon.items():
            table.setdefault(kind, []).append(words)
        return {kind: tuple(words) for kind, words in table.items()}

    @cached_property
    def pieces(self) -> frozenset[str]:
        """Every single word that stands in some group of words."""
        return frozenset(piece for words in self.lexicon for piece in words.split(" "))

    def split(self, text: str, vocabulary: Vocabulary, names_first: bool = True) -> list[Word]:
        """The words of a line. `names_first`: prefer a card's name to a word of the language."""
        raw = [(m.group(), m.start(), m.end()) for m in WORD.finditer(straighten(text))]
        raw = [piece for word in raw for piece in _possessive(word, self, vocabulary)]
        words: list[Word] = []
        at = 0
        while at < len(raw):
            group = self._group(raw, at)
            word = self._name(raw, at, vocabulary, names_first)
            if word is None or (group is not None and group[2] > word[2]):
                word = group or self._single(raw, at)
            words.append(Word(word[0], text[word[3] : word[4]], word[3], word[4], word[1]))
            at += word[2]
        return words

    def _name(
        self, raw: list[tuple[str, int, int]], at: int, vocabulary: Vocabulary, names_first: bool
    ) -> tuple[str, str, int, int, int] | None:
        longest = vocabulary.longest.get(raw[at][0].lower(), 0)
        for size in range(min(longest, len(raw) - at), 0, -1):
            key = tuple(piece[0].lower() for piece in raw[at : at + size])
            start, end = raw[at][1], raw[at + size - 1][2]
            name = vocabulary.by_words.get(key)
            part = vocabulary.parts.get(key)
            if name is None and part is None:
                continue
            clash = bool(self.terminal(" ".join(key)))
            capital = not raw[at][0][:1].islower()
            free = not clash and not self._all_words(key)
            if name is not None and (free or (capital and (names_first or not clash))):
                return "NAME", name, size, start, end
            capital = capital and not raw[at + size - 1][0][:1].islower()
            if part is not None and capital and not clash and not self._all_words(key):
                return "PART", part, size, start, end
        return None

    def _all_words(self, key: tuple[str, ...]) -> bool:
        """Is each of these words (capitalised in a name) a word of the language?"""
        return all(self.terminal(word) or word in NUMBER_WORDS for word in key)

    def _group(
        self, raw: list[tuple[str, int, int]], at: int
    ) -> tuple[str, str, int, int, int] | None:
        most = self._most.get(raw[at][0].lower(), 0)
        for size in range(min(most, len(raw) - at), 1, -1):
            words = " ".join(piece[0].lower() for piece in raw[at : at + size])
            kind = self.terminal(words)
            if kind:
                return kind, words, size, raw[at][1], raw[at + size - 1][2]
        return None

    def _single(self, raw: list[tuple[str, int, int]], at: int) -> tuple[str, str, int, int, int]:
        word, start, end = raw[at]
        low = word.lower()
        if low.strip("-") == "":
            low = "-"  # a dash of any length
        if low.isdecimal() and low.isascii() and len(low) < 10:
            return "NUMBER", str(int(low)), 1, start, end
        if low in NUMBER_WORDS:
            return "NUMBER", str(NUMBER_WORDS[low]), 1, start, end
        kind = self.terminal(low)
        if kind:
            return kind, low, 1, start, end
        if word[0].isupper():
            size = 1
            while at + size < len(raw) and self._goes_on(raw, at + size):
                size += 1
            last = raw[at + size - 1][2]
            shown = " ".join(piece[0] for piece in raw[at : at + size])
            return UNKNOWN_NAME, shown, size, start, last
        return "", low, 1, start, end

    def _goes_on(self, raw: list[tuple[str, int, int]], at: int) -> bool:
        word = raw[at][0]
        return (
            word[:1].isupper()
            and not self.terminal(word.lower())
            and word.lower() not in NUMBER_WORDS
        )


def _possessive(
    word: tuple[str, int, int], lexer: Lexer, vocabulary: Vocabulary
) -> list[tuple[str, int, int]]:
    """Split "foe's" into "foe" and "'s", unless it is a word or part of a name."""
    text, start, end = word
    low = text.lower()
    if low.endswith("'s") and len(low) > 2 and not lexer.terminal(low):
        if (low,) in vocabulary.parts or (low,) in vocabulary.by_words:
            return [word]
        return [(text[:-2], start, end - 2), (text[-2:], end - 2, end)]
    if low.endswith("'ve") and len(low) > 3:  # "you've" is "you have"
        return [(text[:-3], start, end - 3), (text[-3:], end - 3, end)]
    if low.endswith("'") and len(low) > 1:
        return [(text[:-1], start, end - 1), (text[-1:], end - 1, end)]
    return [word]
