"""Conditions that do not hold, where no words of their own say so: "unless a foe has more cards in
hand than you", "if you are not Confronting a foe"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table

DEEDS: Final = (a.DidSo, a.DidNot, a.CouldNot, a.DidTo)
"""What is said of players by what they were told to do."""

ASKED: Final = (
    a.There, a.Has, a.HasMore, a.Compare, a.PlayersAre, a.During, a.In, a.HasPoints,
    a.AllOf, a.AnyOf, a.AnnouncedConfrontation,
)  # fmt: skip
"""What is so or not, whoever looks."""


def not_so(what: a.Condition) -> a.Condition:
    """The condition does not hold; what somebody does or did is left to words of its own."""
    refuse(not isinstance(what, ASKED))
    match what:
        case a.AnnouncedConfrontation(negated):
            return a.AnnouncedConfrontation(not negated)
        case a.AllOf(first, second) | a.AnyOf(first, second):
            refuse(any(isinstance(x, a.Cannot | a.Not) for x in a.walk(what)))
            not_so(first)
            not_so(second)
        case a.PlayersAre(_, test):
            refuse(isinstance(test, DEEDS))
        case _:
            pass
    return a.Not(what)


def said_not_so(what: a.Condition, said: str) -> str:
    """How it is written: "it is not so that …"."""
    loose = isinstance(what, a.AllOf | a.AnyOf)
    return f"it is not so that [{said}]" if loose else f"it is not so that {said}"


table(
    one_condition={
        (
            "NOT_SO one_condition",
            'NOT_SO "[" condition "]"',
        ): lambda c: not_so(read(c[-1])),
        (
            'YOU "are" "not" "confronting" ((A | ANY) FOE)?',
            'YOU "are" "not" IN_CONFRONTATION',
        ): lambda c: _not_confronting(c),
    },
)


def _not_confronting(c: Parts) -> a.Not:
    """ "you are not Confronting a foe"."""
    refuse(any(str(word) == "foes" for word in c))
    refuse(c[-1].type == "IN_CONFRONTATION" and str(c[-1]) != "in a confrontation")
    return a.Not(a.During(a.Window.CONFRONTATION))


_DENIED: Final = {
    a.Comparison.AT_LEAST: a.Comparison.LESS,
    a.Comparison.LESS: a.Comparison.AT_LEAST,
    a.Comparison.AT_MOST: a.Comparison.MORE,
    a.Comparison.MORE: a.Comparison.AT_MOST,
}


def all_of(one: a.Condition, two: a.Condition) -> a.AllOf:
    """Both; "you played two cards this turn and all of them were Starters" asks of the cards that
    the first of them counts: none of these is another."""
    match one, two:
        case a.There(a.CountOf(cards), a.Comparison.AT_LEAST), a.Is(a.Ref(a.RefKind.THEM), asked):
            others = _no_such(asked)
            if others is None or cards.among is not None:
                return a.AllOf(one, two)
            found = cards.filter
            tests = (*found.tests, *others.tests)
            such = a.replace(cards, filter=a.make_filter((*found.nouns, *others.nouns), tests))
            return a.AllOf(one, a.There(a.CountOf(such), a.Comparison.EQUAL, a.Number(0)))
        case _:
            return a.AllOf(one, two)


def _no_such(asked: a.Filter) -> a.Filter | None:
    """What cards are that are not so; None: no words say that."""
    match asked:
        case a.Filter((a.TypeNoun(negated=False) as noun,), ()):
            return a.Filter((a.replace(noun, negated=True),))
        case a.Filter((), (a.Attribute(_, how) as test,)) if how in _DENIED:
            return a.Filter((), (a.replace(test, comparison=_DENIED[how]),))
        case _:
            return None
