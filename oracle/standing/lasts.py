"""What goes on for a while: beginning it, ending it, and what it makes of a card."""

from __future__ import annotations

from typing import Any

from rules_check.oracle.box.table import Table
from rules_check.oracle.values.frames import TURN, AtMoment, Frame, Lasting, Until
from rules_check.oracle.values.listeners import Listener
from rules_check.oracle.values.state import State


def last(
    s: State,
    what: str,
    node: Any,
    frame: Frame,
    until: Until = TURN,
    number: Any = 0,
    player: int = -1,
) -> None:
    """Begin something that goes on until `until`."""
    s.serial += 1
    s.lasting.append(
        Lasting(what, frame.you, frame.source, node, until, number, player, frame.copy(), s.serial)
    )
    s.watch = None


def drop(s: State, lasting: Lasting) -> None:
    """End something that goes on."""
    s.lasting = [x for x in s.lasting if x.serial != lasting.serial]
    s.watch = None


def forget(s: State, listener: Listener) -> None:
    """A delayed text has spoken: it does so only once."""
    if listener.key[:1] == ("lasting",):
        s.lasting = [x for x in s.lasting if x.serial != listener.key[1]]
        s.watch = None


def forget_if_over(s: State, listener: Listener) -> None:
    """A text that waited for one moment has spoken."""
    for lasting in s.lasting:
        if lasting.serial == listener.key[1] and isinstance(lasting.until, AtMoment):
            forget(s, listener)
            return


def waits_for(s: State, listener: Listener, player: int) -> bool:
    """Whether a text does not wait for the moment of another player."""
    for lasting in s.lasting if listener.key[:1] == ("lasting",) else ():
        if lasting.serial == listener.key[1] and isinstance(lasting.until, AtMoment):
            return lasting.until.player == player and s.turn > lasting.until.after
    return True


def face_up(s: State, card: int) -> bool:
    """Whether a Character has not been turned face down."""
    return not any(x.what == "flipped" and x.number == card for x in s.lasting)


def lent_to_play(s: State, player: int) -> list[int]:
    """The cards outside the hand that a text lets a player play, as long as they lie there."""
    return [
        card
        for lasting in s.lasting
        if lasting.what == "playable" and lasting.you == player
        for card, zone in lasting.number
        if s.where[card] == zone
    ]


def borrowed_texts(g: Table, s: State, card: int) -> tuple[int, ...]:
    """The cards whose text a card has besides its own."""
    found: tuple[int, ...] = ()
    if g.has_gained_texts:
        for lasting in s.lasting:
            if lasting.what == "text" and card in lasting.number[0]:
                found = found + lasting.number[1]
    return found
