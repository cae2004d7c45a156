"""What a card is worth less something: counted from what is printed on it, down to a number."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a

OWN_VP: Final = a.AttributeOf(a.AttributeKind.VP, a.THIS)
"""What is printed on this card."""


def down_to(effect: a.Worth, least: int) -> a.Worth | None:
    """ "1 VP less for each Weakness in your deck (minimum 0)", "1 VP for each Hero, …": what the
    card is worth is not less than that; None where nothing could make it more."""
    match effect:
        case a.Worth(a.Times(number, each), additional=True) if number < 0:
            fewer = each if number == -1 else a.Times(-number, each)  # of all that it is worth
            return a.Worth(a.Bounded(a.Minus(OWN_VP, fewer), least=least))
        case a.Worth(a.Times(number)) if number < 0 <= least:
            return None
        case _:
            return a.replace(effect, amount=a.Bounded(effect.amount, least=least))
