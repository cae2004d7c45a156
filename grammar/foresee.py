"""Which rules can begin at each word of a sentence.

An Earley parser slows with the size of the grammar, because it predicts every rule that
could begin at each place. A rule that cannot begin with the next word, or that needs a
word which the sentence does not have, can never be completed there. Leaving it out keeps
every derivation, and few rules are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

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
