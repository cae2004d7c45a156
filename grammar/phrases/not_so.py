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
