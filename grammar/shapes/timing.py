"""Texts in which it is open when, how often, or on which event they work."""

# A text that has none of the shapes of a match raises no question.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.shapes.base import Asked, Found, all_of, any_number, shape, within

FIRST = a.Window.EACH_OF_YOUR_TURNS
EVERY_TURN: Final = re.compile(r"\b(each|every|per|a) turn\b", re.IGNORECASE)


@shape
def ongoing_when(asked: Asked) -> Iterator[Found]:
    """ "Ongoing: When you ...": each time, or once in a turn?"""
    for when in _waiting(asked, a.Often.WHEN):
        each = a.replace(when, occasion=a.replace(when.occasion, often=a.Often.EACH))
        texts = asked.but(when, any_number(each)), asked.but(when, _first(when))
        yield Found(when, texts)


@shape
def ongoing_each_time(asked: Asked) -> Iterator[Found]:
    """ "Ongoing: Each time you ...", where a Location works once in a turn."""
    for when in _waiting(asked, a.Often.EACH):
        texts = asked.but(when, any_number(when)), asked.but(when, _first(when))
        yield Found(when, texts)


def _waiting(asked: Asked, often: a.Often) -> Iterator[a.When]:
    """Ongoing texts that wait for what you do, that often."""
    for ability, ongoing in within(asked.text):
        if ongoing and isinstance(ability, a.Plain) and isinstance(ability.effect, a.When):
            match ability.effect.occasion:
                case a.Trigger(a.Event(_, a.YOU) as event, found) if found is often:
                    if not event.would and event.what != a.THIS:
                        yield ability.effect


def _first(when: a.When) -> a.When:
    assert isinstance(when.occasion, a.Trigger)
    first = a.Trigger(when.occasion.event, a.Often.NTH, 1, FIRST)
    return a.replace(when, occasion=first)


@shape
def once_without_may(asked: Asked) -> Iterator[Found]:
    """ "Once during each of your turns, reveal ...": must it be done?"""
    for ability, ongoing in within(asked.text):
        if not ongoing or not isinstance(ability, a.Plain):
            continue
        match ability.effect:
            case a.When(a.Once(_, False) as once, effect) as when if not _optional(effect):
                may = a.replace(when, effect=_may(effect))
                must = a.replace(when, occasion=a.replace(once, must=True))
                yield Found(when, (asked.but(when, may), asked.but(when, must)))


def _optional(effect: a.Effect) -> bool:
    """Does it begin with something that may be left?"""
    if isinstance(effect, a.Seq):
        return _optional(effect.effects[0])
    return isinstance(effect, a.May) or (isinstance(effect, a.If) and _optional(effect.then))


def _may(effect: a.Effect) -> a.Effect:
    """The first thing may be done; what follows, if it is."""
    match effect:
        case a.Seq((first, *rest)):
            return a.May(first, rest[0] if len(rest) == 1 else a.Seq(tuple(rest)))
        case _:
            return a.May(effect)


@shape
def once_each_turn(asked: Asked) -> Iterator[Found]:
    """ "Once each turn": in your turns, or in every player's? So it is of "the first time" of
    something that a foe's turn may bring, on a card."""
    windows = (a.Window.EACH_OF_YOUR_TURNS, a.Window.ANY_TURN)
    often: list[a.Once] | list[a.Trigger]
    for when in all_of(asked.text, a.When):
        match when.occasion:
            case a.Once(a.Window.EACH_TURN) as once if EVERY_TURN.search(asked.words(when)):
                often = [a.replace(once, window=window) for window in windows]
                lesser = False
            case a.Trigger(
                a.Event(who=a.YOU) as event, a.Often.NTH, _, a.Window.EACH_TURN
            ) as nth if _of_any_turn(event):
                often = [a.replace(nth, window=window) for window in windows]
                lesser = asked.nature.character
            case _:
                continue
        texts = tuple(asked.but(when, a.replace(when, occasion=one)) for one in often)
        yield Found(when, texts, lesser=lesser)


def _of_any_turn(event: a.Event) -> bool:
    """Whether an Attack, a Defense, a Block or an Assist may bring it in another player's turn."""
    answers = {a.Keyword.DEFENSE, a.Keyword.BLOCK, a.Keyword.ASSIST}
    parts = [*a.walk(event)]
    played = any(isinstance(x, a.KeywordNoun) and x.keyword in answers for x in parts)
    any_card = isinstance(event.what, a.Cards) and event.what.filter == a.Filter()
    told = {a.Verb.DISCARD, a.Verb.DRAW} | ({a.Verb.GAIN} if any_card else set())
    return played or not told.isdisjoint(event.verbs)


def _of_any_kind(trigger: a.Trigger) -> bool:
    """Can it be said of the trigger that it is from any zone?"""
    return trigger.often is not a.Often.NTH and not trigger.event.would


@shape
def waits_for_any_discard(asked: Asked) -> Iterator[Found]:
    """ "Each time you discard a card": from the hand only?"""
    for trigger in all_of(asked.text, a.Trigger):
        event = trigger.event
        match event:
            case a.Event((a.Verb.DISCARD,), a.YOU, a.Cards() as cards, attack=False) if (
                not cards.places and not event.anywhere and _of_any_kind(trigger)
            ):
                hand = a.replace(cards, places=(a.Place(a.Zone.HAND, a.YOU),))
                texts = (
                    asked.but(event, a.replace(event, what=hand)),
                    asked.but(event, a.replace(event, anywhere=True)),
                )
                yield Found(event, texts)


@shape
def may_this_turn(asked: Asked) -> Iterator[Found]:
    """ "You may destroy a card in your hand this turn": now, or at any time?"""
    for may in all_of(asked.text, a.May):
        match may:
            case a.May(a.Within(effect, a.Window.THIS_TURN), None, None):
                now = a.replace(may, effect=effect)
                later = a.When(a.Once(a.Window.THIS_TURN), now)
                yield Found(may, (asked.but(may, now), asked.but(may, later)))
