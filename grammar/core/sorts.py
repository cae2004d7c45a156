"""The sorts of the core, and what may stand for what."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Sort(StrEnum):
    """What a value is. A list of cards is in order, a list of players in turn order."""

    NUM = "Num"
    BOOL = "Bool"
    KIND = "Kind"
    CARD = "Card"
    PLAYER = "Player"
    PLACE = "Place"
    EVENT = "Event"
    WINDOW = "Window"
    RESULT = "Result"
    TEXT = "Text"
    NUMS = "Nums"
    KINDS = "Kinds"
    CARDS = "Cards"
    PLAYERS = "Players"
    PLACES = "Places"
    EVENTS = "Events"
    TEXTS = "Texts"


LIST_OF: Final = {
    Sort.NUM: Sort.NUMS,
    Sort.KIND: Sort.KINDS,
    Sort.CARD: Sort.CARDS,
    Sort.PLAYER: Sort.PLAYERS,
    Sort.PLACE: Sort.PLACES,
    Sort.EVENT: Sort.EVENTS,
    Sort.TEXT: Sort.TEXTS,
}
"""Of each sort that there are lists of, the sort of the list."""

MEMBER: Final = {several: one for one, several in LIST_OF.items()} | {
    Sort.PLACE: Sort.CARD,
    Sort.RESULT: Sort.EVENT,
    Sort.CARD: Sort.CARD,
    Sort.PLAYER: Sort.PLAYER,
}
"""What the members of a value are: of a place its cards, of a result its events; one card or
player is a list of one."""

STANDS_FOR: Final = {(one, several) for one, several in LIST_OF.items()} | {
    (Sort.PLACE, Sort.CARDS),
    (Sort.PLACES, Sort.CARDS),
    (Sort.RESULT, Sort.WINDOW),
    (Sort.RESULT, Sort.EVENTS),
}
"""What may stand for what: one for a list of one, a place for its cards, a result for the window in
which it came about and for what happened there."""


BEHIND: Final = (
    LIST_OF
    | {several: several for several in LIST_OF.values()}
    | {
        Sort.RESULT: Sort.RESULT,
        Sort.PLACE: Sort.PLACES,
    }
)
"""What a name is behind the block in which it was bound: all values that it had there. What came of
a statement in each round is one result."""


def fits(found: Sort, wanted: Sort) -> bool:
    """Whether a value of one sort may stand where another is wanted."""
    return found is wanted or (found, wanted) in STANDS_FOR
