"""Words that only say what comes first, and what comes besides: "First, …", "… in addition"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases.sentences import Builder


def _first(c: Parts, b: Builder) -> a.Effect:
    """ "First, draw a card.": what follows is done later anyway."""
    refuse(str(c[0]) != "first")
    return b.effect(c[-1])


def _after_that(c: Parts, effect: a.Effect, *_: object) -> a.Effect:
    """ "draw two cards after that": it comes later anyway."""
    refuse(str(c[0]) != "after")
    return effect


table(
    scoped={'ORDINAL "," chain': _first},
    suffix={
        '","? IN_ADDITION': lambda _, e, *__: e,
        'WHEN "that"': _after_that,
    },
)
