"""Whose cards are meant, where one of several players is named and nobody chooses the cards."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a

K = a.PlayerKind

ONE_OF: Final = frozenset({K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER})
"""Kinds of players of whom it is one."""

TOPS: Final = frozenset({a.Zone.DECK, a.Zone.MAIN_DECK})
"""Piles from whose top cards are taken one by one."""


def not_chosen(verb: a.Verb | None, what: a.Selection) -> a.Player | None:
    """The players of whom it has to be said first which one is meant, since nobody chooses the
    cards: those on top of a deck, random ones, those with the highest cost, all of them."""
    match what:
        case a.Whole(a.Place(owner=a.Player(kind) as owner)) if kind in ONE_OF:
            return owner
        case a.Cards(much, places=(a.Place(owner=a.Player(kind) as owner) as place,)) if (
            kind in ONE_OF
        ):
            extreme = any(isinstance(test, a.Extreme) for test in what.filter.tests)
            given = what.random or extreme or isinstance(much, a.Every)
            return owner if given or (verb is not None and _of_the_top(verb, place)) else None
        case _:
            return None


def _of_the_top(verb: a.Verb, place: a.Place) -> bool:
    """Whether cards are taken from the top of a deck, which nobody looks through."""
    drawn = verb is a.Verb.DRAW and place.edge is None
    return place.zone is a.Zone.DECK and (place.edge is a.Edge.TOP or drawn)
