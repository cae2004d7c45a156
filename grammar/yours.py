"""A place that is told by another player's: "a card in their hand …, a card in yours"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore

YOURS: Final = a.Place(a.Zone.TABLE, a.YOU, name="yours")
"""The place of yours that is like the one just named. No text keeps it: `like_theirs` makes it
out."""


def like_theirs(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "yours" is your hand (or deck, or discard pile), where such a place of
    another player was named before."""
    if YOURS not in a.walk(effect):
        return effect
    zone: a.Zone | None = None
    for node in (x for one in (*before, effect) for x in a.walk(one)):
        if node == YOURS:
            break
        if isinstance(node, a.Place) and node.owner not in {None, a.YOU}:
            zone = node.zone
    if zone is None:
        raise NothingBefore("yours")
    found: a.Effect = _placed(effect, a.Place(zone, a.YOU))
    return found


def _placed(node: Any, place: a.Place) -> Any:
    if node == YOURS:
        return a.placed(place, a.place_of(node))
    return a.rebuild(node, lambda part: _placed(part, place))
