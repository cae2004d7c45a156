"""Questions that a text leaves open, and their answers.

Three are about the wording and come from reading it (`and-or`, `this-turn`,
`attack-scope`); three are about the rules and are asked here, where the text gives rise
to them:

- `locked`: is a number that counts cards in a place fixed when the card is played?
- `self`: does a card that was just discarded to pay for its own effect count itself?
- `own-cost`: may a card that was only revealed be the card that is then discarded?
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, TypeVar

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.cardmodel import Card

WORDING_QUESTIONS = ("and-or", "attack-scope", "this-turn", "reading")
RULE_QUESTIONS = ("locked", "self", "own-cost")

ASKS = {
    "and-or": "one in each place, or that many in all?",
    "attack-scope": "part of the Attack, or not?",
    "this-turn": "when it may be done, or which cards are meant?",
    "reading": "this can be read in more than one way",
    "locked": "counted once when the card is played, or all the time?",
    "self": "does the card count itself?",
    "own-cost": "may this card itself be the one that is discarded?",
}


class _Answers(dict[tuple[str, str], str]):
    """Answers in plain words; a key that has none is shown as it is."""

    def __missing__(self, key: tuple[str, str]) -> str:
        return key[1]


ANSWERS = _Answers(
    {
        ("and-or", "each"): "in each place",
        ("and-or", "total"): "in all",
        ("attack-scope", "inside"): "part of the Attack",
        ("attack-scope", "outside"): "not part of the Attack",
        ("this-turn", "effect"): "when it may be done",
        ("this-turn", "clause"): "which cards are meant",
        ("locked", "locked"): "counted once",
        ("locked", "live"): "counted all the time",
        ("self", "included"): "it counts itself",
        ("self", "excluded"): "it does not count itself",
        ("own-cost", "allowed"): "this card or another",
        ("own-cost", "other"): "another card only",
    }
)

MOST_READINGS = 16

T = TypeVar("T")


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
    kinds: dict[type[a.Node], a.Keyword] = {
        a.Attack: a.Keyword.ATTACK,
        a.FirstAppearance: a.Keyword.ATTACK,
        a.Defense: a.Keyword.DEFENSE,
        a.Block: a.Keyword.BLOCK,
        a.BlockValue: a.Keyword.BLOCK,
        a.Assist: a.Keyword.ASSIST,
        a.Ongoing: a.Keyword.ONGOING,
        a.Confrontation: a.Keyword.CONFRONTATION,
    }
    return frozenset(kinds[type(node)] for node in a.walk(text) if type(node) in kinds)


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
            case a.Plain(effect):
                return _changed(ability, effect=self.played(effect))
            case a.Attack(effect):
                return _changed(ability, effect=self.played(effect))
            case a.Defense(effect):
                return _changed(ability, effect=self.own_cost(self.paid(effect)))
            case a.Block(effect):
                return _changed(ability, effect=self.paid(effect))
            case a.Confrontation(inner, otherwise):
                last = self.played(otherwise) if otherwise is not None else None
                return _changed(ability, ability=self.ability(inner), otherwise=last)
            case a.Abilities(abilities):
                asked = tuple(self.ability(inner) for inner in abilities)
                return ability if asked == abilities else a.Abilities(asked)
            case a.Question(_, _, options):
                asked = tuple(self.ability(option) for option in options)
                return ability if asked == options else replace(ability, options=asked)
            case _:
                return ability

    # --- locked or live

    def played(self, effect: a.Effect) -> a.Effect:
        """Numbers in a text that works once, when the card is played."""
        match effect:
            case a.Power(a.Times(n, a.CountOf() as count), who) if _state(count):
                options = (
                    replace(count, timing=a.Timing.LOCKED),
                    replace(count, timing=a.Timing.LIVE),
                )
                question: a.Amount = a.Question("locked", ("locked", "live"), options)
                return a.Power(a.Times(n, question), who)
            case a.If(a.There() as there, a.Power() as power, None) if _state(there.count):
                locked = a.If(there, power)
                return a.Question("locked", ("locked", "live"), (locked, a.While(there, power)))
            case a.Seq(effects):
                asked = tuple(self.played(part) for part in effects)
                return effect if asked == effects else a.Seq(asked)
            case a.If() | a.May() | a.Tried():
                then = self.played(effect.then) if effect.then is not None else None
                last = self.played(effect.otherwise) if effect.otherwise is not None else None
                return _changed(effect, then=then, otherwise=last)
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
            other = a.make_filter(node.cards.filter.nouns, (*node.cards.filter.tests, a.Other()))
            options = (
                replace(node, itself=True),
                replace(node, cards=replace(node.cards, filter=other)),
            )
            return a.Question("self", ("included", "excluded"), options)
        if isinstance(node, a.Question) and node.id == "self":
            return node
        return a.rebuild(node, self.counts)

    def _counts_itself(self, count: a.CountOf) -> bool:
        found = count.cards
        if not self.nature.fits(found.filter):
            return False
        mine = any(p.zone is a.Zone.DISCARD_PILE and p.owner == a.YOU for p in found.places)
        this_way = any(
            isinstance(test, a.ThisWay) and test.verb is a.Verb.DISCARD
            for test in found.filter.tests
        )
        return mine or this_way

    # --- may it be its own cost

    def own_cost(self, effect: a.Effect) -> a.Effect:
        """A Defense that reveals this card and then discards a card from the hand."""
        reveals = any(isinstance(node, a.Show) and _this(node.what) for node in a.walk(effect))
        return self.discards(effect) if reveals else effect

    def discards(self, node: Any) -> Any:
        match node:
            case a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.Number(1))) as what, None, a.YOU):
                hand = not what.places or what.places == (a.Place(a.Zone.HAND, a.YOU),)
                if hand and what.among is None and self.nature.fits(what.filter):
                    tests = (*what.filter.tests, a.Other())
                    other = replace(what, filter=a.make_filter(what.filter.nouns, tests))
                    options = (
                        replace(node, what=a.OneOf(a.THIS, other)),
                        replace(node, what=other),
                    )
                    return a.Question("own-cost", ("allowed", "other"), options)
                return node
            case a.Question():
                return node
            case _:
                pass
        return a.rebuild(node, self.discards)


def _changed(node: T, **fields: Any) -> T:
    same = all(getattr(node, name) == value for name, value in fields.items())
    return node if same else replace(node, **fields)  # type: ignore[type-var]


def _this(what: a.Selection) -> bool:
    match what:
        case a.Ref(a.RefKind.THIS):
            return True
        case a.Both(first, second):
            return _this(first) or _this(second)
        case _:
            pass
    return False


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
    found: list[a.Question[Any]] = []
    for node in a.walk(text):
        if isinstance(node, a.Question) and node not in found:
            found.append(node)
    return found


def settle(text: a.CardText, answers: Mapping[str, str]) -> a.CardText:
    """Answer the questions that `answers` has a key for; the others stay."""

    def change(node: Any) -> Any:
        if isinstance(node, a.Question) and answers.get(node.id) in node.keys:
            return change(node.option(answers[node.id]))
        return a.rebuild(node, change)

    return flatten(change(text))


def flatten(text: a.CardText) -> a.CardText:
    """Abilities that share a printed line stand side by side in the card."""
    flat: list[a.Ability] = []
    for ability in text.abilities:
        if isinstance(ability, a.Abilities):
            flat.extend(ability.abilities)
        else:
            flat.append(ability)
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
