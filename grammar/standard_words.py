"""How standard sentences go: which words are usual, what stands behind what, how they go on.

Told by the sentences of the phrasebook and the samples of node classes, all of which are
understood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log2
from typing import Final, NamedTuple

from rules_check.grammar.completing import Completer
from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.lexer import Vocabulary
from rules_check.grammar.plainwords import phrases
from rules_check.grammar.wordroles import Role

RAREST: Final = 12.0
"""What a terminal costs that stands in no standard sentence."""

POINTING: Final = frozenset(
    terminal
    for role in (Role.TO_CARDS, Role.TO_NUMBER, Role.TO_CHOICE)
    for terminal in role.split()
) | {"THAT"}
"""Terminals that point back to what a text has named: an example had better name it itself."""


class Phrase(NamedTuple):
    """Terminals of a sentence and their words, as they are written within a sentence."""

    kinds: tuple[str, ...]
    words: tuple[str, ...]

    def behind(self, at: int) -> Phrase:
        """The words from one on."""
        return Phrase(self.kinds[at:], self.words[at:])


@lru_cache(maxsize=1)
def standard_phrases() -> tuple[Phrase, ...]:
    """The sentences, in words."""
    lexer = sentence_parser().lexer
    names = Vocabulary(frozenset(("Punch", "Weakness")))
    said = [one for phrase in phrases() for one in phrase.rstrip(".").split(". ")]
    split = [lexer.split(one, names) for one in said]
    inside = {word.text for row in split for word in row[1:]}
    found = []
    for row in split:
        first = row[0].text
        small = first[:1].lower() + first[1:]
        kind = row[0].kind in {"TYPE", "TITLE", "KEYWORD"}
        known = kind or row[0].is_name or (first in inside and small not in inside)
        texts = (first if known else small, *(word.text for word in row[1:]))
        found.append(Phrase(tuple(word.kind for word in row), texts))
    return tuple(found)


@lru_cache(maxsize=1)
def usual_words() -> dict[str, Counter[str]]:
    """How often each word stands there, by its terminal."""
    shape: dict[str, str] = {}
    every = Counter(word for phrase in standard_phrases() for word in phrase.words)
    for word, _ in every.most_common():  # "You" begins a sentence, "Hero" is so written
        shape.setdefault(word.lower(), word)
    table: dict[str, Counter[str]] = {}
    for phrase in standard_phrases():
        for kind, word in zip(phrase.kinds, phrase.words, strict=True):
            table.setdefault(kind, Counter())[shape[word.lower()]] += 1
    return table


@lru_cache(maxsize=1)
def followers() -> dict[str, frozenset[str]]:
    """The terminals that stand behind each one, and ("") at the beginning."""
    found: dict[str, set[str]] = {}
    for phrase in standard_phrases():
        for before, kind in zip(("", *phrase.kinds), phrase.kinds, strict=False):
            found.setdefault(before, set()).add(kind)
    return {before: frozenset(kinds) for before, kinds in found.items()}


def cost(terminal: str) -> float:
    """What is usual costs little."""
    return RAREST - log2(1 + usual_words().get(terminal, Counter[str]()).total())


@lru_cache(maxsize=1)
def completer() -> Completer:
    """Ends sentences in the shortest way and in usual words."""
    known = sentence_parser().recogniser()
    return Completer(known, {kind: cost(kind) for kind in usual_words()}, RAREST)


def continuations(terminal: str, before: Phrase) -> list[Phrase]:
    """How standard sentences go on from a terminal: first those that point to nothing, then those
    in which the same stands before it, and of these the short ones."""
    found: list[tuple[bool, int, int, Phrase]] = []
    for phrase in standard_phrases():
        for at, kind in enumerate(phrase.kinds):
            if kind == terminal:
                points = not POINTING.isdisjoint(phrase.kinds[at:])
                same = _alike(phrase, at, before)
                found.append((points, -same, len(phrase.kinds) - at, phrase.behind(at)))
    return [phrase for *_, phrase in sorted(found, key=lambda one: one[:3])]


def _alike(phrase: Phrase, at: int, before: Phrase) -> int:
    """How far the words before a place are like others: by their terminals, and more if they are
    the same."""
    alike = 0
    for back in range(1, at + 1):
        if back > len(before.kinds) or phrase.kinds[at - back] != before.kinds[-back]:
            return alike
        same = phrase.words[at - back].lower() == before.words[-back].lower()
        alike += 1 + same
    return alike + (at == len(before.kinds))


def joined(words: Iterable[str]) -> str:
    """Words as they are written: no space before a comma."""
    text = ""
    for word in words:
        close = not text or word in {",", ";", ":", "'s", "'"} or text.endswith(("+", "non-"))
        text += word if close else f" {word}"
    return text


def forms(words: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Of words that stand in two forms (card and cards, discard and discards) both, by each."""
    every = set(words)
    table: dict[str, tuple[str, str]] = {}
    for word in sorted(every):
        for longer in sorted({f"{word}s", f"{word}es", f"{word[:-1]}ies"} & every):
            table.setdefault(word, (word, longer))
            table.setdefault(longer, (word, longer))
    return table
