"""Where the order of cards that are moved together can matter."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.destinations import default_destination
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, MAIN_DECK, PER_PLAYER

Cards = tuple[int, ...]


def piled(g: Table, s: State, f: Frame, node: a.Move, player: int, cards: Cards) -> Cards:
    """Those of the cards that will lie on a pile, in an order that matters."""
    to = node.to
    if to is None:
        goals = [(c, default_destination(g, s, f, node.verb, player, c)[0]) for c in cards]
        return tuple(card for card, zone in goals if _is_pile(g, zone))
    if to.zone is a.Zone.SUPER_VILLAIN_STACK:
        matters = g.boss_stack >= 0 and to.edge is not None
    elif to.zone is a.Zone.STACK:
        matters = to.edge is not None
    else:
        matters = to.zone in (a.Zone.DECK, a.Zone.MAIN_DECK)
    return cards if matters else ()


def _is_pile(g: Table, zone: int) -> bool:
    """Whether the order of the cards of a zone counts."""
    if 0 <= zone < g.shared:
        return zone % PER_PLAYER == DECK
    return zone in (g.shared + MAIN_DECK, g.boss_stack, *g.stacks.values())


def one_by_one(g: Table, s: State, f: Frame, node: a.Move, player: int, cards: Cards) -> Cards:
    """The order in which cards are moved: of those that come to lie on top of a pile the last one
    first, and after all others, so that the first is the top one."""
    if node.to is None:
        onto = piled(g, s, f, node, player, cards) if node.verb is a.Verb.RETURN else ()
    else:
        onto = cards if _on_top(node.to) else ()
    return (*(card for card in cards if card not in onto), *reversed(onto))


def _on_top(to: a.Place) -> bool:
    piles = (a.Zone.DECK, a.Zone.MAIN_DECK, a.Zone.STACK, a.Zone.SUPER_VILLAIN_STACK)
    return to.zone in piles and to.edge is not a.Edge.BOTTOM
