"""Conditions that can still come true: "if you play or have played a Hero this turn"."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject

GROWS: Final = (a.Comparison.AT_LEAST, a.Comparison.MORE)


def speaks_of_later(node: Any) -> bool:
    """Whether a text speaks of what is done at any time of the turn, also later."""
    return any(
        isinstance(x, a.Acted) and x.tense is not a.Tense.PAST and x.window is not None
        for x in a.walk(node)
    )


@PerObject
def awaited(condition: a.Condition) -> tuple[a.Verb, ...]:
    """What can be done later in the turn that makes a condition come true; () if nothing can."""
    match condition:
        case a.There(a.CountOf(cards), comparison, value) if comparison in GROWS:
            if speaks_of_later(value):
                return ()
            tests = [x for x in cards.filter.tests if isinstance(x, a.Acted) and speaks_of_later(x)]
            return tuple(verb for test in tests for verb in test.verbs)
        case a.AllOf(first, second) | a.AnyOf(first, second):
            return awaited(first) + awaited(second)
        case _:
            return ()


def adds_up(node: a.If) -> bool:
    """Whether both ways give you Power, so that the better one can be made up for later."""
    ways = (node.then, node.otherwise)
    return all(isinstance(way, a.Power) and way.who == a.YOU for way in ways)
