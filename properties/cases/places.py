"""The places in which a text looks for something, and whether any card lies there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import said_by

if TYPE_CHECKING:
    from rules_check.properties.cases.trying import Position

OF_PLAYERS: Final = ("hand", "deck", "discard", "play")
SHARED: Final = {"lineup": "line_up", "destroyed": "destroyed"}
"""What shared places are called in a position."""
MINE: Final = "P1"


def looked_at(form: c.Form) -> Iterator[c.Place]:
    """The places in which a form looks for something."""
    match form:
        case c.Choose() | c.ForEach():
            parts: tuple[c.Form | None, ...] = (form.source,)
        case c.Move() | c.Show():
            parts = (form.cards,)
        case c.If() | c.Conditional() | c.While():
            parts = (form.test,)
        case c.Points():
            parts = (form.amount,)
        case c.Change():
            parts = (form.value,)
        case c.Offer():
            for one in form.ways[0] if form.ways else ():
                yield from looked_at(one)
            return
        case c.Option():
            for one in form.price or form.body:
                yield from looked_at(one)
            return
        case _:
            return
    for part in parts:
        if part is not None:
            yield from _places(part)


def _places(form: c.Form) -> Iterator[c.Place]:
    """The places of which a form speaks; where the language itself looks elsewhere (when a stack is
    empty), only the first."""
    if isinstance(form, c.Place):
        yield form
    unsaid = isinstance(form, c.Conditional) and said_by((form.test,)) is None
    parts = (form.then,) if unsaid and isinstance(form, c.Conditional) else c.parts(form)
    for part in parts:
        yield from _places(part)


def is_bare(form: c.Form, position: Position) -> bool:
    """Whether a position has no card in the places in which a form looks for one."""
    found = [there for place in looked_at(form) for there in _lying(place, position)]
    return bool(found) and not any(found)


def _lying(place: c.Place, position: Position) -> Iterator[Any]:
    """What lies in a place; of a place of others what lies in that of each of them."""
    if place.row in SHARED:
        yield position.get(SHARED[place.row], ())
    elif place.row in OF_PLAYERS:
        mine = place.of == c.Var("you")
        seats = [key for key in position if key.startswith("P") and (key == MINE) is mine]
        yield [name for seat in seats for name in position[seat].get(place.row, ())]
