"""Where a card goes if the text does not say."""

from __future__ import annotations

from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.moving import owner_of
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PER_PLAYER, PLAY, REMOVED

V = a.Verb


def where_it_was(g: Table, s: State, f: Frame, player: int, card: int) -> int:
    """The pile that a card came from: where it was shown, its stack, or its owner's deck."""
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
