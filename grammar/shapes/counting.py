"""Texts that count, and texts that pay with the card itself."""

# A text that has none of the shapes of a match raises no question.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.phrases.conditions import DENIED
from rules_check.grammar.questions import counts_itself as asks_self
from rules_check.grammar.questions import open_questions, settle
from rules_check.grammar.questions import own_cost as asks_own_cost
from rules_check.grammar.shapes.base import (
    Asked,
    Found,
    abilities_of,
    all_of,
    any_number,
    other,
    shape,
    this,
    within,
)

# ------------------------------------------------------------------- does it count itself


@shape
def counts_itself(asked: Asked) -> Iterator[Found]:
    """A count of cards among which the card itself is: discarded to pay, played, or controlled."""
    yield from _by_asking(asked, "self")
    for ability, ongoing in within(asked.text, asked.nature.character):
        if ongoing or not isinstance(ability, a.Plain | a.Attack):
            continue
        for effect in all_of(ability, a.ForEach, a.Power, a.Move, a.ChangeCost, a.If, a.While):
            for count in _amounts(effect):
                if count.itself is None and _fits(asked, count.cards.filter) and _mine(count):
                    others = a.replace(count.cards, filter=other(count.cards.filter))
                    texts = (
                        _with_itself(asked, count),
                        asked.but(count, a.replace(count, cards=others)),
                    )
                    yield Found(count, texts)


def _with_itself(asked: Asked, count: a.CountOf) -> a.CardText:
    """The text in which a count has the card itself; a condition says so of a number."""
    itself = a.replace(count, itself=True)
    for there in all_of(asked.text, a.There):
        if there.count is count:
            return asked.but(there, a.Compare(itself, there.comparison, there.value))
    return asked.but(count, itself)


def _fits(asked: Asked, found: a.Filter) -> bool:
    """Could the card itself be one of these, as far as its type and keywords tell?"""
    keywords = [test.keyword for test in found.tests if isinstance(test, a.HasKeyword)]
    return asked.nature.fits(found) and asked.nature.keywords.issuperset(keywords)


def _by_asking(asked: Asked, question: str) -> Iterator[Found]:
    """What the questions that are kept in the text find."""
    asks = {"self": asks_self, "own-cost": asks_own_cost}[question]

    def put(ability: a.Ability) -> a.Ability:
        if isinstance(ability, a.Abilities | a.Confrontation | a.Coined):
            ability = a.rebuild(ability, lambda one: put(one) if one is not None else one)
        return asks(ability, asked.nature)

    text = a.CardText(tuple(map(put, asked.text.abilities)))
    for found in open_questions(text):
        if found.id == question:
            node = found.options[-1]
            yield Found(node, tuple(settle(text, {question: key}) for key in found.keys))
            return


def _amounts(effect: a.Node) -> Iterator[a.CountOf]:
    match effect:
        case a.ForEach(a.CountOf() as count) | a.Power(a.Times(_, a.CountOf() as count)):
            yield count
        case a.Power(a.CountOf() as count):
            yield count
        case a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.CountOf() as count))):
            yield count
        case a.If(condition) | a.While(condition):
            for one in all_of(condition, a.There, a.Compare):
                yield from _asked_for(one)


def _asked_for(one: a.There | a.Compare) -> Iterator[a.CountOf]:
    """What a condition counts, if one card more may decide it."""
    match one:
        case a.There(count, a.Comparison.AT_LEAST, a.Number(1)):
            if any(isinstance(test, a.Acted) for test in count.cards.filter.tests):
                yield count
        case a.There(count):
            yield count
        case a.Compare(first, _, second):
            yield from (x for x in (first, second) if isinstance(x, a.CountOf))


def _mine(count: a.CountOf) -> bool:
    """Does it count what you control, or have played this turn?"""
    if count.cards.places or count.different not in (None, a.DifferentKind.TYPE):
        return False
    for test in count.cards.filter.tests:
        match test:
            case a.Acted(tense=a.Tense.BOTH) | a.Controlled() if count.different is not None:
                return False  # the type of the card is one of them
            case a.Controlled(a.YOU):
                return True
            case a.Acted((a.Verb.PLAY,), a.YOU, tense) if tense is not a.Tense.PRESENT:
                return True
    return False


@shape
def takes_itself(asked: Asked) -> Iterator[Found]:
    """One of the cards that you played or control is taken back: the card itself is one of them."""
    for ability, ongoing in within(asked.text, asked.nature.character):
        if ongoing or not isinstance(ability, a.Plain | a.Attack):
            continue
        for move in all_of(ability, a.Move):
            what = move.what
            if not isinstance(what, a.Cards) or a.Other() in what.filter.tests:
                continue
            if not _mine(a.CountOf(what)) or not _fits(asked, what.filter):
                continue
            if move.verb in AWAY and what.quantity == a.Every() and what.filter.nouns:
                rest = a.replace(what, filter=other(what.filter))
                parts = (a.Both(a.THIS, rest), rest)
                yield Found(what, tuple(asked.but(what, one) for one in parts))
            elif move.verb in BACK and what.quantity in ONE:
                another = a.replace(what, quantity=a.Exactly(a.ONE), filter=other(what.filter))
                either = a.replace(move, what=a.OneOf(a.THIS, another))
                texts = (either, a.replace(move, what=another))
                yield Found(what, tuple(asked.but(move, one) for one in texts))


BACK: Final = frozenset({a.Verb.PUT, a.Verb.RETURN})
AWAY: Final = BACK | {a.Verb.DESTROY, a.Verb.DISCARD}
ONE: Final = (a.Exactly(a.ONE), a.UpTo(a.ONE))


# ------------------------------------------------------------------------ locked or live


@shape
def may_be_locked(asked: Asked) -> Iterator[Found]:
    """Power for what lies somewhere or is controlled, in a text that works once."""
    for ability, ongoing in within(asked.text, asked.nature.character):
        if ongoing or not isinstance(ability, a.Plain | a.Attack | a.Confrontation):
            continue
        effect = ability.otherwise if isinstance(ability, a.Confrontation) else ability.effect
        for node in _played(effect) if effect is not None else ():
            yield from _locked(asked, node)
    yield from _costs_for_a_turn(asked)


def _costs_for_a_turn(asked: Asked) -> Iterator[Found]:
    """A cost or a price is changed for a while by so much for each card that lies somewhere; for a
    Block it matters if further Blocks change that."""
    for ability in abilities_of(asked, a.Plain, a.Attack, a.Block):
        for change in all_of(ability, a.ChangeCost):
            counts = [x for x in all_of(change.amount, a.CountOf) if _state(x)]
            if isinstance(ability, a.Block):
                counts = [x for x in counts if _changed_by_blocks(x)]
            if isinstance(change.of, a.CharacterCost | a.CostOfCards) and counts:
                yield Found(change, _timed(asked, counts[0]))


def _changed_by_blocks(count: a.CountOf) -> bool:
    """Whether Block cards that are discarded are counted, of a hand or a discard pile."""
    zones = {place.zone for place in count.cards.places}
    nouns = count.cards.filter.nouns
    blocks = any(isinstance(x, a.KeywordNoun) and x.keyword is a.Keyword.BLOCK for x in nouns)
    return bool(zones & {a.Zone.HAND, a.Zone.DISCARD_PILE}) and (blocks or not nouns)


def _played(effect: a.Effect) -> Iterator[a.Node]:
    """What is done when the card is played: Power that depends on a count or a condition."""
    match effect:
        case a.Power() | a.If(a.There(), a.Power(), None | a.Power()):
            yield effect
        case a.Seq(several):
            for one in several:
                yield from _played(one)
        case a.If(_, then, otherwise) | a.May(_, then, otherwise) | a.Tried(_, then, otherwise):
            for inner in (then, otherwise):
                if inner is not None:
                    yield from _played(inner)


def _locked(asked: Asked, node: a.Node) -> Iterator[Found]:
    match node:
        case a.Power(a.Times(_, a.CountOf() as count)) if _state(count):
            yield Found(node, _timed(asked, count))
        case a.Power(a.Bounded(a.Times(_, a.CountOf() as count))) if _state(count):
            yield Found(node, _timed(asked, count))
        case a.If(a.There() as there, then, otherwise) if _state(there.count):
            playing = a.Trigger(a.Event((a.Verb.PLAY,), a.YOU, a.THIS))
            live: a.Effect = a.While(there, then)
            if otherwise is not None:
                live = a.Seq((live, a.While(_inverse(there), otherwise)))
            yield Found(node, (asked.but(node, a.When(playing, node)), asked.but(node, live)))


def _timed(asked: Asked, count: a.CountOf) -> tuple[a.CardText, ...]:
    return tuple(asked.but(count, a.replace(count, timing=timing)) for timing in a.Timing)


def _state(count: a.CountOf) -> bool:
    """Does it count what lies somewhere now, or is controlled (rather than what was done)?"""
    tests = count.cards.filter.tests
    if count.timing is not None or any(isinstance(t, a.Acted | a.ThisWay) for t in tests):
        return False
    return bool(count.cards.places) or any(isinstance(test, a.Controlled) for test in tests)


def _inverse(there: a.There) -> a.There:
    match there.comparison, there.value:
        case a.Comparison.AT_LEAST, a.Number(1):
            return a.replace(there, comparison=a.Comparison.EQUAL, value=a.Number(0))
        case a.Comparison.EQUAL, a.Number(0):
            return a.replace(there, comparison=a.Comparison.AT_LEAST, value=a.ONE)
        case comparison, _:
            return a.replace(there, comparison=DENIED.get(comparison, a.Comparison.MORE))


@shape
def earlier_ones(asked: Asked) -> Iterator[Found]:
    """Power for each card you play, of an Ongoing text or for the rest of the turn: do those before
    it count?"""
    for ability, ongoing in within(asked.text, asked.nature.character):
        if not isinstance(ability, a.Plain):
            continue
        stands = ability.effect if ongoing else None
        for power in all_of(ability.effect, a.Power):
            if ongoing and power is not stands:
                continue
            match power:
                case a.Power(a.Times(n, a.CountOf(a.Cards() as cards) as count), a.YOU):
                    acted = [t for t in cards.filter.tests if isinstance(t, a.Acted)]
                case _:
                    continue
            if len(acted) != 1 or acted[0].tense is not a.Tense.PRESENT:
                continue
            if not ongoing and acted[0].window is not a.Window.THIS_TURN:
                continue
            rest = tuple(test for test in cards.filter.tests if test is not acted[0])
            one = a.Cards(a.Exactly(a.ONE), a.make_filter(cards.filter.nouns, rest), cards.places)
            event = a.Event(acted[0].verbs, acted[0].who, one)
            window = a.Window.YOUR_TURN if ongoing else a.Window.THIS_TURN
            later = a.When(a.Trigger(event, a.Often.EACH, 0, window), a.Power(a.Number(n)))
            each = any_number(later) if ongoing and not asked.nature.character else later
            both = a.replace(acted[0], tense=a.Tense.BOTH, window=a.Window.THIS_TURN)
            tests = a.make_filter(cards.filter.nouns, (*rest, both))
            every = a.replace(count, cards=a.replace(cards, filter=tests))
            yield Found(power, (asked.but(power, each), asked.but(count, every)))
        yield from _each_gives(asked, ability)


EACH_CARD: Final = re.compile(r"each (?!time\b)", re.IGNORECASE)


def _each_gives(asked: Asked, ability: a.Plain) -> Iterator[Found]:
    """ "Each Hero you play this turn gives you +1 Power": those that were played before, too?"""
    for when in all_of(ability.effect, a.When):
        match when:
            case a.When(
                a.Trigger(
                    a.Event((verb,), a.YOU, a.Cards(filter=of) as one),
                    a.Often.EACH,
                    0,
                    a.Window.THIS_TURN,
                ),
                a.Power(a.Number(number), a.YOU) as power,
            ) if EACH_CARD.match(asked.words(when)):
                pass
            case _:
                continue
        acted = a.Acted((verb,), a.YOU, a.Tense.BOTH, a.Window.THIS_TURN)
        every = a.Cards(a.Every(), a.make_filter(of.nouns, (*of.tests, acted)), one.places)
        all_ = a.replace(power, amount=a.Times(number, a.CountOf(every)))
        yield Found(when, (asked.but(when, a.replace(when)), asked.but(when, all_)))


# --------------------------------------------------------------------- paid with itself


@shape
def paid_with_itself(asked: Asked) -> Iterator[Found]:
    """The card pays with itself, and then a card is taken from where it now is."""
    before = list(_by_asking(asked, "own-cost"))
    yield from before
    if before:
        return
    for node in all_of(asked.text, a.May, a.Tried, a.Payment):
        cost = node.cost if isinstance(node, a.Payment) else node.effect
        then = node.effect if isinstance(node, a.Payment) else node.then
        zone = _where_it_is(cost)
        if zone is None or then is None:
            continue
        for move in all_of(then, a.Move):
            what = move.what
            if (
                isinstance(what, a.Cards)
                and what.quantity == a.Exactly(a.ONE)
                and what.among is None
                and not what.random
                and _from(move, what) == zone
                and asked.nature.fits(what.filter)
            ):
                others = a.replace(what, filter=other(what.filter))
                texts = (
                    asked.but(move, a.replace(move, what=a.OneOf(a.THIS, others))),
                    asked.but(move, a.replace(move, what=others)),
                )
                yield Found(move, texts)
                return


def _where_it_is(cost: a.Node) -> a.Zone | None:
    """Where the card is after it was paid with; None if it was not."""
    for node in a.walk(cost):
        match node:
            case a.Show(_, what) if this(what):
                return a.Zone.HAND
            case a.Move(a.Verb.DISCARD, what) if this(what):
                return a.Zone.DISCARD_PILE
            case a.Move(a.Verb.DESTROY, what) if this(what):
                return a.Zone.DESTROYED_PILE
    return None


def _from(move: a.Move, what: a.Cards) -> a.Zone | None:
    """From which zone of yours a card is taken."""
    if not what.places:
        return a.Zone.HAND if move.verb is a.Verb.DISCARD and move.who == a.YOU else None
    if len(what.places) > 1 or what.places[0].owner not in (None, a.YOU):
        return None
    return what.places[0].zone if what.places[0].edge is None else None


@shape
def half_of_a_number(asked: Asked) -> Iterator[Found]:
    """Half of a number that may be odd, and no word about rounding."""
    for half in all_of(asked.text, a.Half):
        if half.up is None:
            texts = tuple(asked.but(half, a.replace(half, up=up)) for up in (True, False))
            yield Found(half, texts)


# ----------------------------------------------------------------------- what is defeated


@shape
def less_to_defeat(asked: Asked) -> Iterator[Found]:
    """ "Villains cost you 2 less to defeat": those in the Line-Up are bought, and only
    Super-Villains and Characters are defeated."""
    for change in all_of(asked.text, a.ChangeCost):
        of = change.of
        if not isinstance(of, a.CostOfCards) or not of.to_defeat or of.nth:
            continue
        if any(isinstance(noun, a.TypeNoun) for noun in of.cards.nouns):
            boss = a.make_filter((a.TitleNoun(a.Title.SUPER_VILLAIN),), of.cards.tests)
            texts = (a.replace(of, cards=boss), a.replace(of, to_defeat=False))
            yield Found(change, tuple(asked.but(of, one) for one in texts))
