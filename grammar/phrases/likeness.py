"""What is said of cards with respect to each other, or to one spoken of: alike, or different."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import refuse
from rules_check.grammar.phrases.core import OF_ITS_TYPE, Core

COST: Final = a.AttributeKind.COST


def together(found: Core, much: a.Quantity) -> None:
    """ "two cards with the same name": as each other, and not as one spoken of before."""
    match much:
        case a.Exactly(a.Number(n)) | a.UpTo(a.Number(n)) | a.AtLeast(a.Number(n)) if n > 1:
            pass
        case a.AnyNumber():
            pass
        case a.Exactly(a.Number(1)):
            refuse(found.sharing)
            found.tests = list(map(_another, found.tests))
            return
        case _:  # "all cards that share a name": with which others?
            refuse(found.sharing)
            return
    found.tests = list(map(alike, found.tests))


def _another(test: a.Test) -> a.Test:
    """ "a different card" is another one; "a different name": than that of the card spoken of."""
    at = a.place_of(test)
    if not isinstance(test, a.Different) or at is None:
        return test
    if at[2] - at[1] == WORDS_WITHOUT_AS:
        return a.placed(a.Same(test.kind, a.IT, negated=True), at)
    return a.Other() if at[2] - at[1] == 1 else test


WORDS_WITHOUT_AS = 3
""" "the same cost", without "as it"."""


def alike(test: a.Test) -> a.Test:
    """What is said of cards that are like each other, and not like one spoken of."""
    at = a.place_of(test)
    if at is not None and at[2] - at[1] > WORDS_WITHOUT_AS:
        return test  # "the same cost as it"
    cost = a.Attribute(COST, a.Comparison.EQUAL, a.AttributeOf(COST, a.IT))
    each_other: dict[a.Test, a.Test] = {
        a.Same(a.DifferentKind.NAME, a.IT): a.Alike(a.DifferentKind.NAME),
        cost: a.Alike(a.DifferentKind.COST),
        OF_ITS_TYPE: a.OneType(),
    }
    return each_other.get(test, test)
