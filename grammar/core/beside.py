"""What a text names beside one another: conditions, places, kinds of cards, numbers that are
counted together. Each of several is a leg, and has words of its own.
"""

# A form that matches nothing names nothing beside one another.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import said_by


class Leg(NamedTuple):
    """One of several: the form that says it, and what there is of it, as a value."""

    form: c.Value
    there: c.Value


def legs(form: c.Form) -> tuple[c.Value, ...]:
    """What a form puts beside one another, if each has words; places need none: the words of a
    place that belongs to one of two players are those of both."""
    found = tuple(_joined(form))
    places = isinstance(form, c.Join) and all(isinstance(one, c.Place) for one in found)
    if len(found) < 2 or not (places or all(said_by((one,)) is not None for one in found)):
        return ()
    return found


def _joined(form: c.Form) -> Iterator[c.Value]:
    match form:
        case c.Logic("and" | "or" as op, of):
            for one in of:
                same = isinstance(one, c.Logic) and one.op == op
                yield from _joined(one) if same else (one,)
        case c.Join(c.SetOp.WITH, left, right):
            for one in (left, right):
                yield from _joined(one) if isinstance(one, c.Join) else (one,)
        case c.Arithmetic("+", of):
            yield from of


def alternatives(test: c.Value) -> tuple[c.Value, ...]:
    """The conditions of which one has to hold, alone or besides others that all have to."""
    if isinstance(test, c.Logic) and test.op == "or":
        return legs(test)
    if isinstance(test, c.Logic) and test.op == "and":
        return next((found for one in test.of if (found := alternatives(one))), ())
    return ()


def groups(value: c.Value) -> Iterator[tuple[Leg, ...]]:
    """The legs of what a value looks at: places, kinds of those of whom something holds, numbers
    that are counted together."""
    match value:
        case c.Join() | c.Arithmetic() if found := legs(value):
            yield tuple(Leg(one, one) for one in found)
            return
        case c.Filter(_, _, test) if found := alternatives(test):
            yield tuple(Leg(one, replace(value, test=one)) for one in found)
    match value:
        case c.Filter(_, source, _) | c.Collect(_, _, source) | c.Best(_, _, _, source):
            yield from groups(source)
        case c.Fold(_, of) | c.Ends(_, _, of) | c.The(of):
            yield from groups(of)
        case c.Attribute(_, of):
            for one in of:
                yield from groups(one)


def looked_at(form: c.Form) -> c.Value | None:
    """The value at which a statement looks, if its ways are those of what is there."""
    match form:
        case c.Choose():
            return form.source
        case c.Points():
            return form.amount
        case c.Change() | c.Let():
            return form.value
        case c.Move():
            return form.cards
    return None


def groups_of(form: c.Form) -> tuple[tuple[Leg, ...], ...]:
    """The legs of what a statement looks at."""
    value = looked_at(form)
    return () if value is None else tuple(groups(value))


def tested(form: c.Form) -> c.Value | None:
    """The condition on which a form depends."""
    match form:
        case c.If() | c.Conditional() | c.While():
            return form.test
        case c.Option():
            return form.where
    return None


def conditions(form: c.Form) -> tuple[c.Value, ...]:
    """The conditions beside one another on which a form depends."""
    test = tested(form)
    return legs(test) if isinstance(test, c.Logic) else ()


def needs_all(form: c.Form) -> bool:
    """Whether all conditions of a form have to hold, and not one of them."""
    test = tested(form)
    return isinstance(test, c.Logic) and test.op == "and"


def events(on: c.On) -> tuple[c.Value, ...]:
    """What an event has to be one of, so that something comes of it."""
    where = on.event.where if isinstance(on.event, c.Event) else None
    return () if where is None else alternatives(where)
