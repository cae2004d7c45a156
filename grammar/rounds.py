"""What several players do in rounds: all of them one thing, and only then the next."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.subjects import PLURAL, POINTING, points

K = a.PlayerKind


def passes_chosen(effect: a.Effect, who: a.Player) -> bool:
    """Whether each of several players passes on what they have chosen: all choose before the
    first card changes hands."""
    match effect:
        case a.Move(a.Verb.PASS, what, a.Place(owner=a.Player(kind))) if (
            kind in POINTING and kind is not K.THAT_PLAYER
        ):
            return who.test is None and who.kind in PLURAL and any(map(points, a.walk(what)))
        case _:
            return False


def passes_on(effect: a.Effect, who: a.Player) -> bool:
    """Whether each of several players passes cards to a neighbour: that is done by all of them at
    the same time, and before anything else that each of them does."""
    beside = (K.THEIR_LEFT, K.THEIR_RIGHT)
    match effect:
        case a.Move(a.Verb.PASS, _, a.Place(owner=a.Player(kind))):
            return kind in beside and who.kind in PLURAL
        case _:
            return False
