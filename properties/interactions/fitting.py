"""Whether a card can be one that a text speaks of, as far as print tells."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.questions import keywords_of
from rules_check.oracle.box.places import COMPARE
from rules_check.oracle.box.playset import CardDef


def may_be(wanted: a.Filter, card: CardDef) -> bool:
    """Whether a printed card can be one that a filter means; in doubt it can."""
    if not a.is_called(wanted.nouns, lambda noun: _is_called(noun, card)):
        return False
    return all(_passes(test, card) for test in wanted.tests)


def _is_called(noun: a.Noun, card: CardDef) -> bool:
    match noun:
        case a.TypeNoun(kind, negated):
            return (card.type is kind) is not negated
        case a.TitleNoun(title, negated):
            return (title in card.titles) is not negated
        case a.NameNoun(name, part, negated):
            return (name in card.name if part else name == card.name) is not negated
        case a.KeywordNoun(keyword, negated):
            return (keyword in keywords_of(card.text)) is not negated


def _passes(test: a.Test, card: CardDef) -> bool:
    match test:
        case a.Attribute(a.AttributeKind.COST, comparison, a.Number(value)):
            return bool(COMPARE[comparison](card.cost, value))
        case a.CostOneOf(values):
            return card.cost in values
        case a.Parity(kind):
            return (card.cost % 2 == 0) is (kind is a.ParityKind.EVEN)
        case a.HasKeyword(keyword):
            return keyword in keywords_of(card.text)
        case a.NameHas():
            return test.fits(card.name)
        case _:
            return True


def may_meet(one: a.Filter, other: a.Filter) -> bool:
    """Whether one card can be meant by both filters; in doubt it can."""
    if not one.nouns or not other.nouns:
        return True
    return any(_both(first, second) for first in one.nouns for second in other.nouns)


def _both(first: a.Noun, second: a.Noun) -> bool:
    match first, second:
        case a.TypeNoun(one, False), a.TypeNoun(other, False):
            return one is other
        case a.TypeNoun(one, False), a.TypeNoun(other, True):
            return one is not other
        case a.TypeNoun(one, True), a.TypeNoun(other, False):
            return one is not other
        case a.NameNoun(name, False, False), a.NameNoun(other_name, False, False):
            return name == other_name
        case _:
            return True
