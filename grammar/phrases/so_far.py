"""What was done so far: "this is at least the third card you have played this turn", "that leaves
no Heroes there"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w

NOW: Final = a.Window.THIS_TURN


def _at_least_nth(c: Parts) -> a.There:
    """ "this is at least the third card you have played this turn": there were two others."""
    refuse(w.acted(w.first(c, *w.ACTED))[0] != (a.Verb.PLAY,) or w.window(c) is not NOW)
    found = filters.Core()
    filters.read_head(found, w.first(c, "head"))
    nth = w.ORDINALS[str(w.first(c, "ORDINAL"))]
    refuse(found.together or nth < 2)
    found.tests = [a.Other(), a.Acted((a.Verb.PLAY,), a.YOU, a.Tense.PAST, NOW)]
    return a.There(a.CountOf(found.every()), a.Comparison.AT_LEAST, a.Number(nth - 1))


def _leaves_none(c: Parts) -> a.There:
    """ "that leaves no Heroes there", "this leaves you with no cards in hand": there are none."""
    said = w.first(c, "core")
    refuse(w.first(c, "THIS_CARD") not in {None, "this"} or str(w.first(c, "LEAVE")) != "leaves")
    found = filters.core(said)
    refuse(filters.added(said) or found.together or not (found.places or found.tests))
    return a.There(a.CountOf(found.every()), a.Comparison.EQUAL, a.Number(0))


table(
    one_condition={
        'this "is" AT_LEAST "the" ORDINAL head "that"? YOU acted window': _at_least_nth,
        '("that" | THIS_CARD) LEAVE (YOU "with")? NO core': _leaves_none,
    },
)
