"""Which rules can begin at each word of a sentence, and where none can go on.

An Earley parser slows with the size of the grammar, because it predicts every rule that
could begin at each place. A rule that cannot begin with the next word, or that needs a
word which the sentence does not have, can never be completed there. Leaving it out keeps
every derivation, and few rules are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from lark.grammar import NonTerminal, Rule

K = TypeVar("K")
V = TypeVar("V")


class Table(dict[K, V]):
    """A table whose entries are made when they are first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        self[key] = value = self._make(key)
        return value


Predictions = Table[NonTerminal, list[Rule]]
"""The rules that can begin at one place, by the phrase that they are a rule of."""


class Foresight:
    """Knows of each rule the words that it can begin with, and those that it needs."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        first = first_words(rules)
        by_origin: dict[NonTerminal, list[Rule]] = {}
        for rule in rules:
            by_origin.setdefault(rule.origin, []).append(rule)

        def beginning(kind: str) -> Predictions:
            return Table(lambda o: [r for r in by_origin[o] if kind in first[r.expansion[0].name]])

        self._beginning: Table[str, Predictions] = Table(beginning)
        self._needs = {
            rule: frozenset(symbol.name for symbol in rule.expansion if symbol.is_term)
            for rule in rules
        }

    def predictions(self, kinds: Sequence[str]) -> list[Predictions]:
        """What can begin at each word of a sentence, given as terminals, and at its end."""
        words, needs = frozenset(kinds), self._needs

        def fitting(kind: str) -> Predictions:
            beginning = self._beginning[kind]
            return Table(lambda origin: [r for r in beginning[origin] if needs[r] <= words])

        tables: Table[str, Predictions] = Table(fitting)
        return [*(tables[kind] for kind in kinds), Table(lambda _: [])]


def first_words(rules: Sequence[Rule]) -> dict[str, set[str]]:
    """The terminals that each phrase, or terminal, can begin with (no rule is empty)."""
    first = {s.name: {s.name} for rule in rules for s in rule.expansion if s.is_term}
    first |= {str(rule.origin.name): set() for rule in rules}
    grown = True
    while grown:
        grown = False
        for rule in rules:
            known, new = first[str(rule.origin.name)], first[rule.expansion[0].name]
            if not new <= known:
                known |= new
                grown = True
    return first


# ------------------------------------------------------- sentences that are not understood


class Failure(NamedTuple):
    """Where understanding ended: the index of the word (or the number of words, at the
    end), and the terminals that could have come there."""

    at: int
    expected: tuple[str, ...]


Item = tuple[int, int, int]
"""A rule by its number, how many of its symbols are done, and the word where it began."""

END = ("", False)
"""Stands after the last symbol of every rule."""


class Recogniser:
    """How far a sentence can be understood: a plain Earley recogniser over the same rules.

    Lark's parser builds trees; for a message about a sentence that has none, only the place
    where every derivation ends is wanted, and what could have stood there. With one word of
    look-ahead this is many times faster than a failed parse.
    """

    def __init__(self, rules: Sequence[Rule], start: str) -> None:
        self._start = start
        self._rules = [(*((s.name, s.is_term) for s in rule.expansion), END) for rule in rules]
        self._origins = [str(rule.origin.name) for rule in rules]
        self._by_origin: dict[str, list[int]] = {}
        for number, origin in enumerate(self._origins):
            self._by_origin.setdefault(origin, []).append(number)
        self._first = first_words(rules)

    def failure(self, kinds: Sequence[str]) -> Failure:
        """Where a row of terminals stops being the beginning of a sentence."""
        items = dict.fromkeys((number, 0, 0) for number in self._by_origin[self._start])
        columns: list[dict[Item, None]] = []
        for at, ahead in enumerate((*kinds, None)):
            columns.append(items)
            expected = self._close(columns, ahead)
            items = {
                (number, dot + 1, origin): None
                for number, dot, origin in items
                if self._rules[number][dot] == (ahead, True)
            }
            if not items:
                return Failure(at, tuple(sorted(expected)))
        raise AssertionError("a sentence ends")

    def _close(self, columns: list[dict[Item, None]], ahead: str | None) -> set[str]:
        """Predict and complete in the last column; returns the terminals that fit there."""
        at, items = len(columns) - 1, columns[-1]
        waiting = list(items)
        expected: set[str] = set()
        while waiting:
            number, dot, origin = waiting.pop()
            name, terminal = symbol = self._rules[number][dot]
            following: list[Item] = []
            if symbol is END:
                phrase = (self._origins[number], False)
                following = [
                    (other, place + 1, begin)
                    for other, place, begin in columns[origin]
                    if self._rules[other][place] == phrase
                ]
            elif terminal:
                expected.add(name)
            else:
                expected |= self._first[name]
                if ahead is None or ahead in self._first[name]:
                    following = [(rule, 0, at) for rule in self._by_origin[name]]
            for item in following:
                if item not in items:
                    items[item] = None
                    waiting.append(item)
        return expected
