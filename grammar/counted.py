"""Conditions with a number and no noun, after a condition that counts cards: "If you control a
Location, …. If you control two or more, …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore

SO_MANY: Final = a.NameNoun("so many")
"""The cards that a condition before counts. No text keeps it: `counted_again` makes it out."""


def counted_again(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence whose condition counts the cards that a condition before it counts; as it is, if
    it says what it counts."""
    match effect:
        case a.If(a.There(count) as there) if count.cards.filter.nouns == (SO_MANY,):
            found = _counted(count.cards, before)
            if found is None:
                raise NothingBefore(_said(count.cards))
        case a.If(a.There(count) as there) if (verb := _just_done(count.cards)) is not None:
            if any(_does(one, verb) for part in before for one in a.walk(part)):
                return effect  # "Discard up to two cards. If you discarded exactly one, …"
            done = a.Acted((verb,), a.YOU)
            wanted = a.Cards(a.Every(), a.Filter((SO_MANY,), (done,)))
            found = _counted(wanted, before)
            if found is None:
                return effect
        case _:
            return effect
    return a.replace(effect, condition=a.replace(there, count=found))


def nth_again(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A clause in which "the second" is one of the cards of which the clause before says what is
    done with the first ("The first card you buy this turn goes …, and the second goes …")."""
    match effect:
        case a.When(a.Trigger(a.Event(what=a.Cards(filter=a.Filter((one,))))) as later, _) if (
            one == SO_MANY
        ):
            said = [x.occasion for part in before for x in a.walk(part) if isinstance(x, a.When)]
            for occasion in said[-1:]:
                nth = occasion.often is a.Often.NTH if isinstance(occasion, a.Trigger) else False
                if nth and isinstance(occasion, a.Trigger) and occasion.nth < later.nth:
                    return a.replace(effect, occasion=a.replace(occasion, nth=later.nth))
            raise NothingBefore("the second")
        case _:
            return effect


def _just_done(cards: a.Cards) -> a.Verb | None:
    """The verb of "you played two or more"; None: it says more."""
    match cards.filter:
        case a.Filter((), (a.ThisWay(verb, None, None),)) if not cards.places:
            return verb
        case _:
            return None


def _does(node: a.Node, verb: a.Verb) -> bool:
    """Whether a text tells somebody to do that."""
    if isinstance(node, a.Play):
        return verb is a.Verb.PLAY
    return isinstance(node, a.EffectNode) and getattr(node, "verb", None) is verb


def _counted(wanted: a.Cards, before: Sequence[a.Effect]) -> a.CountOf | None:
    """What the nearest condition counts that speaks of cards in the same way."""
    asked = (x for one in before for x in a.walk(one) if isinstance(x, a.There))
    fitting = [x.count for x in asked if _way(x.count.cards) == _way(wanted)]
    return fitting[-1] if fitting and fitting[-1] == a.CountOf(fitting[-1].cards) else None


def _way(cards: a.Cards) -> object:
    """How a condition speaks of cards: who controls them, did that to them, or has them."""
    for test in cards.filter.tests:
        match test:
            case a.Controlled(who):
                return who
            case a.Acted(verbs, who):
                return verbs, who
            case a.ThisWay():
                return test
            case _:
                pass
    return "had" if any(place.owner == a.YOU for place in cards.places) else "there"


def _said(cards: a.Cards) -> str:
    match _way(cards):
        case a.Player():
            return "you control two or more"
        case tuple():
            return "you did so to two or more"
        case "had":
            return "you have two or more"
        case _:
            return "there are two or more"
