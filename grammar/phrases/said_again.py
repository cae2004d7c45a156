"""Conditions that leave out what the condition before asks: "If both are, draw two cards instead"
(see `grammar.as_said`)."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.as_said import AS_SAID
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.elided import some

BOTH = frozenset({"both", "both of them", "both cards"})


def _so(how: a.Comparison, many: int) -> a.There:
    such = a.Cards(a.Every(), a.Filter((AS_SAID,)), among=a.THEM)
    return a.There(a.CountOf(such), how, a.Number(many))


def _both_are(c: Parts) -> a.There:
    """ "both are", "both of them were"."""
    refuse(w.first(c[0], "THEM") not in BOTH or "ALL" in w.kinds(c[0]))
    return _so(a.Comparison.AT_LEAST, 2)


def _all_are(c: Parts) -> a.There:
    """ "all three are"."""
    number = w.number(w.first(c, "number"))
    refuse(number < 2 or w.first(c, "ALL") != "all")
    return _so(a.Comparison.AT_LEAST, number)


def _some_are(c: Parts) -> a.There:
    """ "neither is", "only one of them is", "either was"."""
    return _so(*some(c[0]))


def _one_is(c: Parts) -> a.There:
    """ "one of them is", "two of them are"."""
    refuse(w.first(c, "THEM") not in {None, "them", "those", "those cards"})
    return _so(a.Comparison.AT_LEAST, w.number(w.first(c, "number")))


# ------------------------------------------------------------------------------- the only one


def _the_only_one(c: Parts) -> a.Condition:
    """ "it is the only card in your hand": it lies there, and no other card does."""
    refuse(not str(c[0]).startswith("it") or filters.added(c[-1]))
    found = filters.core(c[-1])
    refuse(found.together or found.among is not None or found.random or found.definite)
    refuse(len(found.places) != 1 or found.places[0].edge is not None)
    called = found.filter()
    found.tests.append(a.Other())
    none = a.There(a.CountOf(found.every()), a.Comparison.EQUAL, a.Number(0))
    lies = a.AllOf(a.In(a.IT, found.places[0]), none)
    return lies if called == a.ANY_CARD else a.AllOf(a.Is(a.IT, called), lies)


table(
    one_condition={
        'IT_IS "the" ONLY core': _the_only_one,
        'both_cards ("are" | "were")': _both_are,
        'ALL number ("are" | "were" | DO)': _all_are,
        'some_cards ("is" | "are" | "was" | "were")': _some_are,
        'number "of" THEM ("is" | "are" | "was" | "were")': _one_is,
    },
)
