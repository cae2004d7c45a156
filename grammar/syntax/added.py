"""What is added to an amount, or taken off: "plus 1 for each Weakness", "minus 1 for every
two Starters", "plus 1 if both cost the same"."""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.attach import sequence
from rules_check.grammar.syntax.drafts import (
    Draft,
    Nominal,
    Nonsense,
    NounPhrase,
    Quantity,
    want,
)


def so_much(x: Draft) -> tuple[int, str]:
    """ "1", "1 more", "1 more Power", "1 card": how much, and of what, if that is said."""
    match x:
        case NounPhrase("", None, quantity=Quantity("=") as q):
            want(x == NounPhrase("", None, quantity=q) and q.number is not None)
            return q.number or 0, ""
        case NounPhrase("", Nominal("points" | "card" as sort, head, plural) as inner):
            q2 = inner.quantity
            want(x == NounPhrase("", Nominal(sort, head, plural, quantity=q2)))
            want(q2 is not None and q2.how == "=" and q2.number is not None)
            assert q2 is not None
            return q2.number or 0, head
    raise Nonsense


_UNIT = {a.Power: "power", a.Worth: "vp", a.Move: "card"}


def added(done: a.Effect, much: Draft, each: a.CountOf | a.CountPlayers) -> a.Effect:
    """So much more, for each of something."""
    number, unit = so_much(much)
    more = a.Times(number, each)
    want(unit in ("", _UNIT.get(type(done))))
    match done:
        case a.Power(a.Number() as value):
            return a.replace(done, amount=a.Plus(value, more))
        case a.Power(a.Times(), who):
            return sequence([done, a.Power(more, who)])
        case a.Worth(a.Times()):
            return sequence([done, a.Worth(more, additional=True)])
        case a.ChangeCost(a.CharacterCost(), a.Number() as value):
            return a.replace(done, amount=a.Plus(value, _times(number, each)))
        case a.Move(what=a.Cards(a.Exactly(a.Number() as value)) as what):
            much_more = a.Exactly(a.Plus(value, _times(number, each)))
            return a.replace(done, what=a.replace(what, quantity=much_more))
    raise Nonsense


def taken_off(done: a.Effect, much: Draft, each: a.CountOf | a.CountPlayers) -> a.Effect:
    """So much less, for each of something."""
    number, unit = so_much(much)
    want(unit in ("", _UNIT.get(type(done))))
    match done:
        case a.Power(a.Number() as value) | a.Worth(a.Number() as value):
            return a.replace(done, amount=a.Minus(value, a.Times(number, each)))
        case a.Power(value) | a.Worth(value):
            want(not isinstance(value, a.Bounded))  # is the limit one of all of it?
            first = value.each if isinstance(value, a.Times) and value.number == 1 else value
            return a.replace(done, amount=a.Minus(first, _times(number, each)))
        case a.Move(what=a.Cards(a.Exactly(a.Number() as value)) as what) if value != a.ONE:
            less = a.Exactly(a.Bounded(a.Minus(value, _times(number, each)), 0))
            return a.replace(done, what=a.replace(what, quantity=less))
    raise Nonsense


def more_if(done: a.Effect, much: Draft, so: a.Condition) -> a.Effect:
    """So much more, if something is so."""
    number, unit = so_much(much)
    want(unit in ("", _UNIT.get(type(done))))
    match done:
        case a.Power(_, who):
            return sequence([done, a.If(so, a.Power(a.Number(number), who))])
    raise Nonsense


def _times(number: int, each: a.CountOf | a.CountPlayers) -> a.Amount:
    return each if number == 1 else a.Times(number, each)
