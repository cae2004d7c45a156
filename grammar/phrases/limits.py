"""Limits of an amount: "up to +5 Power", "but at least 1 and at most 4", "never less than 1 or more
than 4"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, rule, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.sentences import Builder
from rules_check.grammar.phrases.sums import limited


def _up_to(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "+1 Power for each Hero you control, up to +3 Power"."""
    refuse(closed or ("PLUS" in w.kinds(c) and not isinstance(effect, a.Power)))
    return limited(effect, None, w.numeral(c).value)


def _between(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "…, but at least 1 and at most 4"."""
    refuse(closed or ("PLUS" in w.kinds(c) and not isinstance(effect, a.Power)))
    least, most = (w.number(part) for part in w.trees(c) if part.data == "number")
    refuse(least >= most)
    return limited(effect, least, most)


rule("_so_much", "PLUS? number _unit?")
table(
    suffix={
        '"," UP_TO PLUS? number _unit?': _up_to,
        (
            '_but AT_LEAST _so_much ("and" | "or") (AT_MOST | MORE_THAN) _so_much',
            '","? MINIMUM _so_much ("and" | "or") (MORE_THAN | MAXIMUM) _so_much',
        ): _between,
    },
)
