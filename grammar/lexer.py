"""Text to tokens: words, numbers, names and punctuation, with exact places.

The words themselves stand in `words.lark`; a word (or fixed group of words) belongs to
one terminal. Names of cards are recognised before words, because a card may be called
"Punch" or "Word of Power".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from rules_check.grammar.coined import Definition
from rules_check.grammar.spelled_out import Raw, spelled_out

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
    dict.fromkeys(_INVISIBLE, " ")
    | dict.fromkeys("’‘", "'")
    | dict.fromkeys("“”", '"')
    | dict.fromkeys("–—−", "-")
)

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen twenty"
)
NUMBER_WORDS = {word: number for number, word in enumerate(_NUMBERS.split())}

_NOT = "is are was were have has had".split()
_IS = "there that who".split()
CONTRACTED = (
    {f"{word}n't": (len(word), "not") for word in _NOT}
    | {f"{word}'s": (len(word), "is") for word in _IS}
    | {f"{word}'re": (len(word), "are") for word in ("you", "there")}
)
"""Where two words are joined ("isn't"), and what the second is. Such as are one word to the grammar
("don't") are not listed."""

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
    """The names a text may speak of: whole names, parts of them, and own keywords of the set."""

    names: frozenset[str]
    keywords: tuple[Definition, ...] = ()

    @cached_property
    def by_words(self) -> dict[tuple[str, ...], str]:
        """Lower-case words of a name (also its plural) to the name."""
        table: dict[tuple[str, ...], str] = {}
        for name in sorted(self.names):
            _enter(table, WORD.findall(straighten(name)), name)
        return table

    @cached_property
    def parts(self) -> dict[tuple[str, ...], str]:
        """Lower-case words of a proper part of a name, to that part as written."""
        table: dict[tuple[str, ...], str] = {}
        for name in sorted(self.names):
            typed = WORD.findall(straighten(name))
            for first, last in combinations(range(len(typed) + 1), 2):
                if last - first < len(typed) and typed[first][0].isupper():
                    _enter(table, typed[first:last], " ".join(typed[first:last]))
        return table

    @cached_property
    def keyword_words(self) -> dict[tuple[str, ...], str]:
        """Lower-case words of an own keyword (also its plural) to the keyword."""
        table: dict[tuple[str, ...], str] = {}
        for keyword in self.keywords:  # what is itself a keyword is not the plural of another
            table[tuple(WORD.findall(straighten(keyword.name.lower())))] = keyword.name
        for keyword in self.keywords:
            _enter(table, WORD.findall(straighten(keyword.name)), keyword.name)
        return table

    @cached_property
    def longest(self) -> dict[str, int]:
        """The most words that a name, or a part of one, with this first word has."""
        table: dict[str, int] = {}
        for words in (*self.by_words, *self.parts):
            table[words[0]] = max(len(words), table.get(words[0], 0))
        return table


def _enter(table: dict[tuple[str, ...], str], typed: list[str], shown: str) -> None:
    """Put words into a table of names, in singular and in plural."""
    *before, last = [word.lower() for word in typed] or [""]
    if not last:
        return
    if last.endswith(("s", "x", "ch", "sh", "z")):
        plural = last + "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        plural = last[:-1] + "ies"
    else:
        plural = last + "s"
    table.setdefault((*before, last), shown)
    table.setdefault((*before, plural), shown)


Found = tuple[str, str, int]
"""The terminal and the value of a token, and how many words it has."""


class Lexer:
    """Splits a line into `Word`s by the terminals of the grammar."""

    def __init__(self, lexicon: Mapping[str, str]) -> None:
        """`lexicon`: every word or group of words, in lower case, to its terminal."""
        self.lexicon = lexicon
        self._most: dict[str, int] = {}
        for words in lexicon:
            first, *more = words.split(" ")
            self._most[first] = max(1 + len(more), self._most.get(first, 0))

    def terminal(self, words: str) -> str:
        """The terminal of a lower-case word or group of words, or ""."""
        return self.lexicon.get(words, "")

    @cached_property
    def surface(self) -> dict[str, tuple[str, ...]]:
        """The words of each terminal, as they are written."""
        table: dict[str, tuple[str, ...]] = {}
        for words, kind in self.lexicon.items():
            table[kind] = (*table.get(kind, ()), words)
        return table

    @cached_property
    def pieces(self) -> frozenset[str]:
        """Every single word that stands in some group of words."""
        return frozenset(piece for words in self.lexicon for piece in words.split(" "))

    def split(self, text: str, vocabulary: Vocabulary, names_first: bool = True) -> list[Word]:
        """The words of a line. `names_first`: prefer a card's name to a word of the language."""
        matches = WORD.finditer(straighten(text))
        raw = [piece for match in matches for piece in self._apart(match, vocabulary)]
        raw = spelled_out(raw)
        words: list[Word] = []
        at = 0
        while at < len(raw):
            group = self._group(raw, at)
            found = self._name(raw, at, vocabulary, names_first)
            found = self._own_keyword(raw, at, vocabulary, found) or found
            found = self._quoted(raw, at, vocabulary) or found
            if found is None or (group is not None and group[2] > found[2]):
                found = group or self._single(raw, at)
            kind, value, size = found
            start, end = raw[at][1], raw[at + size - 1][2]
            words.append(Word(kind, text[start:end], start, end, value))
            at += size
        return words

    def _apart(self, match: re.Match[str], vocabulary: Vocabulary) -> list[Raw]:
        """Split "foe's" into "foe" and "'s", "isn't" into "is" and "not", unless it is a word or a
        part of a name."""
        text, (start, end) = match.group(), match.span()
        low = text.lower()
        if low in CONTRACTED and not self._named(low, vocabulary):
            size, second = CONTRACTED[low]
            cut = start + size
            return [(text[:size], start, cut), (second, cut, end)]
        for ending in ("'s", "'ve", "'") if "'" in text else ():  # "you've" is "you have"
            if low.endswith(ending) and len(low) > len(ending):
                if ending == "'s" and (self.terminal(low) or self._named(low, vocabulary)):
                    break
                cut = end - len(ending)
                return [(text[: cut - start], start, cut), (text[cut - start :], cut, end)]
        return [(text, start, end)]

    def _named(self, low: str, vocabulary: Vocabulary) -> bool:
        """Is it a word of a card's name, or of an own keyword?"""
        if any((low,) in names for names in (vocabulary.parts, vocabulary.by_words)):
            return True
        return any(low in words for words in vocabulary.keyword_words)

    def _name(self, raw: list[Raw], at: int, names: Vocabulary, names_first: bool) -> Found | None:
        longest = names.longest.get(raw[at][0].lower(), 0)
        for size in range(min(longest, len(raw) - at), 0, -1):
            key = tuple(piece[0].lower() for piece in raw[at : at + size])
            name = names.by_words.get(key)
            part = names.parts.get(key)
            if name is None and part is None:
                continue
            clash = bool(self.terminal(" ".join(key)))
            capital = not raw[at][0][:1].islower()
            free = not clash and not all(map(self._is_word, key))
            if name is not None and (free or (capital and (names_first or not clash))):
                return "NAME", name, size
            if part is not None and free and capital and not raw[at + size - 1][0][:1].islower():
                return "PART", part, size
        return None

    def _quoted(self, raw: list[Raw], at: int, names: Vocabulary) -> Found | None:
        """A name, or a part of one, between quotation marks."""
        if raw[at][0] != '"':
            return None
        ends = [n for n in range(at + 1, len(raw)) if raw[n][0] == '"']
        typed = [piece[0] for piece in raw[at + 1 : ends[0]]] if ends else []
        if not typed or not typed[0][:1].isupper():
            return None
        key = tuple(map(str.lower, typed))
        name, part = names.by_words.get(key), names.parts.get(key)
        kind = "NAME" if name is not None else "PART" if part is not None else UNKNOWN_NAME
        return kind, name or part or " ".join(typed), len(typed) + 2

    def _own_keyword(
        self, raw: list[Raw], at: int, names: Vocabulary, name: Found | None
    ) -> Found | None:
        """A keyword of the set, unless a card's name or words of the language stand here."""
        least = name[2] if name is not None and name[0] == "NAME" else 0
        most = max(map(len, names.keyword_words), default=0) if names.keywords else 0
        for size in range(min(most, len(raw) - at), least, -1):
            key = tuple(piece[0].lower() for piece in raw[at : at + size])
            if key not in names.keyword_words or self.terminal(" ".join(key)):
                continue
            if not raw[at][0][:1].islower() or not all(map(self._is_word, key)):
                return "KEYWORD", names.keyword_words[key], size
        return None

    def _is_word(self, word: str) -> bool:
        """Is this word (capitalised in a name) a word of the language?"""
        return bool(self.terminal(word)) or word in NUMBER_WORDS

    def _group(self, raw: list[Raw], at: int) -> Found | None:
        most = self._most.get(raw[at][0].lower(), 0)
        for size in range(min(most, len(raw) - at), 1, -1):
            words = " ".join(piece[0].lower() for piece in raw[at : at + size])
            if kind := self.terminal(words):
                return kind, words, size
        return None

    def _single(self, raw: list[Raw], at: int) -> Found:
        word = raw[at][0]
        low = word.lower() if word.strip("-") else "-"  # a dash of any length
        if low.isdecimal() and low.isascii() and len(low) < 10:
            return "NUMBER", str(int(low)), 1
        if low in NUMBER_WORDS:
            return "NUMBER", str(NUMBER_WORDS[low]), 1
        kind = self.terminal(low)
        if kind or not word[0].isupper():
            return kind, low, 1
        names = [word]
        for following, _, _ in raw[at + 1 :]:
            if not following[:1].isupper() or self._is_word(following.lower()):
                break
            names.append(following)
        return "UNKNOWN_NAME", " ".join(names), len(names)
