"""Which cards a noun names, and how numbers are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.box.filters import Known
from rules_check.oracle.box.table import Table
from rules_check.oracle.values.state import State


def learn_filter(g: Table, wanted: a.Filter) -> Known:
    """What is known of a filter; it is kept with the answer, so that its identity stays its own."""
    known = g.known_filters[id(wanted)] = Known(wanted)
    if g.fixed_kinds:
        known.kinds = frozenset(
            kind.index
            for kind in g.kind_list
            if a.is_called(wanted.nouns, lambda noun: _is_printed(g, kind, noun))  # noqa: B023
            and all(_passes_printed(g, kind, test) for test in known.fixed)
        )
    return known


def is_named(g: Table, own: str, noun: a.NameNoun) -> bool:
    """Whether a card of that name is meant: by its whole name, or by words in it."""
    name, own = noun.name.casefold(), own.casefold()
    if noun.part:
        return own == name if g.sw.name_part == "kind" else name in own
    return name in own if name in g.words_in_names else own == name


def has_parity(g: Table, value: Any, parity: a.ParityKind) -> bool:
    """Whether a number is odd, or even."""
    if g.sw.zero == "neither" and value == 0:
        return False
    return bool(value % 2 == (1 if parity is a.ParityKind.ODD else 0))


def _passes_printed(g: Table, kind: Kind, test: a.Test) -> bool:
    match test:
        case a.Attribute(attribute, comparison, a.Number(value)):
            return bool(COMPARE[comparison](printed_on(g, kind, attribute), value))
        case a.CostOneOf(values):
            return kind.cost in values
        case a.Parity(parity):
            return has_parity(g, kind.cost, parity)
        case a.HasKeyword(keyword):
            return keyword in kind.keywords
        case a.NameHas():
            return test.fits(kind.name)
        case _:
            return True


def printed_on(g: Table, kind: Kind, attribute: a.AttributeKind) -> Any:
    """A number printed on a kind of card."""
    match attribute:
        case a.AttributeKind.COST:
            return kind.cost
        case a.AttributeKind.VP:
            return max(kind.vp, 0) if g.sw.negative_vp == "is_zero" else kind.vp
        case a.AttributeKind.POWER:
            return kind.power or 0
        case a.AttributeKind.LEVEL:
            return kind.level or 0
        case _:
            assert_never(attribute)


def _is_printed(g: Table, kind: Kind, noun: a.Noun) -> bool:
    """Whether a noun names this kind of card, as printed."""
    match noun:
        case a.TypeNoun(type_, negated):
            return kind.is_type(type_) is not negated
        case a.TitleNoun(title, negated):
            return (title in kind.titles) is not negated
        case a.NameNoun():
            return is_named(g, kind.name, noun) is not noun.negated
        case a.KeywordNoun(keyword, negated):
            return (keyword in kind.keywords) is not negated
        case _:
            assert_never(noun)


def fits_nouns(g: Table, s: State, card: int, nouns: tuple[a.Noun, ...]) -> bool:
    """Whether the nouns name a card, as it is now."""
    return a.is_called(nouns, lambda noun: _is_now(g, s, card, noun))


def _is_now(g: Table, s: State, card: int, noun: a.Noun) -> bool:
    match noun:
        case a.TypeNoun(kind, negated):
            return g.is_type(s, card, kind) is not negated
        case a.TitleNoun(title, negated):
            return g.has_title(s, card, title) is not negated
        case a.NameNoun():
            return is_named(g, g.kinds[card].name, noun) is not noun.negated
        case a.KeywordNoun(keyword, negated):
            return g.has_keyword(s, card, keyword) is not negated
        case _:
            assert_never(noun)


ANOTHER_CARD: Final = a.Filter((), (a.Other(),))

JUST_CARDS: Final = (a.ANY_CARD, ANOTHER_CARD)
"""Any cards."""


def drawn_from(what: a.Selection) -> a.Place | None:
    """The deck that a draw names, if it does: any cards are drawn from its top, as they are from
    the own deck; nobody looks through it."""
    if not isinstance(what, a.Cards) or what.among is not None or what.filter not in JUST_CARDS:
        return None
    (place, *more) = what.places or (None,)
    if place is None or more or place.edge is a.Edge.BOTTOM:
        return None
    return place if place.zone in (a.Zone.DECK, a.Zone.MAIN_DECK) else None


COMPARE: dict[a.Comparison, Callable[[Any, Any], Any]] = {
    a.Comparison.EQUAL: lambda x, y: x == y,
    a.Comparison.AT_MOST: lambda x, y: x <= y,
    a.Comparison.AT_LEAST: lambda x, y: x >= y,
    a.Comparison.LESS: lambda x, y: x < y,
    a.Comparison.MORE: lambda x, y: x > y,
}
