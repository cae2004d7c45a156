"""So much for each card of one kind and so much for each of another: "draw a card for each Hero and
two cards for each Villain you control"; and each of the cards spoken of that is of a kind."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import compose
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.attach import sequence
from rules_check.grammar.counted import of_the_others
from rules_check.grammar.counted_alike import counted_alike, told_behind
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of, countable
from rules_check.grammar.phrases.quantities import other_number
from rules_check.grammar.phrases.sentences import Builder


def _once(effect: a.Effect) -> a.Effect:
    """What is given for one card."""
    match effect:
        case a.ForEach(_, a.Move() as then):
            return then
        case a.Power(a.Times() | a.CountOf()) | a.Worth(a.Times() | a.CountOf()):
            return a.replace(effect, amount=a.ONE)
        case _:
            refuse(True)
            return effect


def _and_for_each(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "draw a card for each Starter and two cards for each other card discarded this way"."""
    refuse(closed)
    *before, last = effect.effects if isinstance(effect, a.Seq) else [effect]
    other = compose.for_each(countable(c[-1]), other_number(c[:-1], _once(last)))
    try:
        last = told_behind(last, other)
        other = of_the_others(counted_alike(other, [last], same_sentence=True), [last])
    except NothingBefore:
        refuse(True)
    match last, other:
        case a.Worth(one), a.Worth(two):
            both = a.Plus(_plain(one), _plain(two))
            return sequence([*before, a.replace(last, amount=both)])
        case _:
            return sequence([*before, last, other])


def _plain(value: a.Amount) -> a.Amount:
    """An amount that is taken once."""
    return value.each if isinstance(value, a.Times) and value.number == 1 else value


def _plus_power(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "+1 Power, plus additional Power equal to its cost"."""
    refuse(closed or not isinstance(effect, a.Power) or not isinstance(effect.amount, a.Number))
    assert isinstance(effect, a.Power)
    more = only(a.Power, w.effect(c[-1], effect.who))
    return a.replace(effect, amount=a.Plus(effect.amount, more.amount))


def _of_them_that_is(c: Parts) -> a.CountOf:
    """ "for each of them that is a Starter"."""
    found = filters.core(c[-1])
    refuse(filters.added(c[-1]) or found.places or found.among is not None or found.definite)
    refuse(not found.nouns or found.random)
    found.among = a.THEM
    return count_of(found)


def _of_them_that(c: Parts) -> a.CountOf:
    """ "for each of them that costs 3 or more", "for each of them with cost 0"."""
    test: a.Test = read(c[-1])
    refuse(isinstance(test, a.Extreme | a.Alike | a.Different | a.TotalAtMost | a.TotalAtLeast))
    return a.CountOf(a.Cards(a.Every(), a.Filter((), (test,)), among=a.THEM))


def _one_done(c: Parts) -> a.CountOf:
    """ "for each one destroyed this way", "… this way that costs 1 or more"."""
    refuse(w.number(c[0]) != 1)
    found = filters.with_posts(filters.Core(), c[3:])
    refuse(found.places or found.among is not None)
    found.tests.append(a.ThisWay(w.verb(c[1])))
    return count_of(found)


THEM: Final = '"of" them "that"'
table(
    suffix={
        '","? "and" number _unit FOR_EACH countable': _and_for_each,
        '","? PLUS_WORD power_equal': _plus_power,
    },
    count={
        f'{THEM} ("is" | "was") A? core': _of_them_that_is,
        (f"{THEM} COST_VERB (cost_value | cost_is)", '"of" them "with" attribute'): _of_them_that,
        "number PAST THIS_WAY post*": _one_done,
    },
)
