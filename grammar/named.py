"""What a text has named so far, and which of it the nearest is that a word can mean."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from rules_check.grammar import ast as a

HELD: Final = "held"
"""Cards like the one that players were said to have: "one of them" can be one of these."""

NAMING: Final = frozenset(a.PlayerKind) - {
    *(a.PlayerKind.YOU, a.PlayerKind.YOU_OR_TEAMMATE, a.PlayerKind.YOU_AND_TEAMMATE),
    *(a.PlayerKind.LEFT, a.PlayerKind.RIGHT, a.PlayerKind.THEIR_LEFT, a.PlayerKind.THEIR_RIGHT),
    *(a.PlayerKind.THEIR_TEAMMATE, a.PlayerKind.FOES_TEAMMATE, a.PlayerKind.ATTACKERS_TEAMMATE),
    *(a.PlayerKind.THAT_PLAYER, a.PlayerKind.THE_PLAYER, a.PlayerKind.ATTACKER),
    *(a.PlayerKind.OWNER, a.PlayerKind.CONFRONTED),
}
"""Players whom a sentence can name for its own "they" and "their"."""


class Sort(Enum):
    """What can be spoken of."""

    CARDS = "cards"
    PLAYER = "player"
    PLAYERS = "players"
    NUMBER = "number"
    VALUE = "value"


class Named(NamedTuple):
    """Something that was named: its mark, what it is, whether it is several; the kind of value.

    `some`: cards that were taken out of others; `picked`: out of which players these were picked,
    so that there are others; `beside`: the mark of what "you" do in the same way ("you and that
    foe").
    """

    mark: int
    sort: Sort
    several: bool = False
    value: str = ""
    shown: bool = False
    some: bool = False
    picked: a.PlayerKind | None = None
    beside: int = 0
    called: frozenset[a.CardType] = frozenset()
    """The card types by which the cards were called."""
    again: tuple[int, ...] = ()
    """Cards that were named before and are only spoken of again: what named them."""
    means: tuple[int, ...] = ()
    """What a later word means by it, where this is not just its mark."""
    in_order: bool = False
    """Cards of which there is a first and a second."""
    yours: tuple[int, ...] = ()
    """Cards of you and of another player: what named yours."""
    known: tuple[int, ...] = ()
    """Of several cards the one that was known before: what named it ("destroy this card and …")."""


def nearest(
    named: list[Named],
    kind: a.RefKind,
    called: a.CardType | None = None,
    yours: bool = False,
) -> tuple[int, ...]:
    """The nearest cards that fit: "it" is one card if it can be, "them" several; "that Hero" is
    one that was called so, or else one of which nothing else was said. `yours`: of cards of you
    and another player, "it" is yours."""
    cards = [one for one in named if one.sort is Sort.CARDS]
    if kind is a.RefKind.IT:
        cards = [one for one in cards if one.value != HELD]
    if called is not None:
        so_called = [one for one in cards if called in one.called]
        cards = so_called or [one for one in cards if not one.called]
    match kind:
        case a.RefKind.IT:
            fitting = [one for one in cards if not one.several]
        case a.RefKind.THEM:
            fitting = [one for one in cards if one.several]
        case a.RefKind.FIRST | a.RefKind.SECOND:
            cards = fitting = [one for one in cards if one.in_order]
        case _:
            cards = [one for one in cards if one.mark != a.SELF]  # of one card there is no rest
            fitting = [one for one in cards if one.several and one.shown]
            fitting = fitting or [one for one in cards if one.several and not one.some]
            fitting = fitting or [one for one in cards if one.several]
    if kind is a.RefKind.THEM and not fitting:  # named one by one: "those two cards"
        single = [one for one in cards if not one.again]
        return tuple(dict.fromkeys(m for one in single for m in one.means or (one.mark,)))
    for one in (fitting or cards)[-1:]:
        if yours and one.yours and kind is a.RefKind.IT:
            return one.yours
        return one.means or (one.mark,)
    return ()
