"""Sentences that compare what several players did, or several cards: they are asked once."""

from __future__ import annotations

from typing import Any

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


def beside_itself(value: Any) -> Any:
    """What a card is compared with, where "other" cards are others than this card."""
    if isinstance(value, a.Other):
        return a.tied(value, bound=(a.CANDIDATE,))
    return a.rebuild(value, beside_itself)
