"""Doubts about whose cards are meant, how many have to be there, what a replacement replaces, and
how long something lies on what.

As in `doubts`, a text leaves such a question open where the other reading is another core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import is_row, walk
from rules_check.grammar.core.doubts import ONE, TURN, YOU, Texts, in_blocks
from rules_check.grammar.core.rewriting import Rewriting, rewritten

IN_ITS_PLACE: Final = "in its place"
THAT_CHARACTER: Final = "that Character"
"""Names that no text has."""


# ------------------------------------------------------------------------- whose


def your_is_yours(form: c.ForEach) -> c.ForEach:
    """Where you and your teammate each take a card of "your" pile, it is a pile of yours."""
    if form.source != c.Group("team", YOU):
        return form
    each = c.Var(form.name)

    def yours(place: c.Place) -> c.Place:
        return replace(place, of=YOU) if place.of == each else place

    def taken(choose: c.Choose) -> c.Choose:
        return replace(choose, source=rewritten(choose.source, {c.Place: yours}))

    return rewritten(form, {c.Choose: taken})


# ------------------------------------------------------------------------- how many


def all_or_none(form: c.Choose) -> c.Choose:
    """Of several cards with a limit for all of them together none is taken if there are fewer."""
    several = isinstance(form.least, c.Number) and form.least.value > 1
    if not several or form.such_that is None or form.answer("fewer") == "none":
        return form
    if not any(isinstance(x, c.Fold) and x.row == "sum" for x in walk(form.such_that)):
        return form
    kept = tuple(one for one in form.settings if one.name != "fewer")
    return replace(form, settings=(*kept, c.Setting("fewer", "none", c.Filled.SAID)))


def not_all_alike(texts: Texts) -> Iterator[c.Text]:
    """Three or more cards have different types if not all of them have the same."""
    for text in texts:
        more = {
            x.name
            for x in walk(text)
            if isinstance(x, c.Let)
            and isinstance(x.value, c.Ends)
            and isinstance(x.value.number, c.Number)
            and x.value.number.value > 2
        }

        def some(form: c.Compare, more: set[str] = more) -> c.Compare:
            match form:
                case c.Compare(
                    "=",
                    c.Fold("count", c.Attribute("apart", (c.Var(name) as cards,))),
                    c.Fold("count", all_),
                ) if all_ == cards and name in more:
                    return replace(form, op=">", right=ONE)
            return form

        yield rewritten(text, {c.Compare: some})


# ------------------------------------------------------------------------- instead


def only_if_it_can(texts: Texts) -> Iterator[c.Text]:
    """What is done instead of something takes its place only if it can be done."""
    for text in texts:
        numbers = count()

        def else_as_usual(form: c.On, numbers: Iterator[int] = numbers) -> c.On:
            if not form.before or not isinstance(form.event, c.Event) or not form.body:
                return form
            first = form.body[0]
            needs = isinstance(first, c.Choose) and first.least == ONE and first.by == YOU
            told = [x for one in form.body for x in walk(one)]
            if not needs or any(isinstance(x, c.Proceed | c.Offer) for x in told):
                return form
            name = f"{IN_ITS_PLACE} {next(numbers)}"
            undone = c.Logic("not", (c.Status("done", c.Var(name)),))
            usual = c.If(undone, (c.Proceed(c.Var(form.event.name)),))
            return replace(form, body=(c.Result(name, form.body), usual))

        yield rewritten(text, {c.On: else_as_usual})


# ------------------------------------------------------------------------- on what it lies


def on_that_character(texts: Texts) -> Iterator[c.Text]:
    """What changes the cost of somebody's Character beyond this turn changes that of the Character
    of this moment, and not of those that come after it."""
    for text in texts:
        numbers = count()

        def of_now(form: c.Change, numbers: Iterator[int] = numbers) -> c.Block:
            of = form.attribute
            if form.within == TURN or not isinstance(of, c.Attribute) or of.row != "cost":
                return (form,)
            (whose,) = of.of
            if not isinstance(whose, c.Attribute) or not is_row(whose, "character"):
                return (form,)
            name = f"{THAT_CHARACTER} {next(numbers)}"
            player = whose.of[0]
            if form.source is not None and player == c.Var(form.name):
                whose = c.Attribute("character", (c.The(form.source),))
            elif form.source is not None:
                return (form,)
            cost = replace(of, of=(c.Var(name),))
            new = replace(form, attribute=cost, name="", source=None)
            return c.Let(name, whose), new

        played = text.home == "played"
        yield replace(text, body=in_blocks(text.body, c.Change, of_now)) if played else text


# ------------------------------------------------------------------------- the tables

OF_FORMS: Final[Mapping[tuple[str, Any], Rewriting]] = {
    ("each_your", "you"): {c.ForEach: your_is_yours},
    ("limit_unmet", "none"): {c.Choose: all_or_none},
}
"""What forms become in another reading, wherever they stand."""

OF_TEXTS: Final[Mapping[tuple[str, Any], Callable[[Texts], Iterator[c.Text]]]] = {
    ("all_different", "some"): not_all_alike,
    ("lies_on", "character"): on_that_character,
    ("undone_instead", "usual"): only_if_it_can,
}
"""What the texts of a card become in another reading."""
