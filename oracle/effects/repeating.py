"""What is done again and again until a condition holds."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.conditions import holds
from rules_check.oracle.meaning.find import amount, count
from rules_check.oracle.running.agenda import effect, task
from rules_check.oracle.values.frames import Frame, Scopes
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Task

ADDING = frozenset({a.Verb.DRAW, a.Verb.GAIN, a.Verb.BUY})
"""Verbs by which cards come to a player."""


class Again(Task):
    """Repeat, unless the end is reached; how far away it was before."""

    tag = "again"
    node: a.RepeatUntil
    before: Any
    number: int
    start: int
    scopes: Scopes
    began: int


@effect(a.RepeatUntil)
def do_repeat(g: Table, s: State, node: a.RepeatUntil) -> None:
    """Again and again until the condition holds."""
    f = s.frames[-1]
    mode = g.sw.repeat
    if mode != "do_while" and not node.at_least_once and _reached(g, s, f, node, None):
        return
    _once_more(g, s, f, node, 1, f.scopes, len(f.way))


@task(Again)
def again(g: Table, s: State, todo: Again) -> None:
    """Repeat, unless the end is reached, nothing was done, or the end came no nearer."""
    node, before = todo.node, todo.before
    f = s.frames[-1]
    reached = _reached(g, s, _so_far(f, todo), node, before)
    if not f.all_done(todo.start) or reached:
        _ended(f, todo, reached)
        return
    f.scopes = todo.scopes
    now = _distance(g, s, f, node)
    if before is not None and now is not None and now >= before:
        return
    _once_more(g, s, f, node, todo.number + 1, todo.scopes, todo.began)


def _so_far(f: Frame, todo: Again) -> Frame:
    """What was done "this way": by this repetition, in all its rounds."""
    if not any(isinstance(x, a.ThisWay) for x in a.walk(todo.node.until)):
        return f
    new = f.copy()
    new.scopes = todo.scopes
    new.way = f.way[todo.began :]
    return new


def _once_more(
    g: Table, s: State, f: Frame, node: a.RepeatUntil, number: int, scopes: Scopes, began: int
) -> None:
    s.agenda.append(Again(node, _distance(g, s, f, node), number, len(f.log), scopes, began))
    f.scopes = (*scopes, (a.mark_of(node), number))
    s.agenda.append(node.effect)


def _ended(f: Frame, todo: Again, reached: bool) -> None:
    """The end: later words may speak of the cards of the last round."""
    last = [card for done in f.log[todo.start :] for card in done.cards] if reached else []
    f.scopes = todo.scopes
    f.now = a.mark_of(todo.node)
    f.note(f.actor, True, tuple(dict.fromkeys(last)))


def _end(node: a.RepeatUntil) -> a.Condition:
    """When it is over: where just so many cards are wanted, also if there are more (or fewer) and
    a further round would only lead away."""
    moved = next((x for x in a.walk(node.effect) if isinstance(x, a.Move)), None)
    until = node.until
    there = until.there if isinstance(until, a.Has) else until
    if moved is None or not isinstance(there, a.There | a.HasMore):
        return until
    cards = there.count.cards if isinstance(there, a.There) else there.cards
    to = None if moved.to is None else moved.to.zone
    adds = moved.verb in ADDING or any(place.zone is to for place in cards.places)
    enough = a.Comparison.AT_LEAST if adds else a.Comparison.AT_MOST
    match until:
        case a.There(_, a.Comparison.EQUAL):
            return a.replace(until, comparison=enough)
        case a.Has(_, a.There(_, a.Comparison.EQUAL)):
            return a.replace(until, there=a.replace(until.there, comparison=enough))
        case a.HasMore(how=a.Comparison.EQUAL):
            return a.replace(until, how=enough)
        case _:
            return until


def _distance(g: Table, s: State, f: Frame, node: a.RepeatUntil) -> Any:
    """How far a count is from the number at which it ends (None: not about a count that comes
    nearer with every round)."""
    if isinstance(node.until, a.There) and not _about_a_round(node.until):
        away = count(g, s, f, node.until.count) - amount(g, s, f, node.until.value)
        return away if away > 0 else -away
    return None


def _about_a_round(until: a.There) -> bool:
    """Whether an end is about what the last round did ("until you reveal a Hero")."""
    return any(isinstance(test, a.ThisWay) for test in until.count.cards.filter.tests)


def _reached(g: Table, s: State, f: Frame, node: a.RepeatUntil, before: Any) -> bool:
    return holds(g, s, f, _end(node))
