"""Conditions: whether they hold, a function a form. One about a card that is not there is neither
true nor false (None)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import is_name, is_row
from rules_check.oracle.letter.position import Frame, Outcome, Zones
from rules_check.oracle.letter.table import Table
from rules_check.oracle.letter.values import SHOWING, items, theirs, value


def is_so(t: Table, f: Frame, form: c.Condition) -> bool | None:
    """Whether a condition holds now."""
    match form:
        case c.Compare():
            return compared(t, f, form)
        case c.Logic("and", of):
            return all_of(t.is_so(f, one) for one in of)
        case c.Logic("or", of):
            return one_of(t.is_so(f, one) for one in of)
        case c.Logic(_, of):
            inner = t.is_so(f, of[0])
            return None if inner is None else not inner
        case c.Quantified(every, name, source, test):
            found = items(t, value(t, f, source))
            held = (t.is_so(f.knowing(name, one), test) for one in found)
            return all_of(held) if every else one_of(held)
        case c.Status():
            return status(t, f, form)
        case c.During(window):
            return t.within(f, window, t.pos.turn)
        case _:
            assert_never(form)


def all_of(held: Iterable[bool | None]) -> bool | None:
    """And, every: one that is false decides it, whatever the others are."""
    known: bool | None = True
    for one in held:
        if one is False:
            return False
        known = None if one is None else known
    return known


def one_of(held: Iterable[bool | None]) -> bool | None:
    """Or, some: one that is true decides it, whatever the others are."""
    known: bool | None = False
    for one in held:
        if one is True:
            return True
        known = None if one is None else known
    return known


def compared(t: Table, f: Frame, form: c.Compare) -> bool | None:
    """Two values beside each other; with what is not there nothing can be compared. But no card is
    a card that is not there, so any card is another one."""
    left, right = value(t, f, form.left), value(t, f, form.right)
    if left is not None and right is None and form.op == "in" and isinstance(form.right, c.Var):
        return False
    if left is None or right is None:
        return None
    match form.op:
        case "=":
            return equal(t, form, left, right)
        case "!=":
            return not equal(t, form, left, right)
        case "in":
            return among(t, form, left, right)
        case "subset":
            return all(one in items(t, right) for one in items(t, left))
        case _:
            return ranked(form.op, left, right)


def ranked(op: str, left: Any, right: Any) -> bool:
    """Two numbers beside each other."""
    match op:
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case ">=":
            return bool(left >= right)
        case _:
            raise ValueError(f"no comparison {op}")


def equal(t: Table, form: c.Compare, left: Any, right: Any) -> bool:
    """The same. A name that the book makes a part of names is in every name with these words, but
    not where the printed name is meant; what an Attack does, a card does."""
    if isinstance(right, Zones):
        return left in right or left == right
    if isinstance(left, list) and not isinstance(right, list):
        return len(left) == 1 and left[0] == right
    if isinstance(right, list) and not isinstance(left, list):
        return len(right) == 1 and right[0] == left
    if is_row(form.left, "cause"):
        return bool(left == right or (left == "Attack" and right == "card"))
    if is_name(form.left) and isinstance(form.right, c.Kind):
        return bool(left == right or is_called(t, left, right))
    return bool(left == right)


def is_called(t: Table, name: str, words: str) -> bool:
    """Whether the book makes these words a part of names, and they are in this one."""
    return words.casefold() in t.game.rules["words_in_names"] and has_words(name, words)


def has_words(name: str, words: str) -> bool:
    """Whether a name has these words in it."""
    return f" {words.casefold()} " in f" {name.casefold()} "


def among(t: Table, form: c.Compare, left: Any, right: Any) -> bool:
    """One of them: a card in a place, a place among places, a kind among kinds."""
    if is_row(form.right, "namewords"):
        return any(has_words(name, left) for name in items(t, right))
    there = items(t, right)
    if isinstance(left, list):
        return any(one in there for one in left)
    return left in there or (isinstance(right, Zones) and left in right)


def status(t: Table, f: Frame, form: c.Status) -> bool | None:
    """What came of a statement, of all its rounds or those of one player: done if all was that
    could be (decision 019; `part`: or some of it), declined if somebody did not want to, impossible
    if neither. What was never reached is none of them."""
    found = value(t, f, form.of)
    if form.who is not None:
        found = for_player(t, f, form, found)
    if not isinstance(found, Outcome):
        return False
    match form.row:
        case "done" if form.answer("part") == "done":
            return found.was_done or any(fact.verb not in SHOWING for fact in found.facts)
        case "done":
            return found.was_done
        case "declined":
            return found.declined
        case "impossible":
            return not found.was_done and not found.declined
        case _:
            raise ValueError(f"no status {form.row}")


def for_player(t: Table, f: Frame, form: c.Status, found: Any) -> Any:
    """What came of a statement for one player; None if it was not for that player."""
    assert form.who is not None
    player = value(t, f, form.who)
    if isinstance(found, Outcome) and found.rounds:
        return found.rounds.get(player)
    if isinstance(form.of, c.Var):
        own = theirs(f, form.of.name, player)
        return own if isinstance(own, Outcome) else None
    return None
