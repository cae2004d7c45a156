"""Questions that a text leaves open, and their answers.

Three are about the wording and come from reading it (`and-or`, `this-turn`,
`attack-scope`); three are about the rules and are asked here, where the text gives rise
to them:

- `locked`: is a number that counts cards in a place fixed when the card is played?
- `self`: does a card that was just discarded to pay for its own effect count itself?
- `own-cost`: may a card that was only revealed be the card that is then discarded?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.cardmodel import Card

WORDING_QUESTIONS = ("and-or", "attack-scope", "this-turn", "reading")
"""Questions about the wording; the others are about the rules."""

ASKS = {
    "and-or": "one in each place, or that many in all?",
    "attack-scope": "part of the Attack, or not?",
    "this-turn": "when it may be done, or which cards are meant?",
    "reading": "this can be read in more than one way",
    "locked": "counted once when the card is played, or all the time?",
    "self": "does the card count itself?",
    "own-cost": "may this card itself be the one that is discarded?",
}
"""What each question asks."""

ANSWERS = {
    "and-or": {"each": "in each place", "total": "in all"},
    "attack-scope": {"inside": "part of the Attack", "outside": "not part of the Attack"},
    "this-turn": {"effect": "when it may be done", "clause": "which cards are meant"},
    "reading": {},
    "locked": {"locked": "counted once", "live": "counted all the time"},
    "self": {"included": "it counts itself", "excluded": "it does not count itself"},
    "own-cost": {"allowed": "this card or another", "other": "another card only"},
}
"""The answers of each question in plain words; one that has none is shown as it is."""

MOST_READINGS = 16


@dataclass(frozen=True, slots=True)
class Nature:
    """What a card is, as far as it is known: to see whether it can count itself."""

    name: str = ""
    type: a.CardType | None = None
    keywords: frozenset[a.Keyword] = frozenset()

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


def keywords_of(text: a.CardText) -> frozenset[a.Keyword]:
    """The keywords in a card's text box, by which other cards call it."""
    kinds = map(type, a.walk(text))
    return frozenset(a.KEYWORD_OF[kind] for kind in kinds if kind in a.KEYWORD_OF)


def nature_of(card: Card, text: a.CardText) -> Nature:
    """What the card is, as far as its card line tells."""
    kinds = {kind.value: kind for kind in a.CardType}
    kind = kinds.get(card.line.type.value) if card.line and card.line.type else None
    return Nature(card.name, kind, keywords_of(text))


# ----------------------------------------------------------------------- asking


def ask(text: a.CardText, nature: Nature) -> a.CardText:
    """The same text with the questions about the rules that it gives rise to."""
    asker = _Asker(nature)
    return a.CardText(tuple(asker.ability(ability) for ability in text.abilities))


@dataclass(frozen=True, slots=True)
class _Asker:
    nature: Nature

    def ability(self, ability: a.Ability) -> a.Ability:
        match ability:
            case a.Plain() | a.Attack():
                return _within(ability, self.played, "effect")
            case a.Defense():
                return _within(_within(ability, self.paid, "effect"), self.own_cost, "effect")
            case a.Block():
                return _within(ability, self.paid, "effect")
            case a.Confrontation():
                return _within(_within(ability, self.ability, "ability"), self.played, "otherwise")
            case a.Abilities() | a.Question():
                asked: a.Ability = a.rebuild(ability, self.ability)
                return asked
            case _:
                return ability

    # --- locked or live

    def played(self, effect: a.Effect) -> a.Effect:
        """Numbers in a text that works once, when the card is played."""
        match effect:
            case a.Power(a.Times(n, a.CountOf() as count), who) if _state(count):
                options = tuple(a.replace(count, timing=timing) for timing in a.Timing)
                question: a.Amount = a.Question("locked", ("locked", "live"), options)
                return a.Power(a.Times(n, question), who)
            case a.If(a.There() as there, a.Power() as power, None) if _state(there.count):
                locked = a.If(there, power)
                return a.Question("locked", ("locked", "live"), (locked, a.While(there, power)))
            case a.Seq():
                asked: a.Effect = a.rebuild(effect, self.played)
                return asked
            case a.If() | a.May() | a.Tried():
                return _within(effect, self.played, "then", "otherwise")
            case _:
                return effect

    # --- does it count itself

    def paid(self, effect: a.Effect) -> a.Effect:
        """A cost that discards this card, and counts after it."""
        discards = any(
            isinstance(node, a.Move) and node.verb is a.Verb.DISCARD and _this(node.what)
            for node in a.walk(effect)
        )
        return self.counts(effect) if discards else effect

    def counts(self, node: Any) -> Any:
        if isinstance(node, a.CountOf) and node.itself is None and self._counts_itself(node):
            others = a.replace(node.cards, filter=_other(node.cards.filter))
            options = (a.replace(node, itself=True), a.replace(node, cards=others))
            return a.Question("self", ("included", "excluded"), options)
        if isinstance(node, a.Question) and node.id == "self":
            return node
        return a.rebuild(node, self.counts)

    def _counts_itself(self, count: a.CountOf) -> bool:
        found = count.cards
        mine = any(p.zone is a.Zone.DISCARD_PILE and p.owner == a.YOU for p in found.places)
        tests = [test for test in found.filter.tests if isinstance(test, a.ThisWay)]
        this_way = any(test.verb is a.Verb.DISCARD for test in tests)
        return (mine or this_way) and self.nature.fits(found.filter)

    # --- may it be its own cost

    def own_cost(self, effect: a.Effect) -> a.Effect:
        """A Defense that reveals this card and then discards a card from the hand."""
        reveals = any(isinstance(node, a.Show) and _this(node.what) for node in a.walk(effect))
        return self.discards(effect) if reveals else effect

    def discards(self, node: Any) -> Any:
        match node:
            case a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.Number(1))) as what, None, a.YOU):
                hand = not what.places or what.places == (a.Place(a.Zone.HAND, a.YOU),)
                if not (hand and what.among is None and self.nature.fits(what.filter)):
                    return node
                other = a.replace(what, filter=_other(what.filter))
                options = tuple(a.replace(node, what=x) for x in (a.OneOf(a.THIS, other), other))
                return a.Question("own-cost", ("allowed", "other"), options)
            case a.Question():
                return node
            case _:
                return a.rebuild(node, self.discards)


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
