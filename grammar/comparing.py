"""Sentences that compare what several players did, or several cards: they are asked once."""

from __future__ import annotations

from rules_check.grammar import ast as a


def compares_all(effect: a.Effect) -> bool:
    """Whether it depends on what one player did compared with all others."""
    if not isinstance(effect, a.If):
        return False
    return any(isinstance(x, a.HighestCost) for x in a.walk(effect.condition))


def compares_cards(effect: a.Effect) -> bool:
    """Whether it depends on what several cards spoken of have in common."""
    if not isinstance(effect, a.If):
        return False
    match effect.condition:
        case a.Is(a.Ref(a.RefKind.THEM), a.Filter((), (a.Alike() | a.OneType() | a.Different(),))):
            return True
        case a.ShareType() | a.DifferInType():
            return True
        case _:
            return False
