"""What each form of the core touches: one entry for each, and nowhere else.

An entry is a `Touch`, or a function from the form and what the names of its text stand for to one.
It speaks of the form alone; what stands in it has entries of its own (`reading` puts them
together). A form without an entry is an error: `tests/properties/interactions/test_touches.py`
looks for them, and compares the entries with what the engine does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.rows import VERBS
from rules_check.properties.interactions.parts import (
    ANYWHERE,
    NOTHING,
    PART_OF_ATTRIBUTE,
    PARTS_OF,
    Part,
    Touch,
    changes,
    does,
    looks,
)
from rules_check.properties.interactions.spoken import Names, destination, lie_in, patterns, spoken

F = TypeVar("F", bound=c.Form)
Entry: TypeAlias = Touch | Callable[[Any, Names], Touch]

TOUCHES: Final[dict[type[c.Form], Entry]] = {}
"""What each form touches."""


def touches(
    kind: type[F],
) -> Callable[[Callable[[F, Names], Touch]], Callable[[F, Names], Touch]]:
    """Enter the function that tells what the forms of a class touch."""

    def enter(function: Callable[[F, Names], Touch]) -> Callable[[F, Names], Touch]:
        TOUCHES[kind] = function
        return function

    return enter


def touches_alone(kind: type[F]) -> Callable[[Callable[[F], Touch]], Callable[[F], Touch]]:
    """The same for a function that need not know the names of the text."""

    def enter(function: Callable[[F], Touch]) -> Callable[[F], Touch]:
        TOUCHES[kind] = lambda form, _: function(form)
        return function

    return enter


def enter(entry: Touch, *kinds: type[c.Form]) -> None:
    """Enter what all forms of these classes touch."""
    TOUCHES.update(dict.fromkeys(kinds, entry))


# ------------------------------------------------------------------------- values

enter(NOTHING, c.Var, c.Number, c.Kind, c.Several, c.Group, c.Filter, c.Collect, c.Fold, c.Best)
enter(NOTHING, c.Join, c.Ends, c.The, c.Arithmetic, c.Conditional, c.Quote)
enter(NOTHING, c.Compare, c.Logic, c.Quantified, c.Status, c.During)


@touches_alone(c.Place)
def _place(form: c.Place) -> Touch:
    """Asked about, it is read (`reading`); what is taken from it is told by the act."""
    return looks(*PARTS_OF.get(form.row, ANYWHERE))


@touches_alone(c.Attribute)
def _attribute(form: c.Attribute) -> Touch:
    part = PART_OF_ATTRIBUTE.get(form.row)
    return NOTHING if part is None or form.as_of is c.AsOf.PRINTED else looks(part)


# ------------------------------------------------------------------- events and windows

enter(NOTHING, c.Event, c.Becomes, c.After, c.While, c.Overlap)


def verbs_of(event: c.Form) -> frozenset[str]:
    """The verbs of a pattern of events."""
    return frozenset(verb for one in patterns(event) for verb in one.verbs)


def told_by(verb: str) -> frozenset[str]:
    """What else is told when something is done: what it implies, and what others do by it."""
    row = VERBS.get(verb)
    return frozenset({verb}) if row is None else frozenset({verb, *row.implies, *row.other_side})


@touches_alone(c.Did)
def _did(form: c.Did) -> Touch:
    """What was done by the text itself ("this way") is nobody else's."""
    own = isinstance(form.window, c.Var | c.After) or form.window == c.Span("text")
    return NOTHING if own else Touch(counts=verbs_of(form.event))


@touches_alone(c.Until)
def _until(form: c.Until) -> Touch:
    return Touch(listens=verbs_of(form.event))


@touches_alone(c.Span)
def _span(form: c.Span) -> Touch:
    """A text that works in a stretch of the rules waits for what begins it."""
    match form.row:
        case "this_attack":
            return Touch(listens=frozenset({"attack"}))
        case "blocking":
            return Touch(causes=frozenset({"block"}), listens=frozenset({"confront"}))
        case "confrontation" | "confronting":
            return looks(Part.CONFRONTATION)
        case _:
            return NOTHING


# ------------------------------------------------------------------------- statements

enter(NOTHING, c.Let, c.Result, c.If, c.ForEach, c.Repeat, c.Offer, c.Choose)
enter(does("attack", "hit"), c.Attack)


@touches(c.Move)
def _move(form: c.Move, names: Names) -> Touch:
    writes = lie_in(spoken(form.cards, names)) | destination(form, names)
    return does(*told_by(form.verb), writes=writes)


@touches(c.Show)
def _show(form: c.Show, names: Names) -> Touch:
    """An empty deck is made anew of the discard pile before its top is shown."""
    there = lie_in(spoken(form.cards, names))
    piles = {Part.DECK, Part.DISCARD} if Part.DECK in there else set()
    everyone = isinstance(form.to, c.Group) and form.to.row == "everyone"
    return does("reveal" if everyone else "look", writes=piles)


@touches_alone(c.Points)
def _points(form: c.Points) -> Touch:
    """Whoever pays or loses points needs to have them."""
    part = Part.POWER if form.kind == "Power" else Part.VP
    reads = frozenset({part} if form.row != "give" else ())
    return does(form.row, writes={part})._replace(reads=reads)


@touches(c.Play)
def _play(form: c.Play, names: Names) -> Touch:
    """A card that gives nothing but Power gives it as part of its play."""
    return does("play", writes=lie_in(spoken(form.card, names)) | {Part.PLAY, Part.POWER})


@touches_alone(c.Deed)
def _deed(form: c.Deed) -> Touch:
    return does(form.verb)


@touches(c.Do)
def _do(form: c.Do, names: Names) -> Touch:
    match form.row:
        case "avoid":
            return does("avoid")
        case "cancel":
            return changes(Part.CONFRONTATION)
        case "win":
            return changes(Part.RESULT)
        case "refill" | "replace":
            return does("put", "refill", writes={Part.LINE_UP, Part.MAIN_DECK})
        case "shuffle":
            there = (lie_in(spoken(one, names)) for one in form.of)
            return does("shuffle", writes=frozenset({Part.DECK}).union(*there))
        case "deal":
            return does("deal", writes=ANYWHERE)
        case _:
            return changes(*Part)


@touches(c.Proceed)
def _proceed(form: c.Proceed, names: Names) -> Touch:
    """What happens after all was told by whoever does it; here, where its cards go."""
    places = (lie_in(spoken(value, names)) for row, value in form.changed if row == "to")
    return Touch(writes=frozenset().union(*places))


# ------------------------------------------------------------------------- what stands

enter(NOTHING, c.Option, c.Text, c.Core)


@touches_alone(c.On)
def _on(form: c.On) -> Touch:
    verbs = verbs_of(form.event)
    return Touch(replaces=verbs) if form.before else Touch(listens=verbs)


@touches_alone(c.Change)
def _change(form: c.Change) -> Touch:
    row = form.attribute.row if isinstance(form.attribute, c.Attribute) else ""
    return changes(*[PART_OF_ATTRIBUTE[row]] if row in PART_OF_ATTRIBUTE else [])


@touches_alone(c.Forbid)
def _forbid(form: c.Forbid) -> Touch:
    return Touch(bans=verbs_of(form.event))
