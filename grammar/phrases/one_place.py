"""Two numbers of cards, only one of which says where: "the difference between the number of
Villains and the number of Heroes in the Line-Up"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a

WHERE: Final = (a.Controlled, a.Acted, a.ThisWay)
"""Tests that say where cards are, or what was done with them."""


def in_one_place(first: a.Amount, second: a.Amount) -> tuple[a.Amount, a.Amount]:
    """Both numbers, counted in the same place if only one of them says which."""
    match first, second:
        case a.CountOf(a.Cards() as one), a.CountOf(a.Cards() as two):
            if _bare(one) and not _bare(two):
                return a.replace(first, cards=_as(one, two)), second
            if _bare(two) and not _bare(one):
                return first, a.replace(second, cards=_as(two, one))
        case _:
            pass
    return first, second


def _bare(cards: a.Cards) -> bool:
    """Whether nothing but a card type is said."""
    told = cards.filter
    return bool(told.nouns) and not told.tests and not cards.places and cards.among is None


def _as(cards: a.Cards, other: a.Cards) -> a.Cards:
    """The cards, where the other ones are."""
    tests = tuple(test for test in other.filter.tests if isinstance(test, WHERE))
    wanted = a.replace(cards.filter, tests=tests)
    return a.replace(cards, filter=wanted, places=other.places, among=other.among)
