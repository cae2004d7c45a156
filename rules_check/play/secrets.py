"""What a seat may know of an event: cards that it cannot see are taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.zones import DECK, HAND, PER_PLAYER, TABLE

if TYPE_CHECKING:
    from rules_check.oracle.game import Game

UNSEEN: Final = frozenset({"shuffle", "reshuffle", "starting deck", "set aside"})
"""Events that name the cards of a pile, in an order that nobody may know."""

TO_ONE: Final = frozenset({"look at"})
"""Events whose cards only the player of the event sees (and who looks with them)."""

HIDDEN: Final = -1
"""Stands for a card that may not be known."""


def visible(game: Game, event: Event, seat: int | None) -> Event:
    """The event as a seat sees it; None is somebody who sees everything but piles.

    A card that is hidden becomes HIDDEN; how many there are is never a secret.
    """
    if event.kind in UNSEEN:
        return event._replace(cards=(HIDDEN,) * len(event.cards))
    if seat is None:
        return event
    if event.kind in TO_ONE and not _together(game, event.player, seat):
        return event._replace(cards=(HIDDEN,) * len(event.cards))
    if event.kind in MOVES:
        if len(event.detail) == 2:
            known = any(sees(game, zone, seat) for zone in event.detail)
        else:
            known = _together(game, event.player, seat)
        return event if known else event._replace(cards=(HIDDEN,) * len(event.cards))
    if event.kind in {"replace", "forbidden"}:
        shown = event.cards[:1] if event.kind == "replace" else ()
        return event._replace(cards=shown + (HIDDEN,) * (len(event.cards) - len(shown)))
    return event


def sees(game: Game, zone: int, seat: int) -> bool:
    """Whether the cards of a zone lie open to a seat: no deck does, nor what lies face down on
    the table, and of the hands only the seat's own and the teammate's."""
    if zone >= game.shared:
        return zone not in (game.main_deck, game.shared + TABLE)
    kind = zone % PER_PLAYER
    if kind == HAND:
        return _together(game, zone // PER_PLAYER, seat)
    return kind != DECK


def _together(game: Game, one: int, other: int) -> bool:
    return bool(one == other or game.team[one] == game.team[other])
