"""Amounts of which something is taken off, or to which more is added, for each of something: "+3
Power, minus 1 for each Weakness in your discard pile"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.sentences import Builder


def _so_many_times(c: Parts) -> a.Amount:
    each, number = countable(c[-1]), w.numeral(c).value
    return each if number == 1 else a.Times(number, each)


def _less(c: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "+3 Power, minus 1 for each Weakness", "draw four cards, less one for each Location"."""
    units, off = w.kinds(c) & {"POWER", "CARD", "VP"}, _so_many_times(c)
    refuse(closed)
    match effect:
        case a.Power(value) | a.Worth(value):
            refuse(not units <= ({"POWER"} if isinstance(effect, a.Power) else {"VP"}))
            refuse(isinstance(value, a.Bounded))  # is the limit one of all of it?
            if isinstance(value, a.Number):
                return a.replace(effect, amount=a.Minus(value, _so_often(c)))
            first = value.each if isinstance(value, a.Times) and value.number == 1 else value
            return a.replace(effect, amount=a.Minus(first, off))
        case a.Move(what=a.Cards(a.Exactly(a.Number() as value)) as what):
            refuse(not units <= {"CARD"} or value == a.ONE)
            much = a.Exactly(a.Bounded(a.Minus(value, off), 0))
            return a.replace(effect, what=a.replace(what, quantity=much))
        case _:
            refuse(True)
            return effect


def _more(c: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "draw a card, plus one more for each Hero you control", "+1 Power for each Hero you control,
    plus 1 for each Location you control"."""
    refuse(closed)
    units = w.kinds(c) & {"POWER", "CARD", "VP"}
    match effect:
        case a.Power(a.Number() as value):
            refuse(not units <= {"POWER"})
            return a.replace(effect, amount=a.Plus(value, _so_often(c)))
        case a.Power(a.Times(), who):
            refuse(not units <= {"POWER"})
            return attach.sequence([effect, a.Power(_so_often(c), who)])
        case a.Worth(a.Times()):
            refuse(not units <= {"VP"})
            return attach.sequence([effect, a.Worth(_so_often(c), additional=True)])
        case a.ChangeCost(a.CharacterCost(), a.Number() as value):
            refuse(units)
            return a.replace(effect, amount=a.Plus(value, _so_many_times(c)))
        case a.Move(what=a.Cards(a.Exactly(a.Number() as value)) as what):
            refuse(not units <= {"CARD"})
            much = a.Exactly(a.Plus(value, _so_many_times(c)))
            return a.replace(effect, what=a.replace(what, quantity=much))
        case _:
            refuse(True)
            return effect


def _so_often(c: Parts) -> a.Times:
    return a.Times(w.numeral(c).value, countable(c[-1]))


table(
    suffix={
        (
            '","? MINUS_WORD number _unit? FOR_EACH countable',
            '"," LESS number _unit? FOR_EACH countable',
        ): _less,
        '","? PLUS_WORD number _more? _unit? FOR_EACH countable': _more,
    },
)
