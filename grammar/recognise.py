"""How far a sentence can be understood: a plain Earley recogniser over the same rules.

Lark's parser builds trees; for a message about a sentence that has none, only the place
where every derivation ends is wanted, and what could have stood there. With one word of
look-ahead this is many times faster than a failed parse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lark.grammar import Rule

from rules_check.grammar.foresee import first_words


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
    """Knows the rules by number and the first words of every phrase."""

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
