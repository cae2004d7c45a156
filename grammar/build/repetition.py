"""Effects that happen several times: "for each", "until"."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace


def repeat_until(effect: a.Effect, end: a.Condition) -> a.Effect:
    """ "Destroy cards in the Line-Up until there are four": one by one, and counted there."""
    first = effect.effects[0] if isinstance(effect, a.Seq) else effect
    what = getattr(first, "what", None)
    if isinstance(what, a.Cards) and isinstance(what.quantity, a.Every):
        single = _with(first, replace(what, quantity=a.Exactly(a.ONE)))
        if isinstance(effect, a.Seq):
            more = effect.effects[1:]
            again = [_with(e, a.IT) if getattr(e, "what", None) == a.THEM else e for e in more]
            effect = a.Seq((single, *again))
        else:
            effect = single
        if isinstance(end, a.There) and end.count.cards == a.Cards(a.Every()):
            end = replace(end, count=a.CountOf(a.Cards(a.Every(), places=what.places)))
    return a.RepeatUntil(effect, end)


def _with(effect: Any, what: a.Selection) -> Any:
    return replace(effect, what=what)


def for_each(each: a.Amount, effect: a.Effect) -> a.Effect:
    """Something for each counted thing; Power, costs and VP take it into their amount."""
    match effect:
        case a.Power(a.Number(n), who):
            return a.Power(a.Times(n, each), who)
        case a.Worth(a.Number(n)):
            return a.Worth(a.Times(n, each))
        case a.ChangeCost(of, a.Number(n), more, span):
            return a.ChangeCost(of, a.Times(n, each), more, span)
    return a.ForEach(each, effect)
