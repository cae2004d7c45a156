"""What sorts do not say: where a form may stand, and what has to stand beside it.

"This way" asks for a verb that is done there; a card that goes into a deck goes to one of its ends;
only what was in the Line-Up is replaced. A rule a function; `misfits` gives what breaks one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows

OF_AN_EVENT: Final = ("card", "cards", "from", "whose", "to", "amount")
PILES: Final = ("deck", "main")
CARRIED_OUT: Final = ("played", "setup")
"""Homes whose texts are carried out once: there is a turn in which they are."""
NAMING: Final = (c.Let, c.Result, c.ForEach, c.Repeat, c.Choose, c.Offer, c.Attack)
MOMENTS: Final = frozenset({"turn_begin", "turn_end"})


class Misfit(NamedTuple):
    """A form that cannot stand where it does, and why."""

    at: c.Form
    problem: str


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, and what binds each name of its statements."""

    text: c.Text
    binders: dict[str, c.Form]


def misfits(text: c.Text) -> Iterator[Misfit]:
    """What of a text cannot stand where it does; its names are bound and its sorts agree."""
    known = _Text(text, dict(_binders(text)))
    for form in _within(text):
        if isinstance(form, c.Did):
            yield from _is_done(known, form)
        elif isinstance(form, c.Move):
            yield from _has_an_end(known, form)
        elif isinstance(form, c.Do) and form.row == "replace":
            yield from _is_of_line_up(known, form)
        elif isinstance(form, c.Option) and form.key is not None:
            yield from _is_paid_by_one_card(known, form)
    yield from _events_have(text, {})
    if text.home not in CARRIED_OUT:
        yield from _is_reached(text.body)


def _within(form: c.Form) -> Iterator[c.Form]:
    """A form and all forms in it, but for texts that are quoted."""
    yield form
    for part in c.parts(form):
        if not isinstance(part, c.Quote):
            yield from _within(part)


def _binders(text: c.Text) -> Iterator[tuple[str, c.Form]]:
    for form in _within(text):
        if isinstance(form, NAMING):
            yield form.name, form
        elif isinstance(form, c.On) and isinstance(form.event, c.Event):
            yield form.event.name, form.event
        elif isinstance(form, c.Option):
            yield "paid", form


# ------------------------------------------------------------------------- what is done


def _is_done(text: _Text, did: c.Did) -> Iterator[Misfit]:
    """What happened in a statement or a text is something that is done there."""
    block = _block_of(text, did.window)
    if block is None or not isinstance(did.event, c.Event):
        return
    if _verbs(text, block).isdisjoint(did.event.verbs):
        yield Misfit(did, f"nothing there does it: {' or '.join(did.event.verbs)}")


def _block_of(text: _Text, window: c.Value) -> Iterable[c.Form] | None:
    """The statements of which a window is told; None: it is not told by statements."""
    if isinstance(window, c.Attribute) and window.row == "theirs":
        return _block_of(text, window.of[0])
    if window == c.Span("text"):
        return text.text.body
    if not isinstance(window, c.Var):
        return None
    binder = text.binders[window.name]
    return binder.price if isinstance(binder, c.Option) else (binder,)


def _verbs(text: _Text, block: Iterable[c.Form]) -> set[str]:
    """The verbs that are done in a block, with those that go with them."""
    done = {verb for one in block for form in _within(one) for verb in _verbs_of(text, form)}
    known = [rows.VERBS[verb] for verb in done if verb in rows.VERBS]
    return done.union(*(row.implies for row in known), *(row.other_side for row in known))


def _verbs_of(text: _Text, form: c.Form) -> Iterable[str]:
    """The verbs that a form does by itself."""
    if isinstance(form, c.Move | c.Deed):
        return (form.verb,)
    if isinstance(form, c.Points | c.Do):
        return (form.row,)
    if isinstance(form, c.Show):
        return ("reveal", "look")
    if isinstance(form, c.Play):
        return ("play",)
    if isinstance(form, c.Choose):
        return ("choose",)
    if isinstance(form, c.Attack):
        return ("attack", "hit", "avoid")
    if isinstance(form, c.Change) and isinstance(form.attribute, c.Attribute):
        return ("flip",) if form.attribute.row == "face" else ()
    if isinstance(form, c.Proceed) and isinstance(form.event, c.Var):
        event = text.binders.get(form.event.name)
        return event.verbs if isinstance(event, c.Event) else ()
    return ()


# ------------------------------------------------------------------------- events


def _events_have(form: c.Form, known: Mapping[str, c.Event]) -> Iterator[Misfit]:
    """Only what is done to cards has a card, only what is counted an amount."""
    event = form.event if isinstance(form, c.On) else form
    if isinstance(event, c.Event):
        known = {**known, event.name: event}
    elif isinstance(form, c.Filter | c.Collect | c.Best | c.Quantified):
        known = {name: one for name, one in known.items() if name != form.name}
    elif isinstance(form, c.Attribute) and form.row in OF_AN_EVENT:
        of = known.get(form.of[0].name) if isinstance(form.of[0], c.Var) else None
        table = rows.OF_AN_AMOUNT if form.row == "amount" else rows.OF_CARDS
        if of is not None and table.isdisjoint(of.verbs):
            yield Misfit(form, f"{' or '.join(of.verbs)} has no {form.row}")
    for part in c.parts(form):
        yield from _events_have(part, known)


# ------------------------------------------------------------------------- acts


def _has_an_end(text: _Text, move: c.Move) -> Iterator[Misfit]:
    """A deck is a pile: what goes there goes to an end, or the pile is shuffled."""
    to = move.to
    if not isinstance(to, c.Place) or to.row not in PILES or move.verb == "shuffle":
        return
    acts = (one for one in _within(text.text) if isinstance(one, c.Do) and one.row == "shuffle")
    shuffled = {one.row for act in acts for one in act.of if isinstance(one, c.Place)}
    if move.end is None and not move.random and to.row not in shuffled:
        yield Misfit(move, "on top of the deck, at its bottom, or shuffled in?")


def _is_of_line_up(text: _Text, act: c.Do) -> Iterator[Misfit]:
    """What is replaced was in the Line-Up."""
    if not _speaks_of_line_up(text, act.of[0], frozenset()):
        yield Misfit(act, "only cards of the Line-Up are replaced")


def _speaks_of_line_up(text: _Text, value: c.Form, seen: frozenset[str]) -> bool:
    """Whether cards are some of the Line-Up, by their place or by what their name stands for."""
    for form in _within(value):
        if isinstance(form, c.Place) and form.row == "lineup":
            return True
        if isinstance(form, c.Var) and form.name not in seen:
            source = _source(text.binders.get(form.name))
            if source is not None and _speaks_of_line_up(text, source, seen | {form.name}):
                return True
    return False


def _source(binder: c.Form | None) -> c.Value | None:
    """Of what a name is one, or some."""
    if isinstance(binder, c.Let):
        return binder.value
    return binder.source if isinstance(binder, c.Choose | c.ForEach) else None


def _is_paid_by_one_card(text: _Text, option: c.Option) -> Iterator[Misfit]:
    """A price that counts by what is paid is one card that you pay with."""
    acts = [one for one in option.price if not isinstance(one, c.Choose | c.Let)]
    inner = [act for one in acts for act in (one.of if isinstance(one, c.Result) else (one,))]
    paid = [act for act in inner if isinstance(act, c.Move) and act.by == c.Var("you")]
    if len(inner) != 1 or inner != paid or not _is_one(text, paid[0].cards):
        yield Misfit(option, "uses are counted by one card that you pay with")


def _is_one(text: _Text, value: c.Value) -> bool:
    """Whether a value is not more than one card."""
    if isinstance(value, c.Filter):
        return _is_one(text, value.source)
    if isinstance(value, c.Ends):
        return value.number == c.Number(1)
    if not isinstance(value, c.Var):
        return isinstance(value, c.The)
    binder = text.binders.get(value.name)
    if isinstance(binder, c.Let):
        return _is_one(text, binder.value)
    return binder is None or (isinstance(binder, c.Choose) and binder.sort == "Card")


# ------------------------------------------------------------------------- what stands


def _is_reached(block: c.Block) -> Iterator[Misfit]:
    """A text that stands has no turn of its own in which "this turn" or a later one begins."""
    for form in block:
        if isinstance(form, c.ForEach):
            yield from _is_reached(form.body)
        elif isinstance(form, c.If):
            yield from _is_reached((*form.then, *form.otherwise))
        elif isinstance(form, c.On) and isinstance(form.event, c.Event):
            when = (form.event, form.within) if form.within is not None else (form.event,)
            spans = {one.row for part in when for one in _within(part) if isinstance(one, c.Span)}
            if MOMENTS.intersection(form.event.verbs) and spans & {"turn", "later"}:
                yield Misfit(form, "a text that stands has no turn of its own")
