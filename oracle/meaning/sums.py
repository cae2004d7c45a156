"""Amounts that are worked out: halves, differences, limits, the highest of several numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules_check.grammar import ast as a


def worked_out(
    node: a.AmountNode,
    value: Callable[[a.Amount], Any],
    printed: Callable[[a.Cards, a.AttributeKind], list[Any]],
    held: Callable[[a.Player, a.Cards], list[int]],
) -> Any:
    """The value of such an amount; the functions tell the value of another amount, the numbers
    printed on cards, and how many of them each of several players has."""
    match node:
        case a.Half(of, up):
            return (value(of) + (0 if up is False else 1)) // 2
        case a.Minus(first, second):
            return value(first) - value(second)
        case a.Difference(first, second):
            one, two = value(first), value(second)
            return one - two if one >= two else two - one
        case a.Bounded(of, least, most):
            number = value(of)
            if most is not None and number > most:
                number = most
            return least if least is not None and number < least else number
        case a.Highest(kind, cards, highest):
            numbers = printed(cards, kind) or [0]
            return max(numbers) if highest else min(numbers)
        case a.MostHeld(who, cards, most):
            counts = held(who, cards) or [0]
            return max(counts) if most else min(counts)
        case _:
            raise ValueError(f"{node} is no amount")
