"""Cards compared with each other: the highest of them, all different, all of one type."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, Final, assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.values.state import State

TOGETHER: Final = (a.Different, a.OneType, a.Extreme, a.Alike, a.TotalAtMost, a.TotalAtLeast)
"""Tests that no card passes by itself: they are about several cards together."""


def outstanding(
    g: Table, s: State, cards: list[int], wanted: a.Filter, number: int = 1
) -> list[int]:
    """Of these cards those with the highest or lowest cost, if a filter asks for them: so many of
    them, and those that are as good as the last of these."""
    for test in wanted.tests:
        if isinstance(test, a.Extreme) and cards:
            costs = [g.cost(s, card) for card in cards]
            last = sorted(costs, reverse=test.highest)[min(number, len(costs)) - 1]
            pairs = zip(cards, costs, strict=True)
            cards = [c for c, cost in pairs if (cost >= last if test.highest else cost <= last)]
    return cards


def best_first(g: Table, s: State, cards: list[int], what: a.Cards) -> list[int]:
    """So many of the cards with the highest or lowest cost as a text says, and no more."""
    for test in what.filter.tests:
        if isinstance(test, a.Extreme) and isinstance(what.quantity, a.Exactly):
            ranked = sorted(cards, key=lambda card: g.cost(s, card), reverse=test.highest)
            return ranked[: so_many(what.quantity)]
    return cards


def of_no_card(value: a.Amount, selected: Callable[[a.Selection], list[int]]) -> bool:
    """Whether it is the cost of one card that is not there: then nothing compares with it, and
    it is not 0."""
    for part in a.walk(value):
        match part:
            case a.AttributeOf(_, a.Ref(a.RefKind.IT | a.RefKind.OTHER) as of):
                pass
            case a.AttributeOf(_, a.Cards(a.Exactly(a.Number(1))) as of):
                pass
            case _:
                continue
        if not selected(of):
            return True
    return False


def so_many(quantity: a.Quantity | None) -> int:
    """How many of the highest or lowest are meant: one, if no number is said."""
    match quantity:
        case a.Exactly(a.Number(n)) | a.UpTo(a.Number(n)) | a.AtLeast(a.Number(n)):
            return n if n > 1 else 1
        case _:
            return 1


def most_alike(g: Table, s: State, cards: list[int], wanted: a.Filter) -> int | None:
    """The greatest number of these cards that are alike, if a filter asks for that."""
    for test in wanted.tests:
        if isinstance(test, a.Alike | a.OneType):
            kind = a.DifferentKind.TYPE if isinstance(test, a.OneType) else test.kind
            same = (sum(not differ(g, s, one, c, kind) for c in cards) for one in cards)
            return max(same, default=0)
    return None


def add_up(g: Table, s: State, cards: list[int], worth: a.CostWorth) -> bool:
    """Whether there are cards whose costs add up to as much (or as little) as said."""
    total = sum(g.cost(s, card) for card in cards)
    return bool(cards) and bool(total <= worth.amount if worth.up_to else total >= worth.amount)


def together(g: Table, s: State, cards: list[int], wanted: a.Filter) -> bool:
    """Whether cards are, all together, as a filter says: all different, or all of one type."""
    for test in wanted.tests:
        if isinstance(test, a.TotalAtMost) and sum(g.cost(s, c) for c in cards) > test.most:
            return False
        if isinstance(test, a.TotalAtLeast) and sum(g.cost(s, c) for c in cards) < test.least:
            return False
        for one, other in combinations(cards, 2):
            if isinstance(test, a.Different) and not differ(g, s, one, other, test.kind):
                return False
            if isinstance(test, a.OneType) and not g.shares_type(s, one, other):
                return False
            if isinstance(test, a.Alike) and differ(g, s, one, other, test.kind):
                return False
    return True


def differ(g: Table, s: State, one: int, other: int, kind: a.DifferentKind) -> bool:
    """Whether two cards differ in name, type or cost."""
    match kind:
        case a.DifferentKind.NAME:
            return bool(g.kinds[one].name != g.kinds[other].name)
        case a.DifferentKind.TYPE:
            return not g.shares_type(s, one, other)
        case a.DifferentKind.COST:
            return bool(g.cost(s, one) != g.cost(s, other))
        case _:
            assert_never(kind)


def different(
    g: Table, s: State, cards: list[int], kind: a.DifferentKind, apart: a.CardType | None = None
) -> int:
    """How many different names, types or costs the cards have; what has no type counts 0."""
    match kind:
        case a.DifferentKind.NAME:
            return len({g.kinds[card].name for card in cards})
        case a.DifferentKind.TYPE:
            return len({kind for card in cards for kind in g.types(s, card)} - {apart})
        case a.DifferentKind.COST:
            costs: list[Any] = []
            for card in cards:
                cost = g.cost(s, card)
                if not any(cost == other for other in costs):
                    costs.append(cost)
            return len(costs)
        case _:
            assert_never(kind)
