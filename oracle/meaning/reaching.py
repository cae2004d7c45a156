"""Several cards that must fit together: which of them can still be chosen.

A card is offered only if the number of cards that a text tells can be reached with it, or, where
no choice reaches it, as many as there can be. Nothing is tried out: what fits beside a card is put
in the order of its cost, and only card types, of which a card may have several, are followed one
by one.
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.compared import add_up, differ, so_many
from rules_check.oracle.values.state import State

GROUPS: Final = (a.Alike, a.OneType)
"""Tests that one card decides for all others."""

IN_FULL: Final = (*GROUPS, a.TotalAtLeast)
"""Tests of which fewer cards than told are none."""

TOGETHER: Final = (*IN_FULL, a.Different, a.TotalAtMost)
"""Tests of several cards together."""

Cards = tuple[int, ...]


def within_reach(
    g: Table, s: State, what: a.Cards, found: Cards, chosen: Cards, least: Any
) -> Cards:
    """Those of the cards that can be chosen beside the chosen ones, so that the number told, or as
    many as possible, can still be reached."""
    tests = what.filter.tests
    found = beside(g, s, what, found, chosen)
    number = max(least, so_many(what.quantity)) if isinstance(what.quantity, a.Exactly) else least
    if isinstance(what.quantity, a.Every) and any(isinstance(test, GROUPS) for test in tests):
        number = 1  # "all cards of one card type": one is chosen, the others go with it
    still = number - len(chosen) - 1
    costly = any(isinstance(test, a.TotalAtLeast) for test in tests)
    if not any(map(_narrows, tests)) or not (costly or still > 0):
        return found
    reach: dict[tuple[int, int], int] = {}
    for card in found:
        key = (g.kind_index[card], s.where[card])
        if key not in reach:
            rest = tuple(c for c in found if c != card)
            reach[key] = _further(g, s, what, rest, (*chosen, card), number)
    goal = still
    if not any(isinstance(test, IN_FULL) for test in tests):
        best = max(reach.values(), default=0)
        goal = best if best < still else still
    return tuple(c for c in found if reach[g.kind_index[c], s.where[c]] >= goal)


def _narrows(test: a.Test) -> bool:
    """Whether a card may stand in the way of others; of different names any card leaves as many."""
    by_type = isinstance(test, a.Different) and test.kind is a.DifferentKind.TYPE
    return by_type or isinstance(test, (*IN_FULL, a.TotalAtMost))


def most_together(g: Table, s: State, cards: list[int], wanted: a.Filter, many: Any = 0) -> int:
    """How many of these cards there can be together: of one name, all different, not too dear (of
    `many`: dear enough)."""
    tests = wanted.tests
    if not any(isinstance(test, TOGETHER) for test in tests):
        return len(cards)
    what, found = a.Cards(a.Every(), wanted), tuple(cards)
    if not any(isinstance(test, GROUPS) for test in tests):
        return max(_further(g, s, what, found, (), many), 0)
    number = 0
    for card in cards:
        rest = tuple(c for c in cards if c != card)
        number = max(number, 1 + _further(g, s, what, rest, (card,), many))
    return number


def _has(number: int, quantity: a.Quantity) -> bool:
    """Whether so many cards are as many as a player has to have ("a Hero": at least one)."""
    match quantity:
        case a.Exactly(a.Number(wanted)) if wanted > 1:
            return number == wanted
        case a.AtLeast(a.Number(least)):
            return number >= least
        case a.UpTo(a.Number(most)):
            return number <= most
        case _:
            return number > 0


def has_together(g: Table, s: State, found: list[int], cards: a.Cards) -> bool:
    """Whether there are as many cards as said that go together, out of those found."""
    if isinstance(cards.quantity, a.CostWorth):
        return add_up(g, s, found, cards.quantity)
    more = isinstance(cards.quantity, a.AtLeast)
    number = most_together(
        g, s, found, cards.filter, len(found) if more else so_many(cards.quantity)
    )
    return _has(number, cards.quantity)


def beside(g: Table, s: State, what: a.Cards, found: Cards, chosen: Cards) -> Cards:
    """The cards that fit beside the chosen ones, each by itself."""
    for test in what.filter.tests:
        if isinstance(test, a.OneType) and chosen:
            found = tuple(c for c in found if g.shares_type(s, c, chosen[0]))
        if isinstance(test, a.Different):
            found = tuple(c for c in found if all(differ(g, s, c, o, test.kind) for o in chosen))
        if isinstance(test, a.Alike) and chosen:
            found = tuple(c for c in found if not differ(g, s, c, chosen[0], test.kind))
        if isinstance(test, a.TotalAtMost):
            left = test.most - sum(g.cost(s, card) for card in chosen)
            found = tuple(c for c in found if g.cost(s, c) <= left)
    if isinstance(what.quantity, a.CostWorth) and what.quantity.up_to:
        left = what.quantity.amount - sum(g.cost(s, card) for card in chosen)
        found = tuple(c for c in found if g.cost(s, c) <= left)
    return found


def _further(g: Table, s: State, what: a.Cards, found: Cards, chosen: Cards, number: Any) -> int:
    """How many more of the cards can be chosen beside the chosen ones; -1: these cannot be chosen,
    since `number` cards with them are not dear enough."""
    found = beside(g, s, what, found, chosen)
    most = len(_totals(g, s, what.filter, found, None)) - 1
    for test in what.filter.tests:
        if isinstance(test, a.TotalAtMost):
            left = test.most - sum(g.cost(s, card) for card in chosen)
            totals = _totals(g, s, what.filter, found, False)
            most = min(most, sum(1 for total in totals[1:] if total <= left))
        if isinstance(test, a.TotalAtLeast):
            left = test.least - sum(g.cost(s, card) for card in chosen)
            more = number - len(chosen)
            totals = _totals(g, s, what.filter, found, True)
            if not any(n == more and total >= left for n, total in enumerate(totals)):
                return -1
    return most


def _totals(g: Table, s: State, wanted: a.Filter, cards: Cards, dear: bool | None) -> list[Any]:
    """What none, one, two, … of the cards that differ as they must cost together, at least (`dear`:
    at most; None: costs do not count)."""
    kinds = [test.kind for test in wanted.tests if isinstance(test, a.Different)]
    costs = {card: 0 if dear is None else g.cost(s, card) for card in cards}
    if dear is not None:
        cards = tuple(sorted(cards, key=lambda card: costs[card], reverse=dear))
    if a.DifferentKind.TYPE in kinds:
        return _totals_by_type(g, s, cards, costs, dear)
    apart: list[int] = []
    totals: list[Any] = [0]
    for card in cards:
        if all(differ(g, s, card, other, kind) for kind in kinds for other in apart):
            apart.append(card)
            totals.append(totals[-1] + costs[card])
    return totals


def _totals_by_type(
    g: Table, s: State, cards: Cards, costs: dict[int, Any], dear: bool | None
) -> list[Any]:
    """The same where no two cards may share a type: a card may have several, so that one card of
    two types takes the place of two cards. Cards of the same types are as good as each other, but
    for their cost: the first comes first."""
    found: dict[tuple[frozenset[a.CardType], int], Any] = {(frozenset(), 0): 0}
    seen: set[frozenset[a.CardType]] = set()
    for card in cards:
        types = frozenset(g.types(s, card))
        if types in seen:
            continue
        if types:
            seen.add(types)
        for (used, number), total in list(found.items()):
            key, new = (used | types, number + 1), total + costs[card]
            if used & types:
                continue
            if key not in found or (dear is not None and _better(new, found[key], dear)):
                found[key] = new
    totals: dict[int, Any] = {}
    for (_, number), total in found.items():
        if number not in totals or (dear is not None and _better(total, totals[number], dear)):
            totals[number] = total
    return [totals[number] for number in sorted(totals)]


def _better(one: Any, other: Any, dear: bool) -> bool:
    return bool(one > other) if dear else bool(one < other)
