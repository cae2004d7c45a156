"""The zones that the words of a text mean."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.who import players
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import (
    DECK,
    DESTROYED,
    DISCARD,
    HAND,
    LINE_UP,
    MAIN_DECK,
    PARKED,
    PER_PLAYER,
    PLAY,
    REMOVED,
    SCORE,
    TABLE,
)

OWN_ZONES: Final = {
    a.Zone.HAND: HAND,
    a.Zone.DECK: DECK,
    a.Zone.DISCARD_PILE: DISCARD,
    a.Zone.PLAY: PLAY,
    a.Zone.FRONT: PLAY,
    a.Zone.SCORE_PILE: SCORE,
    a.Zone.UNDER_CHARACTER: PARKED,
    a.Zone.UNDER_THIS: PARKED,
}
"""The zone of a player that a word of the card language means."""

COMMON_ZONES: Final = {
    a.Zone.LINE_UP: LINE_UP,
    a.Zone.MAIN_DECK: MAIN_DECK,
    a.Zone.DESTROYED_PILE: DESTROYED,
    a.Zone.OUT_OF_GAME: REMOVED,
    a.Zone.TABLE: TABLE,
}
"""The zone of all players that such a word means."""

STACK: Final = a.Zone.STACK
SUPER_VILLAINS: Final = a.Zone.SUPER_VILLAIN_STACK


def zones_of(g: Table, s: State, f: Frame, place: a.Place) -> list[int]:
    """The zones that a place means (of one or several players, or shared)."""
    own = OWN_ZONES.get(place.zone)
    if own is not None:
        if place.owner is None:
            return [f.actor * PER_PLAYER + own]
        return [p * PER_PLAYER + own for p in players(g, s, f, place.owner)]
    shared = COMMON_ZONES.get(place.zone)
    if shared is not None:
        if g.beside and shared == LINE_UP and g.in_window(s, f.actor, a.Window.YOUR_TURN):
            return [g.line_up, g.beside[s.active]]
        return [g.shared + shared]
    if place.zone is STACK:
        if place.name is not None:
            return [g.stacks[place.name]] if place.name in g.stacks else []
        return list(g.stacks.values())
    if place.zone is SUPER_VILLAINS and g.villains_hide:
        return [g.line_up] if g.sw.hidden_villain == "line_up" else []
    if place.zone is SUPER_VILLAINS:
        return [g.boss_stack] if top_is_face_up(g, s) else []
    return []


def hidden_villains(g: Table, s: State) -> tuple[int, ...]:
    """The Super-Villains in the Line-Up, where there is no stack of them: the costliest first."""
    title = a.Title.SUPER_VILLAIN
    found = [card for card in s.zones[g.line_up] if title in g.kinds[card].titles]
    return tuple(sorted(found, key=lambda card: -g.kinds[card].cost))


def top_is_face_up(g: Table, s: State) -> bool:
    """Whether a Super-Villain lies face up on top of their stack; texts reach no other."""
    return g.boss_stack >= 0 and s.zones[g.boss_stack][:1] == (s.face_up,)
