"""What texts forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.find import fits
from rules_check.oracle.meaning.who import players
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Listener
from rules_check.oracle.values.state import State


def banned(g: Table, s: State, verb: a.Verb, player: int, card: int) -> bool:
    """Whether a text forbids a player to do that to a card."""
    bans = g.watching(s).bans
    return bool(bans) and any(_bans(g, s, x, verb, player, card) for x in bans)


def _bans(g: Table, s: State, listener: Listener, verb: a.Verb, player: int, card: int) -> bool:
    if not listener.works(s):
        return False
    frame = listener.asking()
    forbid: a.Forbid = listener.node
    if isinstance(forbid.when, a.Window) and not g.in_window(s, listener.you, forbid.when):
        return False
    ban = FORBIDS[type(forbid.effect)]
    return ban(g, s, frame, forbid.effect, verb, player, card, forbid.others)


def _moving(
    g: Table, s: State, f: Frame, node: a.Move, verb: a.Verb, player: int, card: int, but: bool
) -> bool:
    if node.verb is not verb or player not in players(g, s, f, node.who):
        return False
    return _among(g, s, f, node.what, card) is not but


def _playing(
    g: Table, s: State, f: Frame, node: a.Play, verb: a.Verb, player: int, card: int, but: bool
) -> bool:
    if verb is not a.Verb.PLAY or player not in players(g, s, f, node.who):
        return False
    return _among(g, s, f, node.what, card) is not but


def _avoiding(
    g: Table,
    s: State,
    f: Frame,
    node: a.AvoidAttack,
    verb: a.Verb,
    player: int,
    card: int,
    but: bool,
) -> bool:
    return verb is a.Verb.AVOID and player in players(g, s, f, node.who)


FORBIDS: Final[dict[type[Any], Callable[..., bool]]] = {
    a.Move: _moving,
    a.Play: _playing,
    a.AvoidAttack: _avoiding,
}
"""What can be forbidden; a text that forbids anything else is not played."""


def _among(g: Table, s: State, f: Frame, what: a.Selection, card: int) -> bool:
    """Whether a card is one of those a ban speaks of, wherever it is."""
    match what:
        case a.Cards(_, wanted):
            return card >= 0 and fits(g, s, f, card, wanted)
        case a.Ref(a.RefKind.THIS):
            return card == f.source
        case a.Ref():
            return card in f.spoken_of(a.bound_to(what))
        case _:
            return True
