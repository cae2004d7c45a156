"""What is done where something else cannot be: "discards a Location they control or, failing that,
two cards"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, read, refuse, rule, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.in_short import tried
from rules_check.grammar.phrases.sentences import Builder


def _or_failing(c: Parts, b: Builder) -> a.Effect:
    """ "…, or, if they cannot, gains a Weakness"."""
    one, two = (b.effect(part) for part in w.trees(c))
    return tried(one, two, _opener(one))


def _or_failing_cards(c: Parts, b: Builder) -> a.Effect:
    """ "… or, failing that, two cards": the same is done to other cards."""
    first, second = w.trees(c)
    one, other = b.effect(first), read(second)
    refuse(not isinstance(one, a.Move) or not isinstance(other, a.Cards))
    assert isinstance(one, a.Move)
    refuse(one.to is not None or one.verb is a.Verb.PUT or other.among is not None)
    return tried(one, a.replace(one, what=other), _opener(one))


def _opener(one: a.Effect) -> attach.Opener:
    mine = attach.doer(one) == a.YOU
    return attach.Opener.IF_YOU_CANNOT if mine else attach.Opener.IF_THEY_CANNOT


rule(
    "_failing",
    '","? "or" "," (FAILING_THAT | IF_THEY_CANNOT | IF_YOU_CANNOT) ","',
    '","? "or" FAILING_THAT ","?',
)
table(
    unit={
        "clause _failing clause": _or_failing,
        "clause _failing cards": _or_failing_cards,
    },
)
