"""What is known of a filter before any position is looked at."""

from __future__ import annotations

from typing import Any, assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.values.listeners import Watch

BASES = (a.Acted, a.ThisWay, a.Controlled, a.Owned)
"""Tests that also say where to look, if the text names no place."""


class Known:
    """A filter, and what is known of it beforehand.

    `kinds` are the kinds of card it means as far as that depends on nothing but what is printed
    (None: unknown); this does not hold while a text grants one of the `qualities` it asks for
    or, `by_cost`, while texts change costs. `fixed` are the tests behind that, `open` the
    others; `base` is the test that says where to look, `left` the open ones besides it.
    """

    __slots__ = ("base", "by_cost", "filter", "fixed", "kinds", "left", "open", "qualities")

    def __init__(self, wanted: a.Filter) -> None:
        self.filter = wanted
        tests = wanted.tests
        self.fixed = tuple(test for test in tests if _is_fixed(test))
        self.open = tuple(test for test in tests if not _is_fixed(test))
        self.base = next((test for test in tests if isinstance(test, BASES)), None)
        self.left = tuple(test for test in self.open if test is not self.base)
        self.by_cost = any(_asks_cost(test) for test in self.fixed)
        asked = [test.keyword for test in self.fixed if isinstance(test, a.HasKeyword)]
        self.qualities = frozenset([*map(_quality, wanted.nouns), *asked])
        self.kinds: frozenset[int] | None = None

    def meant(self, watch: Watch) -> frozenset[int] | None:
        """The kinds of card it means while these texts stand; None: each has to be looked at."""
        if watch.granted and not watch.granted.isdisjoint(self.qualities):
            return None
        return None if self.by_cost and watch.costs else self.kinds


def _is_fixed(test: a.Test) -> bool:
    """Whether a test asks for nothing but what is printed on a card (or about several cards)."""
    match test:
        case a.Attribute(_, _, value):
            return isinstance(value, a.Number)
        case a.CostOneOf() | a.Parity() | a.HasKeyword() | a.NameHas():
            return True
        case a.Different() | a.Extreme() | a.Alike():
            return True
        case a.TotalAtMost() | a.TotalAtLeast():
            return True
        case _:
            return False


def _asks_cost(test: a.Test) -> bool:
    if isinstance(test, a.Attribute):
        return test.kind is a.AttributeKind.COST
    return isinstance(test, (a.CostOneOf, a.Parity))


def _quality(noun: a.Noun) -> Any:
    match noun:
        case a.TypeNoun(type_):
            return type_
        case a.TitleNoun(title):
            return title
        case a.KeywordNoun(keyword):
            return keyword
        case a.NameNoun():
            return None
        case _:
            assert_never(noun)
