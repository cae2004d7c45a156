"""Filling a deck before a text looks at its top cards."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.conditions import holds
from rules_check.oracle.meaning.deck_tops import deck_to_fill, looks_at_a_top
from rules_check.oracle.running.drawing import reshuffle
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Todo


def fill_first(
    g: Table, s: State, f: Frame, node: a.Node, again: Todo, player: int, more: int = 0
) -> bool:
    """Reshuffle if a text looks deeper than a deck is, and then do `again`; tells whether it
    waits for that."""
    owner = deck_to_fill(g, s, f, node, player, more)
    if owner is None:
        return False
    s.agenda.append(again)
    reshuffle(g, s, owner)
    return True


def fill_to_ask(g: Table, s: State, f: Frame, condition: a.Condition, again: Todo) -> bool:
    """The same for a condition; a part of it that no longer matters is not looked at."""
    if not isinstance(condition, a.AllOf | a.AnyOf):
        return fill_first(g, s, f, condition, again, f.actor)
    if fill_to_ask(g, s, f, condition.first, again):
        return True
    if not looks_at_a_top(condition.second):
        return False
    open_still = holds(g, s, f, condition.first) is isinstance(condition, a.AllOf)
    return open_still and fill_to_ask(g, s, f, condition.second, again)
