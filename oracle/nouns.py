"""Which cards a noun names, and how numbers are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from grammar import ast as a
from oracle.kinds import Kind
from oracle.state import State

if TYPE_CHECKING:
    from oracle.game import Game


Known = tuple[a.Filter, frozenset[int] | None, frozenset[Any]]
"""A filter, the kinds of card it means by what is printed, and the qualities it asks for."""


def learn_filter(g: Game, wanted: a.Filter) -> Known:
    """Which kinds of card a filter means, if that depends on nothing but what is printed.

    It does not hold while a text grants one of the qualities that the filter asks for. The
    filter is kept with the answer, so that its identity stays its own.
    """
    fixed: frozenset[int] | None = None
    if not wanted.tests and g.fixed_kinds:
        fixed = frozenset(
            kind.index
            for kind in g.kind_list
            if not wanted.nouns or any(_is_printed(kind, noun) for noun in wanted.nouns)
        )
    known = (wanted, fixed, frozenset(_quality(noun) for noun in wanted.nouns))
    g.known_filters[id(wanted)] = known
    return known


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
