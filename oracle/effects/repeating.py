"""Again and again, until something is so."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.conditions import holds, speaking_of
from rules_check.oracle.meaning.find import amount, count
from rules_check.oracle.meaning.nouns import COMPARE
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.agenda import effect, task
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.frames import Frame, Scopes
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Task


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
    mode = g.rules_for(f.source).sw.repeat
    if mode != "do_while" and not node.at_least_once and _reached(g, s, f, node):
        return
    _once_more(g, s, f, node, 1, f.scopes, len(f.way))


@task(Again)
def again(g: Table, s: State, todo: Again) -> None:
    """Repeat, unless the end is reached, nothing was done, or the end came no nearer."""
    node, before = todo.node, todo.before
    f = s.frames[-1]
    reached = _reached(g, s, _so_far(f, todo), node)
    if not f.all_done(todo.start) or reached:
        _ended(f, todo, reached)
        return
    f.scopes = todo.scopes
    now = _distance(g, s, f, node)
    if before is not None and now is not None and now >= before:
        return
    if todo.number >= len(s.where):  # every card has had its turn: it would go on for ever
        say(s, "nothing", f.actor, "nothing.repeat", (f.source,))
        return
    _once_more(g, s, f, node, todo.number + 1, todo.scopes, todo.began)


def _so_far(f: Frame, todo: Again) -> Frame:
    """What was done "this way": by this repetition, in all its rounds; what cards cost together
    is also told of all of them."""
    if not any(isinstance(x, a.ThisWay) or _in_total(x) for x in a.walk(todo.node.until)):
        return f
    new = f.copy()
    new.scopes = todo.scopes
    new.way = f.way[todo.began :]
    return new


def _in_total(node: a.Node) -> bool:
    match node:
        case a.AttributeOf(_, a.Ref(a.RefKind.THEM)):
            return True
        case _:
            return False


def _once_more(
    g: Table, s: State, f: Frame, node: a.RepeatUntil, number: int, scopes: Scopes, began: int
) -> None:
    s.agenda.append(Again(node, _distance(g, s, f, node), number, len(f.log), scopes, began))
    f.scopes = (*scopes, (a.mark_of(node), -number))
    s.agenda.append(node.effect)


def _ended(f: Frame, todo: Again, reached: bool) -> None:
    """The end: later words may speak of the cards of the last round."""
    last = [card for done in f.log[todo.start :] for card in done.cards] if reached else []
    f.scopes = todo.scopes
    f.now = a.mark_of(todo.node)
    f.note(f.actor, True, tuple(dict.fromkeys(last)))


def _distance(g: Table, s: State, f: Frame, node: a.RepeatUntil) -> Any:
    """How far a count is from the number at which it ends (None: not about a count that comes
    nearer with every round)."""
    there, about = _counted(g, s, f, node.until)
    worth = there is not None and isinstance(there.count.cards.quantity, a.CostWorth)
    if there is not None and not worth and not _about_a_round(there):
        away = count(g, s, about, there.count) - amount(g, s, about, there.value)
        return away if away > 0 else -away
    return None


def _counted(g: Table, s: State, f: Frame, until: a.Condition) -> tuple[a.There | None, Frame]:
    """The count at which it ends, if it is one, and the frame in which it is counted."""
    match until:
        case a.There() as there:
            return there, f
        case a.Has(who, there):
            found = players(g, s, f, who)
            return (there, speaking_of(f, found[0])) if len(found) == 1 else (None, f)
        case _:
            return None, f


def _about_a_round(until: a.There) -> bool:
    """Whether an end is about what the last round did ("until you reveal a Hero")."""
    return any(isinstance(test, a.ThisWay) for test in until.count.cards.filter.tests)


def _reached(g: Table, s: State, f: Frame, node: a.RepeatUntil) -> bool:
    return _is_end(g, s, f, node.until, _takes(node))


def _is_end(g: Table, s: State, f: Frame, until: a.Condition, takes: bool) -> bool:
    """Whether an end is reached; just so many are also reached where one has gone past them."""
    match until:
        case a.AnyOf(first, second):
            return _is_end(g, s, f, first, takes) or _is_end(g, s, f, second, takes)
        case a.AllOf(first, second):
            return _is_end(g, s, f, first, takes) and _is_end(g, s, f, second, takes)
        case a.HasMore(how=a.Comparison.EQUAL):
            enough = a.Comparison.AT_MOST if takes else a.Comparison.AT_LEAST
            return holds(g, s, f, a.replace(until, how=enough))
        case _:
            pass
    there, about = _counted(g, s, f, until)
    if there is None:
        return holds(g, s, f, until)
    comparison = there.comparison
    if comparison is a.Comparison.EQUAL and not _about_a_round(there):
        comparison = a.Comparison.AT_MOST if takes else a.Comparison.AT_LEAST
    compare = COMPARE[comparison]
    return bool(compare(count(g, s, about, there.count), amount(g, s, about, there.value)))


BRINGING = frozenset({a.Verb.DRAW, a.Verb.GAIN, a.Verb.BUY, a.Verb.RECEIVE})
"""Verbs after which there are more cards than before, where they are counted."""


def _takes(node: a.RepeatUntil) -> bool:
    """Whether there are fewer cards each time ("discard cards until you have three"): they do not
    go where they are counted."""
    moves = [x for x in a.walk(node.effect) if isinstance(x, a.Move)]
    if not moves or moves[0].verb in BRINGING:
        return False
    to = moves[0].to
    counted = [x for x in a.walk(node.until) if isinstance(x, a.Place)]
    return to is None or all((x.zone, x.owner) != (to.zone, to.owner) for x in counted)
