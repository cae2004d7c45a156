"""Where the order of cards that are moved together can matter."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, PER_PLAYER


def has_order(g: Table, s: State, node: a.Move, chosen: tuple[int, ...]) -> bool:
    """Whether these cards will lie in an order that matters."""
    if node.to is not None and node.to.zone is a.Zone.SUPER_VILLAIN_STACK:
        return g.boss_stack >= 0 and node.to.edge is not None
    if node.to is not None and node.to.zone is not a.Zone.STACK:
        return node.to.zone in (a.Zone.DECK, a.Zone.MAIN_DECK)
    if node.to is not None and node.to.edge is None:
        return False
    return s.where[chosen[0]] % PER_PLAYER == DECK or len(set(chosen)) > 1


def on_top(node: a.Move) -> bool:
    """Whether cards come to lie on top of a pile, so that the last one moved is the first."""
    if node.to is None:
        return node.verb is a.Verb.RETURN
    piles = (a.Zone.DECK, a.Zone.MAIN_DECK, a.Zone.STACK, a.Zone.SUPER_VILLAIN_STACK)
    return node.to.zone in piles and node.to.edge is not a.Edge.BOTTOM
