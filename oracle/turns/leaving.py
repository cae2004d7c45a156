"""A player who is out of the game: their cards go with them, and nothing of theirs works on."""

from __future__ import annotations

from rules_check.grammar.ast import Verb
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.moving import move_card, owner_of, place_card
from rules_check.oracle.standing.lasts import drop
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import AtMoment, Lasting
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DISCARD, PER_PLAYER, REMOVED


def leave_game(g: Table, s: State, player: int) -> None:
    """What a player has goes out of the game; what they began to do, or is to come, is over."""
    s.out = (*s.out, player)
    say(s, "out", player, "variant.out")
    s.pending = [item for item in s.pending if item[0] != player]
    for lasting in [x for x in s.lasting if x.you == player]:
        undo(g, s, lasting)
        drop(s, lasting)
    zones = range(player * PER_PLAYER, (player + 1) * PER_PLAYER)
    theirs = [card for zone in zones for card in s.zones[zone] if owner_of(g, s, card) == player]
    theirs += [card for card, owner in s.owners.items() if owner == player]
    for card in theirs:
        _remove(g, s, player, card)
    for zone in zones:
        for card in s.zones[zone]:  # of others, who get it back
            mine = owner_of(g, s, card) * PER_PLAYER + DISCARD
            move_card(g, s, card, mine, Verb.RETURN, player, "variant.out.returns")
    s.watch = None


def _remove(g: Table, s: State, player: int, card: int) -> None:
    way = (place_card(g, s, card, g.shared + REMOVED), g.shared + REMOVED)
    if s.trace is not None:
        s.trace.append(Event("remove", player, (card,), way, "variant.out.cards"))


def undo(g: Table, s: State, lasting: Lasting) -> None:
    """What was moved for a while goes back, unless it was moved again since then.

    It goes out of the game, if its player is out.
    """
    if lasting.what == "undo":
        for card, zone, until_then in lasting.number:
            gone = zone < g.shared and zone // PER_PLAYER in s.out
            to = g.shared + REMOVED if gone else zone
            if s.where[card] == until_then != to:
                source = place_card(g, s, card, to)
                say(s, "return", lasting.you, "effect.return", (card,), (source, to))


def turns_that_do_not_come(g: Table, s: State, ended: int, following: int) -> None:
    """What was to hold until a turn of somebody who is out ends where that turn would have been."""
    at = s.order.index(ended)
    after = s.order[at + 1 :] + s.order[:at]
    skipped = after[: after.index(following)] if following in after else after
    for lasting in s.lasting[:]:
        if isinstance(lasting.until, AtMoment) and lasting.until.player in skipped:
            undo(g, s, lasting)
            drop(s, lasting)
