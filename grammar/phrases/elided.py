"""Conditions that leave out what was said: "you draw a Hero or have five cards", "neither is"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, rule, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import controls, did, has
from rules_check.grammar.phrases.likeness import alike

# ------------------------------------------------------------ one subject, two conditions

rule("of_subject", "ALREADY? HAVE cards", "_hold cards", "CONTROL cards", "acted cards span?")


def _said_of(who: Part, tree: Part) -> a.Condition:
    """What is said of a player who is named before."""
    words = w.kinds(tree)
    if "CONTROL" in words:
        return controls([who, tree.children[-1]])
    if words & {"HAVE", "HOLD", "HOLDING"} and not w.is_tree(tree.children[0], *w.ACTED):
        return has([who, *tree.children])
    return did([who, *tree.children])


def _joined(c: Parts) -> a.Condition:
    """ "you draw a Hero or have five cards in hand"."""
    who, one, word, two = c
    # "a foe" of whom both is said is one and the same: that takes another condition
    refuse(read(who).kind not in {a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER})
    both = a.AnyOf if w.token(word, "OR") else a.AllOf
    return both(_said_of(who, one), _said_of(who, two))


# ------------------------------------------------------------------ both of two cards

rule("both_done", "THEM PAST CARD", '"the" number PAST CARD')


def _two(tree: Part) -> a.ThisWay:
    """ "both discarded cards", "the two revealed cards"."""
    said = w.first(tree, "THEM")
    refuse(said != "both" if said is not None else w.number(w.first(tree, "number")) != 2)
    refuse(not str(w.first(tree, "CARD")).endswith("s"))
    return a.ThisWay(w.verb(w.first(tree, "PAST")))


def _there_are(
    number: int, wanted: a.Filter, *tests: a.Test, among: a.Ref | None = None
) -> a.There:
    found = a.make_filter(wanted.nouns, (*wanted.tests, *tests))
    how = a.Comparison.AT_LEAST if number else a.Comparison.EQUAL
    return a.There(a.CountOf(a.Cards(a.Every(), found, among=among)), how, a.Number(number))


def _both_have(c: Parts) -> a.There:
    """ "the two discarded cards have the same cost"."""
    return _there_are(2, a.ANY_CARD, alike(read(c[-1])), _two(c[0]))


def _core(tree: Part) -> a.Filter:
    refuse(filters.added(tree))
    found = filters.core(tree)
    refuse(found.together or found.places or found.among is not None)
    return found.filter()


def _neither(c: Parts) -> a.There:
    """ "neither is a Hero", "none of them are Heroes"."""
    said = w.first(c, "THEM")
    refuse(said is not None and said not in {"them", "those", "those cards", "these cards"})
    return _there_are(0, _core(c[-1]), among=a.THEM)


table(
    one_condition={
        "who_np of_subject (OR | AND) of_subject": _joined,
        'both_done "are" core': lambda c: _there_are(2, _core(c[-1]), _two(c[0])),
        "both_done SHARE A CARD_TYPE": lambda c: _there_are(2, a.ANY_CARD, a.OneType(), _two(c[0])),
        "both_done HAVE attribute": _both_have,
        'NONE ("of" THEM)? ("is" | "are" | "was" | "were") A? core': _neither,
    }
)
