"""Cards that were drawn and are kept: "If they cost the same, keep both"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore

KEEPER: Final = a.Player(a.PlayerKind.OWNER)
"""Who "keeps" cards. No text keeps it: `kept` makes it out."""


def kept(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """An effect in which cards are kept that were drawn, so that nothing is done with them; a card
    that was only shown cannot be kept without saying where."""
    if not any(isinstance(x, a.LeaveThere) and x.who == KEEPER for x in a.walk(effect)):
        return effect
    parts = [x for one in before for x in a.walk(one)]
    drawn = any(isinstance(x, a.Move) and x.verb is a.Verb.DRAW for x in parts)
    if not drawn or any(isinstance(x, a.Show | a.Choose | a.Search) for x in parts):
        raise NothingBefore("keep")

    def yours(node: Any) -> Any:
        if isinstance(node, a.LeaveThere) and node.who == KEEPER:
            return a.replace(node, who=a.YOU)
        return a.rebuild(node, yours)

    found: a.Effect = yours(effect)
    return found
