"""Who sits where: turn order, foes, teammates, neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import APPEARANCE, State

SPARED: Final = "spared"
"""How a frame calls those at whom the Attack that goes on is not aimed, as its words pick out
others."""


def in_turn_order(g: Table, s: State, first: int) -> tuple[int, ...]:
    """The players still in the game, in turn order, beginning with one of them."""
    order = s.order
    at = order.index(first) if first in order else 0
    turned = order[at:] + order[:at]
    return tuple(p for p in turned if p not in s.out) if s.out else turned


def seating(g: Table, s: State) -> tuple[int, ...]:
    """The players clockwise: in turn order, but of two teams partners sit side by side and the
    foe across comes second (`turn_order`, `affected`, `neighbours`)."""
    if not g.teams or g.players != 4:
        return s.order
    return (0, 2, 3, 1)


def clockwise(g: Table, s: State, first: int) -> tuple[int, ...]:
    """The players still in the game, clockwise, beginning with one of them."""
    seats = seating(g, s)
    at = seats.index(first)
    return tuple(p for p in seats[at:] + seats[:at] if p not in s.out)


def foes(g: Table, s: State, you: int) -> tuple[int, ...]:
    """The opponents of a player, in turn order."""
    key = (you, s.order, s.out)
    known = g.known_foes.get(key)
    if known is None:
        team = g.team
        order = clockwise if g.sw.affected == "seats" else in_turn_order
        known = tuple(p for p in order(g, s, you) if team[p] != team[you])
        g.known_foes[key] = known
    return known


def foes_of(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    """The foes of whoever a text speaks to, in the order in which it affects them."""
    if _assisted(g, s, f):
        return tuple(p for p in affected(g, s, f) if p in foes(g, s, f.you))
    return foes(g, s, f.you)


def affected(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    """All players in the order in which a text affects them: whoever played its card comes first,
    also where it came by an Assist."""
    return in_turn_order(g, s, partner(g, s.active) if _assisted(g, s, f) else f.you)


def _assisted(g: Table, s: State, f: Frame) -> bool:
    """Whether the players are counted from the teammate who Assisted with the card."""
    return g.sw.assist_order == "player" and ("assisted", f.source) in s.used


def partner(g: Table, you: int) -> int:
    """The teammate of a player, or -1."""
    return g.partners[you]


def teammates(g: Table, players: Iterable[int]) -> tuple[int, ...]:
    """The teammates of players."""
    return tuple(partner(g, player) for player in players if partner(g, player) >= 0)


def that_player(g: Table, s: State, f: Frame) -> int:
    """The foe acted against: whom the situation gives, else the Confronted one, else the only
    one there is."""
    if f.that >= 0:
        return f.that
    if s.confronted >= 0 and g.team[s.confronted] != g.team[f.you]:
        return s.confronted
    others = foes(g, s, f.you)
    return others[0] if len(others) == 1 else -1


def neighbour(g: Table, s: State, player: int, step: int) -> int:
    """Who sits next to a player: 1 is to the left, -1 to the right."""
    order = seating(g, s) if g.sw.neighbours == "seats" else s.order
    at = order.index(player) + step
    while order[at % len(order)] in s.out:
        at += step
    return order[at % len(order)]


def of_appearance(s: State, f: Frame) -> bool:
    """Whether a text is the First Appearance that goes on, not that of a card used meanwhile."""
    return s.phase == APPEARANCE and f.source == s.face_up


def immune(g: Table, s: State) -> tuple[int, ...]:
    """Whom the next First Appearance does not hit, where Super-Villains are hunted: the player
    who has defeated the one before."""
    fell = (a.Verb.DEFEAT, g.boss_stack)
    return tuple(fact[1] for fact in s.facts if (fact[0], fact[3]) == fell)
