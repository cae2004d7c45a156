"""All ways to put words together to a sentence, packed: a bottom-up chart over rules with features.

A phrase of the same category, features and words stands in the chart once, with every way in which
it can be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules_check.grammar.syntax.features import ALL, CATEGORIES, Bits

MOST_PHRASES: Final = 12_000
"""A sentence with more phrases than that is given up."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a rule wants at one place: a category with features, or (in quotes) a word.

    A feature is a set of values, None (open), or the name of a variable with a set: what stands
    there has to fit whatever else has the variable.
    """

    category: str
    features: tuple[int | tuple[str, int] | None, ...]
    role: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A construction: its name, what it makes of which parts, and what it costs."""

    name: str
    category: str
    features: tuple[int | tuple[str, int] | None, ...]
    parts: tuple[Part, ...]
    head: int | None
    cost: float


@dataclass(slots=True, eq=False)
class Phrase:
    """Words from `start` to `end` as one phrase, and the ways in which it is made."""

    category: str
    features: Bits
    start: int
    end: int
    ways: list[tuple[Rule, tuple[Phrase, ...]]] = field(default_factory=list)
    senses: list[Any] = field(default_factory=list)
    """Of a word: what it means."""
    known: list[tuple[float, Any]] | None = None
    """What the phrase means, worked out once (`composing`)."""


class TooMany(Exception):
    """A sentence has too many phrases to look at."""


class Grammar:
    """The rules, by what they begin with."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.first: dict[str, list[Rule]] = {}
        for rule in rules:
            self.first.setdefault(rule.parts[0].category, []).append(rule)

    def parse(self, length: int, words: Sequence[Phrase]) -> list[Phrase]:
        """The whole sentences that the words make."""
        return _Chart(self, length, words).sentences()


Active = tuple[Rule, int, int, dict[str, int], tuple[Phrase, ...]]
"""A rule of which some parts are found: which is next, where it begins, variables, parts."""


class _Chart:
    def __init__(self, grammar: Grammar, length: int, words: Sequence[Phrase]) -> None:
        self.grammar, self.length = grammar, length
        self.phrases: dict[tuple[int, int, str, Bits], Phrase] = {}
        self.starting: list[dict[str, list[Phrase]]] = [{} for _ in range(length + 1)]
        self.waiting: list[dict[str, list[Active]]] = [{} for _ in range(length + 1)]
        self.agenda: list[Phrase] = []
        for word in words:
            self._word(word)
        while self.agenda:
            self._complete(self.agenda.pop())

    def sentences(self) -> list[Phrase]:
        whole = (0, self.length, "T")
        return [phrase for key, phrase in self.phrases.items() if key[:3] == whole]

    def _word(self, word: Phrase) -> None:
        key = (word.start, word.end, word.category, word.features)
        known = self.phrases.get(key)
        if known is None:
            self.phrases[key] = word
            self.agenda.append(word)
        else:
            known.senses += word.senses

    def _complete(self, phrase: Phrase) -> None:
        self.starting[phrase.start].setdefault(phrase.category, []).append(phrase)
        for rule in self.grammar.first.get(phrase.category, ()):
            self._advance((rule, 0, phrase.start, {}, ()), phrase)
        for active in tuple(self.waiting[phrase.start].get(phrase.category, ())):
            self._advance(active, phrase)

    def _advance(self, active: Active, phrase: Phrase) -> None:
        rule, at, start, variables, found = active
        bound = fitting(rule.parts[at].features, phrase, variables)
        if bound is None:
            return
        found = (*found, phrase)
        if at + 1 == len(rule.parts):
            self._make(rule, start, phrase.end, bound, found)
            return
        following: Active = (rule, at + 1, start, bound, found)
        wanted = rule.parts[at + 1].category
        self.waiting[phrase.end].setdefault(wanted, []).append(following)
        for other in tuple(self.starting[phrase.end].get(wanted, ())):
            self._advance(following, other)

    def _make(
        self, rule: Rule, start: int, end: int, bound: dict[str, int], found: tuple[Phrase, ...]
    ) -> None:
        inherited: dict[str, int] = {}
        if rule.head is not None:
            head = found[rule.head]
            inherited = dict(zip(CATEGORIES[head.category], head.features, strict=True))
        features = []
        for name, said in zip(CATEGORIES[rule.category], rule.features, strict=True):
            if said is None:
                features.append(inherited.get(name, ALL[name]))
            elif isinstance(said, int):
                features.append(said)
            else:
                features.append(bound.get(said[0], ALL[name]))
        key = (start, end, rule.category, tuple(features))
        phrase = self.phrases.get(key)
        if phrase is None:
            if len(self.phrases) >= MOST_PHRASES:
                raise TooMany
            phrase = self.phrases[key] = Phrase(rule.category, key[3], start, end)
            self.agenda.append(phrase)
        phrase.ways.append((rule, found))


def fitting(
    wanted: tuple[int | tuple[str, int] | None, ...], phrase: Phrase, variables: dict[str, int]
) -> dict[str, int] | None:
    """The variables as they are when the phrase has been taken; None if it does not fit."""
    bound = variables
    for said, has in zip(wanted, phrase.features, strict=True):
        if said is None:
            continue
        if isinstance(said, int):
            if not said & has:
                return None
            continue
        name, among = said
        left = bound.get(name, has) & has & among
        if not left:
            return None
        if bound.get(name) != left:
            bound = {**bound, name: left}
    return bound
