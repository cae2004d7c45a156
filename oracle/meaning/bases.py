"""Where a test says to look: cards that are controlled, owned, or were acted on."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_rules import whose_deed
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning import other_readings
from rules_check.oracle.meaning.who import players
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import OWN_TURN
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PARKED, PER_PLAYER, PLAY


def looked_for(g: Table, s: State, f: Frame, base: a.Test) -> list[int]:
    """The cards that a test names which says where to look."""
    match base:
        case a.Controlled(who):
            return [c for p in players(g, s, f, who) for c in controlled(g, s, p)]
        case a.Acted():
            return acted_on(g, s, f, base)
        case a.ThisWay():
            return this_way(g, s, f, base)
        case a.Owned(who):
            return [c for p in players(g, s, f, who) for c in owned(g, s, p)]
        case _:
            raise ValueError(f"{base} does not say where to look")


def controlled(g: Table, s: State, player: int) -> list[int]:
    """The cards a player controls: those in play before them, and what texts lend them."""
    lent = (s.watch or g.refresh(s)).lent
    played = s.zones[player * PER_PLAYER + PLAY]
    cards = [c for c in played if c not in lent] if lent else list(played)
    if g.sw.control != "played" or g.sw.returned_card != "left":
        cards = other_readings.controlled(g, s, player, cards)
    if lent:
        cards.extend(card for card, to in lent.items() if to == player)
    return cards


def owned(g: Table, s: State, player: int) -> list[int]:
    """All cards of a player's deck, wherever they are."""
    base = player * PER_PLAYER
    found = [c for z in (HAND, DECK, DISCARD, PLAY, PARKED) for c in s.zones[base + z]]
    if s.owners:
        lent = [card for card, owner in s.owners.items() if owner == player]
        found = [card for card in found if card not in s.owners] + lent
    return found


def acted_on(g: Table, s: State, f: Frame, test: a.Acted) -> list[int]:
    """The cards to which a player did that, in the stretch of time."""
    who = players(g, s, f, test.who)
    if test.window is not None and not _has_been(g, s, f, test.window):
        return []
    verbs = g.verbs_counting_as(test.verbs, f.source)
    found: list[int] = []
    for fact in s.facts:
        if fact[0] in verbs and fact[2] >= 0 and whose_deed(fact, test.verbs) in who:
            found.append(fact[2])
    return found


def _has_been(g: Table, s: State, f: Frame, window: a.Window) -> bool:
    """Whether what was done in this turn was done in that stretch of time.

    When a turn ends, what was done "during your turn" still counts.
    """
    if window in OWN_TURN and s.phase == "end":
        return s.active == f.you
    return g.in_window(s, f.you, window)


def this_way(g: Table, s: State, f: Frame, test: a.ThisWay) -> list[int]:
    """The cards to which this text did that."""
    who = None if test.who is None else players(g, s, f, test.who)
    if test.window is not None:
        return [x[2] for x in s.facts if x[0] is test.verb and (who is None or x[1] in who)]
    return [x.card for x in f.acts() if x.verb is test.verb and (who is None or x.player in who)]
