"""Cards that must fit together: what is offered is what trying out every choice would leave."""

from __future__ import annotations

from itertools import combinations
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.grammar import ast as a
from rules_check.oracle.meaning.compared import together
from rules_check.oracle.meaning.reaching import most_together, within_reach

D = a.DifferentKind
TYPES = tuple(a.CardType)[:4]
IN_FULL = (a.Alike, a.OneType, a.TotalAtLeast)
"""Tests of which fewer cards than told are none."""


class Hand:
    """Cards with a name, a cost and types, as the engine asks for them."""

    def __init__(self, chance: Random, size: int, types: int = 2) -> None:
        self.cards = tuple(range(size))
        self.costs = [chance.randint(0, 7) for _ in self.cards]
        self.kinds = [SimpleNamespace(name=chance.choice("ABCDEF")) for _ in self.cards]
        self.mine = [tuple(chance.sample(TYPES, chance.randint(1, types))) for _ in self.cards]
        self.kind_index = self.cards
        self.where = [0] * size

    def cost(self, _: Any, card: int) -> int:
        return self.costs[card]

    def types(self, _: Any, card: int) -> tuple[a.CardType, ...]:
        return self.mine[card]

    def shares_type(self, _: Any, one: int, other: int) -> bool:
        return not set(self.mine[one]).isdisjoint(self.mine[other])


def tried_out(hand: Any, what: a.Cards, chosen: tuple[int, ...], number: int) -> set[int]:
    """The cards with which the number, or as many as possible, can be chosen."""
    rest = [card for card in hand.cards if card not in chosen]
    for size in range(number, len(chosen), -1):
        sets = [set(chosen) | set(more) for more in combinations(rest, size - len(chosen))]
        good = [one for one in sets if together(hand, hand, sorted(one), what.filter)]
        if good or any(isinstance(test, IN_FULL) for test in what.filter.tests):
            return {card for one in good for card in one} - set(chosen)
    return set()


@pytest.mark.parametrize(
    "tests",
    [
        (a.TotalAtMost(9),),
        (a.TotalAtLeast(12),),
        (a.Different(D.NAME),),
        (a.Different(D.TYPE),),
        (a.Alike(D.NAME),),
        (a.Different(D.NAME), a.TotalAtMost(7)),
        (a.Different(D.TYPE), a.TotalAtMost(7)),
        (a.Different(D.TYPE), a.TotalAtLeast(10)),
        (a.Alike(D.NAME), a.TotalAtMost(7)),
    ],
    ids=lambda tests: "-".join(type(test).__name__ for test in tests),
)
def test_what_is_offered_is_what_every_choice_leaves(tests: tuple[a.Test, ...]) -> None:
    chance = Random(1)
    narrowed = 0
    for _ in range(40):
        hand: Any = Hand(chance, 7)
        number = chance.randint(2, 4)
        what = a.Cards(a.Exactly(a.Number(number)), a.Filter((), tests))
        chosen: tuple[int, ...] = ()
        while len(chosen) < number:
            rest = tuple(card for card in hand.cards if card not in chosen)
            offered = within_reach(hand, hand, what, rest, chosen, number)
            assert set(offered) == tried_out(hand, what, chosen, number)
            narrowed += len(offered) < len(rest)
            if not offered:
                break
            chosen = (*chosen, chance.choice(offered))
    assert narrowed


def test_many_cards_are_no_long_search() -> None:
    hand: Any = Hand(Random(2), 30, 3)
    tests = (a.Different(D.TYPE), a.TotalAtMost(12))
    what = a.Cards(a.Exactly(a.Number(4)), a.Filter((), tests))
    began = process_time()
    assert within_reach(hand, hand, what, hand.cards, (), 4)
    assert most_together(hand, hand, list(hand.cards), what.filter, 4) > 1
    assert process_time() - began < 1
