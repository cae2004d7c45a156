"""Whose deck has to be filled before its top cards can be looked at."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.find import amount
from rules_check.oracle.meaning.who import players
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, DISCARD, PER_PLAYER


@PerObject
def _tops(node: a.Node) -> tuple[tuple[a.Quantity, a.Place], ...]:
    """What a text says of cards on top of decks: how many, and of which deck."""
    return tuple(_looked_at(node))


def _looked_at(node: a.Node) -> Iterator[tuple[a.Quantity, a.Place]]:
    """The same; what was done, or cannot be ("if you discarded the top card of your deck"), is not
    looked at."""
    if isinstance(node, a.EffectNode):
        return
    if isinstance(node, a.Cards):
        for place in node.places:
            if place.zone is a.Zone.DECK and place.edge is a.Edge.TOP:
                yield node.quantity, place
    for part in a.children(node):
        yield from _looked_at(part)


def looks_at_a_top(node: a.Node) -> bool:
    """Whether a text looks at the top of a player's deck."""
    return bool(_tops(node))


def deck_to_fill(
    g: Table, s: State, f: Frame, node: a.Node, player: int, more: int = 0
) -> int | None:
    """The first player whose deck is not as deep as a text looks (and `more`), and who has a
    discard pile to fill it; None if there is none."""
    for quantity, place in _tops(node):
        number = 1
        if isinstance(quantity, (a.Exactly, a.UpTo, a.AtLeast)):
            number = amount(g, s, f, quantity.amount)
        number = number + more
        for owner in (player,) if place.owner is None else players(g, s, f, place.owner):
            base = owner * PER_PLAYER
            if len(s.zones[base + DECK]) < number and s.zones[base + DISCARD]:
                return owner
    return None


@PerObject
def compared_with(what: a.Selection) -> a.Filter | None:
    """The filter of cards, which may look at the top of a deck ("with cost less than the cost of
    the top card of your deck"); None if it looks at none."""
    if not isinstance(what, a.Cards) or not _tops(what.filter):
        return None
    return what.filter
