"""The shortest ways to end a sentence that has been begun, in the words that are most usual."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from itertools import count
from typing import Final, NamedTuple

from rules_check.grammar.foresee import END, Begun, Recogniser

Ending = tuple[float, tuple[str, ...]]
"""What some terminals cost, and they."""

NOTHING: Final[Ending] = (0.0, ())
_Place = tuple[str, int]
"""A phrase and the word at which it begins."""


class _Way(NamedTuple):
    """The cheapest end of a sentence behind a phrase, in two parts: what is left of the rule
    around it, and what comes behind that."""

    cost: float
    rest: tuple[str, ...]
    behind: _Way | None

    def ending(self) -> tuple[str, ...]:
        """Its terminals."""
        found: list[str] = []
        way: _Way | None = self
        while way is not None:
            found += way.rest
            way = way.behind
        return tuple(found)


class Completer:
    """Knows of each phrase its cheapest words; `costs` has what is not as cheap as others."""

    def __init__(self, recogniser: Recogniser, costs: Mapping[str, float], usual: float) -> None:
        """`usual`: what a terminal costs of which `costs` does not speak."""
        self._known = recogniser
        self._costs, self._usual = costs, usual
        self._phrases = self._cheapest()
        self._rests: dict[tuple[int, int], Ending] = {}

    def _cost(self, terminal: str) -> float:
        return self._costs.get(terminal, self._usual)

    def _cheapest(self) -> dict[str, Ending]:
        """The cheapest words of every phrase: each time one is found, the rules that lack no other
        (Knuth's way)."""
        rules, origins = self._known.rules, self._known.origins
        lacking = [
            sum(not terminal for name, terminal in rule if (name, terminal) != END)
            for rule in rules
        ]
        within: dict[str, list[int]] = {}
        for number, rule in enumerate(rules):
            for name, terminal in rule:
                if not terminal and (name, terminal) != END:
                    within.setdefault(name, []).append(number)
        found: dict[str, Ending] = {}

        def said(number: int) -> Ending:
            words: list[str] = []
            cost = 0.0
            for name, terminal in rules[number][:-1]:
                more = (self._cost(name), (name,)) if terminal else found[name]
                cost += more[0]
                words += more[1]
            return cost, tuple(words)

        waiting = [(*said(number), number) for number, left in enumerate(lacking) if not left]
        heapq.heapify(waiting)
        while waiting:
            cost, words, number = heapq.heappop(waiting)
            name = origins[number]
            if name in found:
                continue
            found[name] = cost, words
            for other in within.get(name, ()):
                lacking[other] -= 1
                if not lacking[other]:
                    heapq.heappush(waiting, (*said(other), other))
        return found

    def _rest(self, number: int, dot: int) -> Ending:
        """The cheapest words for the symbols of a rule from one on."""
        known = self._rests.get((number, dot))
        if known is None:
            cost, words = NOTHING
            for name, terminal in self._known.rules[number][dot:-1]:
                more = (self._cost(name), (name,)) if terminal else self._phrases[name]
                cost, words = cost + more[0], words + more[1]
            known = self._rests[number, dot] = cost, words
        return known

    def endings(self, begun: Begun) -> dict[str, list[Ending]]:
        """Rows of terminals that end a sentence, by the first of them and the cheapest first: one
        for every way in which a terminal that can come next stands in a rule."""
        behind = self._behind(begun)
        rules, origins = self._known.rules, self._known.origins
        found: set[Ending] = set()
        for number, dot, begin in begun.columns[-1].items:
            way = behind.get((origins[number], begin))
            if rules[number][dot][1] and way is not None:
                cost, words = self._rest(number, dot)
                found.add((round(cost + way.cost, 6), words + way.ending()))
        table: dict[str, list[Ending]] = {}
        for one in sorted(found):
            table.setdefault(one[1][0], []).append(one)
        return table

    def _behind(self, begun: Begun) -> dict[_Place, _Way]:
        """How a sentence ends behind each phrase that is under way, at the least cost."""
        known = self._known
        inside: dict[_Place, list[tuple[_Place, int, int]]] = {}
        for at, column in enumerate(begun.columns):
            for name, items in column.waiting.items():
                for number, dot, begin in items:
                    outer = known.origins[number], begin
                    inside.setdefault(outer, []).append(((name, at), number, dot))
        ties = count()
        start = known.start, 0
        waiting: list[tuple[float, int, _Place, _Way]] = [
            (0.0, next(ties), start, _Way(0.0, (), None))
        ]
        found: dict[_Place, _Way] = {}
        while waiting:
            cost, _, place, way = heapq.heappop(waiting)
            if place in found:
                continue
            found[place] = way
            for inner, number, dot in inside.get(place, ()):
                if inner not in found:
                    more, words = self._rest(number, dot + 1)
                    longer = _Way(cost + more, words, way)
                    heapq.heappush(waiting, (longer.cost, next(ties), inner, longer))
        return found
