"""What texts would mean under readings of rulings that no book chooses.

Each function is called at one place, behind its switch (`oracle.values.switches`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.values.state import State


def succeeded(g: Table, s: State, you: int) -> bool:
    """`success`: to announce a Confrontation, or to have Power enough in it, is to succeed."""
    if g.sw.success == "announce":
        return s.announced and s.active == you
    target = s.confronted
    return target >= 0 and s.active == you and bool(s.power[you] >= g.character_cost(s, target))


def controlled(g: Table, s: State, player: int, cards: list[int]) -> list[int]:
    """`control`, `returned_card`: only Ongoing cards, or also those that have left play."""
    if g.sw.control == "ongoing_only":
        cards = [card for card in cards if g.kinds[card].is_ongoing]
    if g.sw.returned_card == "still_controlled":
        played = [x[2] for x in s.facts if x[0] is a.Verb.PLAY and x[1] == player]
        cards = cards + [card for card in played if card not in cards]
    return cards


def alike(g: Table, s: State, card: int, others: Iterable[int]) -> bool:
    """`no_type`: whether a card is of one type with another, or neither has any."""
    none = not g.types(s, card)
    return any(
        g.shares_type(s, card, other) or (none and not g.types(s, other))
        for other in others
        if other != card
    )


def alike_without_type(
    g: Table, s: State, cards: list[int], node: a.ShareType | a.DifferInType
) -> bool:
    """`no_type`: having no card type is like a card type of its own."""
    types: list[tuple[Any, ...]] = [g.types(s, card) or (None,) for card in cards]
    shared = [any(kind in two for kind in one) for one, two in combinations(types, 2)]
    return all(shared) and len(cards) > 1 if isinstance(node, a.ShareType) else not any(shared)
