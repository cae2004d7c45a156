"""Who does it: one effect for one player after the other."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import with_player
from rules_check.oracle.meaning.who import PICKED, players
from rules_check.oracle.running.agenda import TASKS, task
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.state import Frame, State, Task


def for_each(g: Table, s: State, f: Frame, who: a.Player, name: str, node: a.Effect) -> None:
    """Start the task (name, node, player, how manieth) for each player meant, in turn order."""
    f.doers = ()
    f.missed = ()
    f.many = 0
    if who.kind is a.PlayerKind.YOU and who.test is None:
        if f.you in f.avoided:
            return
        f.actor = f.you
        TASKS[name](g, s, (name, node, f.you, 0))
        return
    found = players(g, s, f, who)
    if s.trace is not None:
        _tell(s, f, who, found)
    if who.kind in PICKED and len(found) > 1:
        with_player(g, s, found, f.you, ("one_of", name, node), f.source)
        return
    f.did = False
    start(g, s, found, name, node)


def _tell(s: State, f: Frame, who: a.Player, found: tuple[int, ...]) -> None:
    """Say of whom a text speaks, where rules tell who that is and in which order."""
    if who.kind is a.PlayerKind.THAT_FOE:
        say(s, "speaks of", f.you, "resolve.that_foe", (f.source,), found)
    elif who.kind is a.PlayerKind.TEAMMATE and not found:
        say(s, "speaks of", f.you, "resolve.no_teammate", (f.source,))
    elif len(found) > 1 and who.kind not in PICKED:
        say(s, "speaks of", f.you, "resolve.turn_order", (f.source,), found)


def start(g: Table, s: State, found: tuple[int, ...], name: str, node: a.Effect) -> None:
    """Put the task for each of the players on the agenda, the first on top."""
    for at in range(len(found) - 1, -1, -1):
        s.agenda.append(("as", name, node, found[at], at))


@task("as")
def as_player(g: Table, s: State, todo: Task) -> None:
    """Now the text speaks of this player."""
    _, name, node, player, at = todo
    s.frames[-1].actor = player
    TASKS[name](g, s, (name, node, player, at))


@task("one_of")
def one_of(g: Table, s: State, todo: Task) -> None:
    """The one player meant has been chosen."""
    _, name, node, player = todo
    f = s.frames[-1]
    f.that = player
    f.actor = player
    TASKS[name](g, s, (name, node, player, 0))


def note(s: State, player: int, did: bool) -> None:
    """Remember whether a player did what the text says."""
    f = s.frames[-1]
    f.did = did
    if did:
        f.doers = (*f.doers, player)
    else:
        f.missed = (*f.missed, player)
