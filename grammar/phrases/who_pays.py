"""Who pays what cards cost, where a text does not say it: in your turn it is you; until a later
turn, or until something happens, it is everyone who buys them."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.held import counted_then


def as_said(tree: Part, effect: a.Effect) -> a.Effect:
    """The effect of a whole sentence: what a card is worth is counted at the end of the game, and
    what cards cost until a later turn they cost everyone."""
    found = counted_then(tree, effect)
    longer = (x for x in a.walk(found) if isinstance(x, a.Lasting) and _later(x.until.end))
    if not any(isinstance(x, a.CostOfCards) for one in longer for x in a.walk(one)):
        return found
    if w.says(tree, "YOU") or w.says(tree, "PAY"):
        return found
    everyone: a.Effect = _everyone(found)
    return everyone


def _later(end: a.Moment | a.Event) -> bool:
    """May it come after the turns of others?"""
    return not isinstance(end, a.Moment) or end.next


def _everyone(node: Any) -> Any:
    if isinstance(node, a.CostOfCards) and node.payer == a.YOU and not node.to_defeat:
        return a.replace(node, payer=a.Player(a.PlayerKind.EACH_PLAYER))
    return a.rebuild(node, _everyone)
