"""What happens if a search finds nothing: "If you find none, draw a card"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.attach import without_instead

_FOUND = frozenset({a.IT, a.THEM})

SEARCHED = a.Place(a.Zone.TABLE, name="searched")
"""The pile that was searched ("Search your deck for a Hero …, then shuffle"). No text keeps it."""


def shuffled(effect: a.Effect, done: Sequence[a.Effect]) -> a.Effect | None:
    """The same effect: "shuffle" alone is said of the deck that was searched last. None: none
    was."""
    if SEARCHED not in a.walk(effect):
        return effect
    searched = [x.where for one in (*done, effect) for x in a.walk(one) if isinstance(x, a.Search)]
    if not searched or searched[-1].zone not in {a.Zone.DECK, a.Zone.MAIN_DECK}:
        return None
    found: a.Effect = _said_of(effect, searched[-1])
    return found


def _said_of(node: Any, pile: a.Place) -> Any:
    if node == SEARCHED:
        return a.placed(pile, a.place_of(node))
    return a.rebuild(node, lambda part: _said_of(part, pile))


def none_found(effect: a.Effect, done: Sequence[a.Effect]) -> a.Effect | None:
    """A sentence that is carried out if the search of which the text spoke last has found none, so
    that nothing was done with what it finds; None: there is no such search."""
    steps = [x for one in done for x in (one.effects if isinstance(one, a.Seq) else [one])]
    at = max((n for n, x in enumerate(steps) if isinstance(x, a.Search)), default=None)
    if at is None:
        return None
    taken = [x for x in steps[at + 1 :] if not isinstance(x, a.Shuffle | a.Show)]
    match taken:
        case [a.Move(verb, what, who=a.Player(a.PlayerKind.YOU))] if what in _FOUND:
            pass
        case [a.Play(what, who=a.Player(a.PlayerKind.YOU))] if what in _FOUND:
            verb = a.Verb.PLAY
        case _:
            return None
    such = a.CountOf(a.Cards(a.Every(), a.Filter((), (a.ThisWay(verb),))))
    none = a.There(such, a.Comparison.EQUAL, a.Number(0))
    return a.If(none, without_instead(effect))
