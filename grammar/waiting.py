"""Conditions about what has not happened yet: "If you buy a Hero this turn, …".

The text does not end there: what follows happens as soon as it is so, or at the time that is named
("…, draw a card at the end of the turn").
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.subjects import open_refs

NOW: Final = a.Window.THIS_TURN
COMING: Final = frozenset({a.Verb.BUY, a.Verb.GAIN, a.Verb.RECEIVE})
"""What brings cards to a player's discard pile."""
PILE: Final = a.Place(a.Zone.DISCARD_PILE, a.YOU)


def awaited(effect: a.If) -> a.Effect:
    """The same, said so that it is asked when it is known, where a time is named for what follows,
    or where that speaks of the card that makes it so; else as it is: the engine waits for it."""
    deed = _later(effect.condition)
    if deed is None:
        return effect
    done: a.Condition = _past(effect.condition)
    match effect:
        case a.If(_, a.Delayed(when, later), None):
            return a.Delayed(when, a.If(done, later))
        case a.If(_, a.Delayed(when, later), a.Delayed(other, else_)) if when == other:
            return a.Delayed(when, a.If(done, later, else_))
        case a.If(a.There(a.CountOf(cards), a.Comparison.AT_LEAST, a.Number(1)), then, None):
            for ref in open_refs(then):
                if isinstance(ref, a.Ref) and ref.kind is not a.RefKind.THIS:
                    event = _event(cards, deed)  # "put it on top of your deck"
                    return a.When(a.Trigger(event, a.Often.NEXT, 0, NOW), then)
            return effect
        case _:
            return effect


def one_after_another(effect: a.Effect) -> a.Effect:
    """ "You may put any cards you buy or gain this turn on top of your deck": it is asked of each
    when it comes, and at once of those that have come already and still lie in your discard pile.
    As it is, if it is not about all such cards."""
    moved = effect.effect if isinstance(effect, a.May) else effect
    match effect, moved:
        case a.May(_, None, None, who), a.Move(what=a.Cards() as cards) if who == a.YOU:
            fitting = isinstance(cards.quantity, a.AnyNumber | a.Every)
        case a.Move(), a.Move(what=a.Cards() as cards):
            fitting = isinstance(cards.quantity, a.Every)
        case _:
            return effect
    deed = _later(cards.filter)
    if not fitting or deed is None or deed.who != a.YOU or moved.who != a.YOU:
        return effect
    if not COMING.issuperset(deed.verbs) or cards.places or cards.among is not None:
        return effect

    def done_to(what: a.Selection) -> a.Effect:
        put = a.replace(moved, what=a.placed(what, a.place_of(cards)))
        return a.replace(effect, effect=put) if isinstance(effect, a.May) else put

    there = a.replace(cards, filter=_past(cards.filter), places=(PILE,))
    counted = a.CountOf(a.replace(there, quantity=a.Every()))
    before = a.If(a.There(counted, a.Comparison.AT_LEAST, a.ONE), done_to(there))
    later = a.When(a.Trigger(_event(cards, deed), a.Often.WHEN, 0, NOW), done_to(a.IT))
    return a.placed(a.Seq((before, later)), a.place_of(effect))


def _later(node: a.Node) -> a.Acted | None:
    """What a condition says of this turn that may still come."""
    for part in a.walk(node):
        if isinstance(part, a.Acted) and part.tense is not a.Tense.PAST and part.window is NOW:
            return part
    return None


def _event(cards: a.Cards, deed: a.Acted) -> a.Event:
    """The event that makes it so."""
    tests = tuple(test for test in cards.filter.tests if test is not deed)
    what = a.Cards(a.Exactly(a.ONE), a.Filter(cards.filter.nouns, tests), cards.places)
    return a.Event(deed.verbs, deed.who, what)


def _past(node: Any) -> Any:
    """The same, said of what has been done."""
    if isinstance(node, a.Acted) and node.window is NOW:
        return a.replace(node, tense=a.Tense.PAST)
    return a.rebuild(node, _past)
