"""What texts forbid."""

from __future__ import annotations

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
    match forbid.effect:
        case a.Move(move, what, _, who):
            if move is not verb:
                return False
            meant = _among(g, s, frame, what, card) is not forbid.others
            return player in players(g, s, frame, who) and meant
        case a.Play(what, _, who):
            if verb is not a.Verb.PLAY:
                return False
            meant = _among(g, s, frame, what, card) is not forbid.others
            return player in players(g, s, frame, who) and meant
        case a.AvoidAttack(who):
            return verb is a.Verb.AVOID and player in players(g, s, frame, who)
        case _:
            return False


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
