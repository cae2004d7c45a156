"""A number alone behind "if": "If you destroyed one, +1 Power. If two, +2 Power"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.in_turn import OF_THOSE, said_bare
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import there_is
from rules_check.grammar.phrases.quantities import how_many
from rules_check.grammar.phrases.sentences import Builder


def _if_two(c: Parts, b: Builder) -> a.If:
    """ "if two, draw a card", "if exactly one, …": of those that the sentence before counts."""
    count = a.CountOf(a.Cards(a.Every(), a.Filter((OF_THOSE,))))
    if (word := w.first(c, "NONE")) is not None:
        refuse(word != "none")
        return a.If(a.There(count, a.Comparison.EQUAL, a.Number(0)), b.effect(c[-1]))
    if "ONLY" in w.kinds(c):
        there = a.There(count, a.Comparison.EQUAL, w.numeral(c))
    else:
        there = there_is(count, how_many(c))
    alone = w.kinds(c) <= {"IF", "COMMA"}
    return a.If(said_bare(there) if alone else there, b.effect(c[-1]))


table(
    scoped={
        (
            'IF number "," chain',
            'IF (ONLY | EXACTLY | AT_LEAST) number "," chain',
            'IF number (OR_MORE | OR_LESS) "," chain',
            'IF NONE "," chain',
        ): _if_two,
    },
)
