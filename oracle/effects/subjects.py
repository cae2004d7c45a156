"""Who does it: one effect for one player after the other."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import choose_player
from rules_check.oracle.meaning.who import PICKED, players
from rules_check.oracle.running.agenda import FOR_PLAYER, with_player
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import ForPlayer, Task


class OneOf(Task):
    """Do an effect for the one player who has to be chosen."""

    tag = "one_of"
    node: Any


def for_each(g: Table, s: State, f: Frame, who: a.Player, node: a.Effect) -> None:
    """Do an effect for each of the players meant, in turn order."""
    f.doers = ()
    f.missed = ()
    f.many = 0
    if who.kind is a.PlayerKind.YOU and who.test is None:
        if f.you in f.avoided:
            return
        f.actor = f.you
        FOR_PLAYER[type(node)](g, s, node, f.you, 0)
        return
    found = players(g, s, f, who)
    if s.trace is not None:
        _tell(s, f, who, found)
    if who.kind in PICKED and len(found) > 1:
        choose_player(g, s, found, f.you, OneOf(node), f.source)
        return
    f.did = False
    for at in range(len(found) - 1, -1, -1):
        s.agenda.append(ForPlayer(node, found[at], at))


def _tell(s: State, f: Frame, who: a.Player, found: tuple[int, ...]) -> None:
    """Say of whom a text speaks, where rules tell who that is and in which order."""
    if who.kind is a.PlayerKind.THAT_FOE:
        say(s, "speaks of", f.you, "resolve.that_foe", (f.source,), found)
    elif who.kind is a.PlayerKind.TEAMMATE and not found:
        say(s, "speaks of", f.you, "resolve.no_teammate", (f.source,))
    elif len(found) > 1 and who.kind not in PICKED:
        say(s, "speaks of", f.you, "resolve.turn_order", (f.source,), found)


@with_player(OneOf)
def one_of(g: Table, s: State, todo: OneOf, player: int) -> None:
    """The one player meant has been chosen."""
    f = s.frames[-1]
    f.that = player
    f.actor = player
    FOR_PLAYER[type(todo.node)](g, s, todo.node, player, 0)


def note(s: State, player: int, did: bool) -> None:
    """Remember whether a player did what the text says."""
    f = s.frames[-1]
    f.did = did
    if did:
        f.doers = (*f.doers, player)
    else:
        f.missed = (*f.missed, player)
