"""Which cards a noun names, and how numbers are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.kinds import Kind
from rules_check.oracle.state import State

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.listeners import Watch


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

    def __init__(self, g: Game, wanted: a.Filter) -> None:
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
        if g.fixed_kinds:
            self.kinds = frozenset(
                kind.index
                for kind in g.kind_list
                if (not wanted.nouns or any(_is_printed(kind, noun) for noun in wanted.nouns))
                and all(_passes_printed(g, kind, test) for test in self.fixed)
            )

    def meant(self, watch: Watch) -> frozenset[int] | None:
        """The kinds of card it means while these texts stand; None: each has to be looked at."""
        if watch.granted and not watch.granted.isdisjoint(self.qualities):
            return None
        return None if self.by_cost and watch.costs else self.kinds


def learn_filter(g: Game, wanted: a.Filter) -> Known:
    """What is known of a filter; it is kept with the answer, so that its identity stays its own."""
    known = g.known_filters[id(wanted)] = Known(g, wanted)
    return known


def _is_fixed(test: a.Test) -> bool:
    """Whether a test asks for nothing but what is printed on a card (or about several cards)."""
    match test:
        case a.Attribute(_, _, value):
            return isinstance(value, a.Number)
        case a.CostOneOf() | a.Parity() | a.HasKeyword():
            return True
        case a.Different() | a.OneType() | a.Extreme():
            return True
        case _:
            return False


def _asks_cost(test: a.Test) -> bool:
    if isinstance(test, a.Attribute):
        return test.kind is a.AttributeKind.COST
    return isinstance(test, (a.CostOneOf, a.Parity))


def _passes_printed(g: Game, kind: Kind, test: a.Test) -> bool:
    match test:
        case a.Attribute(attribute, comparison, a.Number(value)):
            return bool(COMPARE[comparison](printed_on(g, kind, attribute), value))
        case a.CostOneOf(values):
            return kind.cost in values
        case a.Parity(parity):
            return kind.cost % 2 == (1 if parity is a.ParityKind.ODD else 0)
        case a.HasKeyword(keyword):
            return keyword in kind.keywords
        case _:
            return True


def printed_on(g: Game, kind: Kind, attribute: a.AttributeKind) -> Any:
    """A number printed on a kind of card."""
    match attribute:
        case a.AttributeKind.COST:
            return kind.cost
        case a.AttributeKind.VP:
            return max(kind.vp, 0) if g.sw_no_negative_vp else kind.vp
        case a.AttributeKind.POWER:
            return kind.power or 0
        case _:
            assert_never(attribute)


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


def _is_printed(kind: Kind, noun: a.Noun) -> bool:
    """Whether a noun names this kind of card, as printed."""
    match noun:
        case a.TypeNoun(type_, negated):
            return kind.is_type(type_) is not negated
        case a.TitleNoun(title, negated):
            return (title in kind.titles) is not negated
        case a.NameNoun(name, part, negated):
            own = kind.name
            return (name.casefold() in own.casefold() if part else own == name) is not negated
        case a.KeywordNoun(keyword, negated):
            return (keyword in kind.keywords) is not negated
        case _:
            assert_never(noun)


def fits_nouns(g: Game, s: State, card: int, nouns: tuple[a.Noun, ...]) -> bool:
    """Whether one of the nouns names a card, as it is now."""
    for noun in nouns:
        match noun:
            case a.TypeNoun(kind, negated):
                if g.is_type(s, card, kind) is not negated:
                    return True
            case a.TitleNoun(title, negated):
                if g.has_title(s, card, title) is not negated:
                    return True
            case a.NameNoun(name, part, negated):
                own = g.kinds[card].name
                same = name.casefold() in own.casefold() if part else own == name
                if same is not negated:
                    return True
            case a.KeywordNoun(keyword, negated):
                if g.has_keyword(s, card, keyword) is not negated:
                    return True
            case _:
                assert_never(noun)
    return False


COMPARE: dict[a.Comparison, Callable[[Any, Any], Any]] = {
    a.Comparison.EQUAL: lambda x, y: x == y,
    a.Comparison.AT_MOST: lambda x, y: x <= y,
    a.Comparison.AT_LEAST: lambda x, y: x >= y,
    a.Comparison.LESS: lambda x, y: x < y,
    a.Comparison.MORE: lambda x, y: x > y,
}
