"""Conditions about what has not happened yet: "If you buy a Hero this turn, …".

The text does not end there: what follows happens as soon as it is so, or at the time that is named
("…, draw a card at the end of the turn").
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.subjects import open_refs

NOW: Final = a.Window.THIS_TURN


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
