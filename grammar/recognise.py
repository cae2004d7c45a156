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


class Recogniser:
    """Knows the rules by number and the first words of every phrase."""

    def __init__(self, rules: Sequence[Rule], start: str) -> None:
        self._start = start
        self._expansions = [
            tuple((symbol.name, symbol.is_term) for symbol in rule.expansion) for rule in rules
        ]
        self._origins = [str(rule.origin.name) for rule in rules]
        self._by_origin: dict[str, list[int]] = {}
        for number, origin in enumerate(self._origins):
            self._by_origin.setdefault(origin, []).append(number)
        self._first = first_words(rules)

    def failure(self, kinds: Sequence[str]) -> Failure:
        """Where a row of terminals stops being the beginning of a sentence."""
        columns: list[dict[tuple[int, int, int], None]] = []
        current: dict[tuple[int, int, int], None] = {}
        for number in self._by_origin[self._start]:
            current[(number, 0, 0)] = None
        for at in range(len(kinds) + 1):
            ahead = kinds[at] if at < len(kinds) else None
            expected = self._close(columns, current, at, ahead)
            following: dict[tuple[int, int, int], None] = {}
            for number, dot, origin in current:
                expansion = self._expansions[number]
                if dot < len(expansion) and expansion[dot] == (ahead, True):
                    following[(number, dot + 1, origin)] = None
            if not following:
                return Failure(at, tuple(sorted(expected)))
            columns.append(current)
            current = following
        raise AssertionError("a sentence ends")

    def _close(
        self,
        columns: list[dict[tuple[int, int, int], None]],
        items: dict[tuple[int, int, int], None],
        at: int,
        ahead: str | None,
    ) -> set[str]:
        """Predict and complete; returns the terminals that fit here."""
        waiting = list(items)
        expected: set[str] = set()
        while waiting:
            number, dot, origin = waiting.pop()
            expansion = self._expansions[number]
            if dot == len(expansion):
                name = self._origins[number]
                source = items if origin == at else columns[origin]
                for other, place, begin in list(source):
                    rule = self._expansions[other]
                    if place < len(rule) and rule[place] == (name, False):
                        item = (other, place + 1, begin)
                        if item not in items:
                            items[item] = None
                            waiting.append(item)
                continue
            name, terminal = expansion[dot]
            if terminal:
                expected.add(name)
                continue
            expected |= self._first[name]
            if ahead is not None and ahead not in self._first[name]:
                continue
            for rule_number in self._by_origin[name]:
                item = (rule_number, 0, at)
                if item not in items:
                    items[item] = None
                    waiting.append(item)
        return expected
