"""Abilities that can never do anything in a set: what they need is not in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.questions import keywords_of
from rules_check.oracle.box.places import COMPARE
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.properties.interactions.games import Shown
from rules_check.properties.interactions.reading import Ability, abilities_of

V = a.Verb

BY_RULES: Final = frozenset(
    {V.PLAY, V.DRAW, V.DISCARD, V.BUY, V.GAIN, V.DEFEAT, V.CONFRONT, V.ANNOUNCE, V.RECEIVE}
)
"""What players do without any text that tells them to."""


def find_never(playset: PlaySet, cards: Iterable[CardDef]) -> Iterator[Shown]:
    """The abilities of some cards of a set that can never do anything in it."""
    box = list(playset.cards())
    known = {(card.name, card.level) for card in box}
    these = list(cards)
    box += [card for card in these if (card.name, card.level) not in known]
    every = [ability for card in box for ability in abilities_of(card)]
    caused = BY_RULES.union(*(ability.touch.causes for ability in every))
    nodes = [node for x in every for node in a.walk(x.node)]
    lent: set[object] = {node.quality for node in nodes if isinstance(node, a.Grant)}
    if any(isinstance(node, a.GainText) for node in nodes):
        lent |= set(a.Keyword)
    for card in these:
        for ability in abilities_of(card):
            why = _why(ability, box, caused, lent)
            if why:
                said = ability.said if len(ability.said) < 90 else f"{ability.said[:88]} …"
                yield Shown("never", (card,), f'"{said}" never does anything in this set: {why}')


def _why(
    ability: Ability, box: Sequence[CardDef], caused: frozenset[str], lent: set[object]
) -> str:
    """Why an ability never does anything; empty if it may."""
    if isinstance(ability.node, a.Defense) and V.ATTACK not in caused:
        return "no card of it attacks"
    for node in _needed(ability.node):
        if isinstance(node, a.Event):
            missing = [verb for verb in node.verbs if verb in caused]
            if node.verbs and not missing:
                return f"no card of it tells anybody to {node.verbs[0].value}"
            what = node.what
        else:
            what = node
        if isinstance(what, a.Cards) and not _is_there(what.filter, box, lent):
            return f"there is no {_called(what.filter)} in it"
    return ""


def _is_there(wanted: a.Filter, box: Sequence[CardDef], lent: set[object]) -> bool:
    """Whether the box has such a card, or a text makes a card one. Costs change, names do not."""
    for noun in wanted.nouns:
        match noun:
            case a.KeywordNoun(quality) | a.TypeNoun(quality) | a.TitleNoun(quality):
                if quality in lent:
                    return True
            case _:
                pass
    names = tuple(test for test in wanted.tests if isinstance(test, a.NameHas))
    return any(_may_be(a.Filter(wanted.nouns, names), card) for card in box)


def _called(wanted: a.Filter) -> str:
    words = []
    for noun in wanted.nouns:
        match noun:
            case a.TypeNoun(kind):
                words.append(kind.value)
            case a.TitleNoun(title):
                words.append(title.value)
            case a.NameNoun(name, part):
                words.append(f'card with "{name}" in its name' if part else name)
            case a.KeywordNoun(keyword):
                words.append(f"{keyword} card")
    for test in wanted.tests:
        if isinstance(test, a.NameHas):
            said = "the name {}" if test.whole else "{} in its name"
            words.append("card with " + said.format(f'"{test.part}"'))
    return " and no ".join(words)


def _needed(ability: a.Ability) -> Iterator[a.Event | a.Cards]:
    """What has to be there, or has to happen, for the ability to do anything at all."""
    node: a.Node = ability
    while isinstance(node, (a.Ongoing, a.Confrontation, a.Plain, a.Attack)):
        if isinstance(node, a.Confrontation) and node.otherwise is not None:
            return
        node = node.ability if isinstance(node, (a.Ongoing, a.Confrontation)) else node.effect
    match node:
        case a.When(a.Trigger(event), effect):
            yield event
            yield from _of_effect(effect)
        case a.Seq() | a.Question():
            return
        case _ if isinstance(node, a.EffectNode):
            yield from _of_effect(node)
        case _:
            return


def _of_effect(effect: a.Effect) -> Iterator[a.Cards]:
    match effect:
        case a.May(inner, _, None) | a.Tried(inner, _, None):
            yield from _of_effect(inner)
        case a.Move(_, a.Cards() as cards) | a.Play(a.Cards() as cards):
            yield cards
        case a.Power(a.CountOf(cards)) | a.Power(a.Times(_, a.CountOf(cards))):
            yield cards
        case a.ForEach(a.CountOf(cards), _):
            yield cards
        case a.If(a.There(a.CountOf(cards), comparison, a.Number(value)), _, None) if (
            comparison in (a.Comparison.AT_LEAST, a.Comparison.MORE) and value >= 0
        ):
            yield cards
        case _:
            return


def _may_be(wanted: a.Filter, card: CardDef) -> bool:
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
