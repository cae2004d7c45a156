"""Where a card goes if the text does not say."""

from __future__ import annotations

from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.moving import owner_of
from rules_check.oracle.values.frames import SHOWING, Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PER_PLAYER, PLAY, REMOVED

V = a.Verb

STAYING = SHOWING | {V.CHOOSE}
"""What leaves a card where it is."""


def came_from(s: State, f: Frame, card: int) -> int:
    """The place from which a text has taken a card to where it is now; -1: it has not."""
    if not any(x.card == card and x.verb not in STAYING for x in f.acts()):
        return -1
    here = s.where[card]
    moves = (x for x in reversed(s.facts) if x[2] == card and x[4] == here and x[3] != here)
    return next((x[3] for x in moves), -1)


def where_it_was(g: Table, s: State, f: Frame, player: int, card: int) -> int:
    """The pile that a card came from: from where the text has taken it, where it was shown, its
    stack, or its owner's deck."""
    before = came_from(s, f, card)
    if before >= 0:
        return before
    if card in f.shown:
        return s.where[card]
    if g.boss_stack >= 0 and any(x[2:4] == (card, g.boss_stack) for x in s.facts):
        return g.boss_stack
    if g.kinds[card].name in g.stacks:
        return g.stacks[g.kinds[card].name]
    owner = owner_of(g, s, card)
    return (owner if owner >= 0 else player) * PER_PLAYER + DECK


def default_destination(
    g: Table, s: State, f: Frame, verb: a.Verb, player: int, card: int
) -> tuple[int, bool]:
    """Where a verb puts a card if the text does not say."""
    base = player * PER_PLAYER
    match verb:
        case V.DRAW | V.PASS:
            return base + HAND, False
        case V.DISCARD:
            owner = owner_of(g, s, card)
            return (owner if owner >= 0 else player) * PER_PLAYER + DISCARD, False
        case V.DESTROY:
            return g.destroyed_to(card), False
        case V.GAIN | V.BUY | V.RECEIVE | V.DEAL | V.PUT:
            return base + DISCARD, False
        case V.RETURN:
            before = came_from(s, f, card)
            if before >= 0:
                return before, True
            if card in f.shown:
                return s.where[card], True
            stack = g.stacks.get(g.kinds[card].name)
            if stack is not None:
                return stack, True
            owner = owner_of(g, s, card)
            return (owner if owner >= 0 else player) * PER_PLAYER + HAND, False
        case V.REMOVE:
            return g.shared + REMOVED, False
        case V.PLAY:
            return base + PLAY, False
        case V.REVEAL | V.LOOK | V.CHOOSE | V.DEFEAT | V.AVOID | V.ATTACK | V.SWAP:
            return -1, False  # they move no card
        case V.CONFRONT | V.ANNOUNCE | V.BLOCK:
            return -1, False
        case _:
            assert_never(verb)
