"""Questions that a text leaves open, and their answers.

`rules/language.py` lists them. Those about the wording come from reading it; those about the rules
are asked here, where the text gives rise to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.cardmodel import Card, CardType

MOST_READINGS = 16


@dataclass(frozen=True, slots=True)
class Nature:
    """What a card is, as far as it is known: to see whether it can count itself."""

    name: str = ""
    type: a.CardType | None = None
    keywords: frozenset[a.AnyKeyword] = frozenset()
    character: bool = False
    """It is never played: its text stands."""

    def fits(self, found: a.Filter) -> bool:
        """Could this card be one of the cards meant?"""
        if a.Other() in found.tests:
            return False
        return not found.nouns or any(self._is(noun) for noun in found.nouns)

    def _is(self, noun: a.Noun) -> bool:
        match noun:
            case a.TypeNoun(kind, negated):
                return self.type is None or (self.type is kind) is not negated
            case a.NameNoun(name, part, negated):
                same = name.lower() in self.name.lower() if part else name == self.name
                return same is not negated
            case a.KeywordNoun(key, negated):
                return (key in self.keywords) is not negated
            case a.TitleNoun(_, negated):
                return negated


def keywords_of(text: a.CardText) -> frozenset[a.AnyKeyword]:
    """The keywords in a card's text box, by which other cards call it."""
    nodes = list(a.walk(text))
    own = [a.OwnKeyword(node.name) for node in nodes if isinstance(node, a.Coined)]
    game = [a.KEYWORD_OF[kind] for kind in map(type, nodes) if kind in a.KEYWORD_OF]
    return frozenset([*own, *game])


def nature_of(card: Card, text: a.CardText) -> Nature:
    """What the card is, as far as its card line tells."""
    kinds = {kind.value: kind for kind in a.CardType}
    kind = kinds.get(card.line.type.value) if card.line and card.line.type else None
    character = bool(card.line and card.line.type is CardType.CHARACTER)
    return Nature(card.name, kind, keywords_of(text), character)


# ----------------------------------------------------------------------- asking


Asker: TypeAlias = Callable[[a.Ability, Nature], a.Ability]
ASKERS: Final[list[Asker]] = []
"""What asks the questions about the rules, in this order."""


def asks(function: Asker) -> Asker:
    """Enter a function that puts a question into an ability which gives rise to it.

    It is asked about every ability of a card; those that stand within others come first.
    """
    ASKERS.append(function)
    return function


def ask(text: a.CardText, nature: Nature) -> a.CardText:
    """The same text with the questions about the rules that it gives rise to."""

    def asked(ability: a.Ability) -> a.Ability:
        match ability:
            case a.Confrontation():
                ability = _within(ability, asked, "ability")
            case a.Abilities() | a.Question() | a.Coined():
                ability = a.rebuild(ability, asked)
            case _:
                pass
        for asker in ASKERS:
            ability = asker(ability, nature)
        return ability

    return a.CardText(tuple(map(asked, text.abilities)))


# --- locked or live


@asks
def locked(ability: a.Ability, _nature: Nature) -> a.Ability:
    """Is a number fixed, in a text that works once, when the card is played?"""
    match ability:
        case a.Plain() | a.Attack():
            return _within(ability, _played, "effect")
        case a.Confrontation():
            return _within(ability, _played, "otherwise")
        case _:
            return ability


def _played(effect: a.Effect) -> a.Effect:
    match effect:
        case a.Power(a.Times(n, a.CountOf() as count), who) if _state(count):
            options = tuple(a.replace(count, timing=timing) for timing in a.Timing)
            question: a.Amount = a.Question("locked", ("locked", "live"), options)
            return a.Power(a.Times(n, question), who)
        case a.Power(a.Bounded(a.Times() as of, least, most), who):  # the limit is in no doubt
            asked_of = _played(a.Power(of, who))
            assert isinstance(asked_of, a.Power)
            return a.Power(a.Bounded(asked_of.amount, least, most), who)
        case a.If(a.There() as there, a.Power() as power, None) if _state(there.count):
            once = a.If(there, power)
            return a.Question("locked", ("locked", "live"), (once, a.While(there, power)))
        case a.Seq():
            asked: a.Effect = a.rebuild(effect, _played)
            return asked
        case a.If() | a.May() | a.Tried():
            return _within(effect, _played, "then", "otherwise")
        case _:
            return effect


# --- does it count itself


@asks
def counts_itself(ability: a.Ability, nature: Nature) -> a.Ability:
    """Does a card that pays for its effect by being discarded count among what it counts?"""

    def paid(effect: a.Effect) -> a.Effect:
        discards = any(
            isinstance(node, a.Move) and node.verb is a.Verb.DISCARD and _this(node.what)
            for node in a.walk(effect)
        )
        return counts(effect) if discards else effect

    def counts(node: Any) -> Any:
        if isinstance(node, a.CountOf) and node.itself is None and _may_count(node, nature):
            others = a.replace(node.cards, filter=_other(node.cards.filter))
            options = (a.replace(node, itself=True), a.replace(node, cards=others))
            return a.Question("self", ("included", "excluded"), options)
        if isinstance(node, a.Question) and node.id == "self":
            return node
        return a.rebuild(node, counts)

    return _within(ability, paid, "effect") if isinstance(ability, a.Defense | a.Block) else ability


def _may_count(count: a.CountOf, nature: Nature) -> bool:
    """Could the card be among what is counted, once it is discarded?"""
    found = count.cards
    mine = any(p.zone is a.Zone.DISCARD_PILE and p.owner == a.YOU for p in found.places)
    tests = [test for test in found.filter.tests if isinstance(test, a.ThisWay)]
    this_way = any(test.verb is a.Verb.DISCARD for test in tests)
    return (mine or this_way) and nature.fits(found.filter)


# --- may it be its own cost


@asks
def own_cost(ability: a.Ability, nature: Nature) -> a.Ability:
    """A Defense reveals this card and then discards a card from the hand: may it be this one?"""

    def paid(effect: a.Effect) -> a.Effect:
        reveals = any(isinstance(node, a.Show) and _this(node.what) for node in a.walk(effect))
        return discards(effect) if reveals else effect

    def discards(node: Any) -> Any:
        match node:
            case a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.Number(1))) as what, None, a.YOU):
                hand = not what.places or what.places == (a.Place(a.Zone.HAND, a.YOU),)
                if not (hand and what.among is None and nature.fits(what.filter)):
                    return node
                other = a.replace(what, filter=_other(what.filter))
                options = tuple(a.replace(node, what=x) for x in (a.OneOf(a.THIS, other), other))
                return a.Question("own-cost", ("allowed", "other"), options)
            case a.Question():
                return node
            case _:
                return a.rebuild(node, discards)

    return _within(ability, paid, "effect") if isinstance(ability, a.Defense) else ability


def _within(node: a.N, change: Callable[[Any], Any], *names: str) -> a.N:
    """The same node with some fields changed, those that are None left out."""
    new = {name: change(old) for name in names if (old := getattr(node, name)) is not None}
    same = all(getattr(node, name) is value for name, value in new.items())
    return node if same else a.replace(node, **new)


def _other(found: a.Filter) -> a.Filter:
    """The same cards without this one."""
    return a.make_filter(found.nouns, (*found.tests, a.Other()))


def _this(what: a.Selection) -> bool:
    if isinstance(what, a.Both):
        return _this(what.first) or _this(what.second)
    return isinstance(what, a.Ref) and what.kind is a.RefKind.THIS


def _state(count: a.CountOf) -> bool:
    """Does it count what lies somewhere now (rather than what was done)?"""
    return (
        bool(count.cards.places)
        and count.timing is None
        and not any(isinstance(t, a.Acted | a.ThisWay) for t in count.cards.filter.tests)
    )


# -------------------------------------------------------------------- answering


def open_questions(text: a.Node) -> list[a.Question[Any]]:
    """The questions in a text, outermost first, each once."""
    return list(dict.fromkeys(node for node in a.walk(text) if isinstance(node, a.Question)))


def settle(text: a.CardText, answers: Mapping[str, str]) -> a.CardText:
    """Answer the questions that `answers` has a key for; the others stay.

    Abilities that share a printed line then stand side by side in the card.
    """

    def change(node: Any) -> Any:
        if isinstance(node, a.Question) and answers.get(node.id) in node.keys:
            return change(node.option(answers[node.id]))
        return a.rebuild(node, change)

    flat: list[a.Ability] = []
    for ability in change(text).abilities:
        flat += ability.abilities if isinstance(ability, a.Abilities) else [ability]
    return a.CardText(tuple(flat))


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a whole text: the option taken for each question, and the result."""

    choices: tuple[tuple[str, str], ...]
    text: a.CardText


def readings(text: a.CardText) -> Iterator[Reading]:
    """Every way to read a text (at most `MOST_READINGS`), questions of one kind together."""
    ids: dict[str, tuple[str, ...]] = {}
    for question in open_questions(text):
        ids.setdefault(question.id, question.keys)
    for keys in islice(product(*ids.values()), MOST_READINGS):
        choices = tuple(zip(ids, keys, strict=True))
        yield Reading(choices, settle(text, dict(choices)))
