"""What sorts do not say: where a form may stand, and what has to stand beside it.

"This way" asks for a verb that is done there; a card that goes into a deck goes to one of its ends;
only what was in the Line-Up is replaced. A rule a function; `misfits` gives what breaks one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows

ANY_VERB: Final = frozenset(rows.VERBS)
OF_AN_EVENT: Final = ("card", "cards", "from", "to", "amount")
PILES: Final = ("deck", "main")
CARRIED_OUT: Final = ("played", "setup")
"""Homes whose texts are carried out once: there is a turn in which they are."""


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
    found = _Text(text, dict(_binders(text)))
    for form in _within(text):
        match form:
            case c.Did():
                yield from _is_done(found, form)
            case c.Move():
                yield from _at_an_end(found, form)
            case c.Do("replace", (cards,)):
                if not _speaks_of_line_up(found, cards, frozenset()):
                    yield Misfit(form, "only cards of the Line-Up are replaced")
            case c.Option(key=key) if key is not None:
                yield from _one_card_paid(found, form)
            case _:
                pass
    yield from _of_events(text, {})
    if text.home not in CARRIED_OUT:
        yield from _reached(text.body)


def _within(form: c.Form) -> Iterator[c.Form]:
    """A form and all forms in it, but for texts that are quoted."""
    yield form
    for part in c.parts(form):
        if not isinstance(part, c.Quote):
            yield from _within(part)


def _binders(text: c.Text) -> Iterator[tuple[str, c.Form]]:
    for form in _within(text):
        match form:
            case c.Let() | c.Result() | c.ForEach() | c.Repeat() | c.Choose() | c.Attack():
                yield form.name, form
            case c.On(event=c.Event(name=name) as event):
                yield name, event
            case c.Option():
                yield "paid", form
            case _:
                pass


# ------------------------------------------------------------------------- what is done


def _is_done(text: _Text, did: c.Did) -> Iterator[Misfit]:
    """What happened in a statement or a text is something that is done there."""
    if not isinstance(did.event, c.Event):
        return
    block = _block_of(text, did.window)
    if block is not None and _verbs(text, block).isdisjoint(did.event.verbs):
        verbs = " or ".join(did.event.verbs)
        yield Misfit(did, f"nothing there does it: {verbs}")


def _block_of(text: _Text, window: c.Value) -> tuple[c.Form, ...] | None:
    """The statements of which a window is told; None: it is not told by statements."""
    match window:
        case c.Span("text"):
            return text.text.body
        case c.Attribute("theirs", (of, _)):
            return _block_of(text, of)
        case c.Var("paid"):
            option = text.binders["paid"]
            assert isinstance(option, c.Option)
            return option.price
        case c.Var(name):
            return (text.binders[name],)
        case _:
            return None


def _verbs(text: _Text, block: tuple[c.Form, ...]) -> set[str]:
    """The verbs that are done in a block, with those that they imply."""
    done: set[str] = set()
    for form in (inner for one in block for inner in _within(one)):
        match form:
            case c.Move(verb=verb) | c.Deed(verb=verb) | c.Points(row=verb) | c.Do(row=verb):
                done.add(verb)
            case c.Show():
                done |= {"reveal", "look"}
            case c.Play():
                done.add("play")
            case c.Choose():
                done.add("choose")
            case c.Attack():
                done |= {"attack", "hit", "avoid"}
            case c.Change(attribute=c.Attribute("face")):
                done.add("flip")
            case c.Proceed(event=c.Var(name)):
                event = text.binders[name]
                done |= set(event.verbs) if isinstance(event, c.Event) else ANY_VERB
            case _:
                pass
    for verb in tuple(done):
        row = rows.VERBS.get(verb)
        done |= set() if row is None else {*row.implies, *row.other_side}
    return done


# ------------------------------------------------------------------------- events


def _of_events(form: c.Form, known: Mapping[str, c.Event]) -> Iterator[Misfit]:
    """Only what is done to cards has a card, only what is counted an amount."""
    match form:
        case c.Event(name=name) | c.On(event=c.Event(name=name)) if name:
            event = form.event if isinstance(form, c.On) else form
            assert isinstance(event, c.Event)
            known = {**known, name: event}
        case c.Filter(name=name) | c.Collect(name=name) | c.Best(name=name):
            known = {other: event for other, event in known.items() if other != name}
        case c.Quantified(name=name) | c.ForEach(name=name) | c.Move(name=name):
            known = {other: event for other, event in known.items() if other != name}
        case c.Attribute(row, (c.Var(name),)) if row in OF_AN_EVENT and name in known:
            table = rows.OF_AN_AMOUNT if row == "amount" else rows.OF_CARDS
            if table.isdisjoint(known[name].verbs):
                yield Misfit(form, f"{' or '.join(known[name].verbs)} has no {row}")
        case _:
            pass
    for part in c.parts(form):
        yield from _of_events(part, known)


# ------------------------------------------------------------------------- acts


def _at_an_end(text: _Text, move: c.Move) -> Iterator[Misfit]:
    """A deck is a pile: what goes there goes to an end, or the pile is shuffled."""
    match move.to:
        case c.Place(row) if row in PILES and move.end is None and not move.random:
            shuffled = (
                form.of[0]
                for form in _within(text.text)
                if isinstance(form, c.Do) and form.row == "shuffle"
            )
            piles = {one.row for one in shuffled if isinstance(one, c.Place)}
            if move.verb != "shuffle" and row not in piles:
                yield Misfit(move, "on top of the deck, at its bottom, or shuffled in?")
        case _:
            pass


def _speaks_of_line_up(text: _Text, value: c.Form, seen: frozenset[str]) -> bool:
    """Whether cards are some of the Line-Up, by their place or by what their name stands for."""
    for form in _within(value):
        if isinstance(form, c.Place) and form.row == "lineup":
            return True
        if isinstance(form, c.Var) and form.name not in seen and form.name in text.binders:
            binder = text.binders[form.name]
            source = {c.Let: "value", c.Choose: "source", c.ForEach: "source"}.get(type(binder))
            if source is not None and _speaks_of_line_up(
                text, getattr(binder, source), seen | {form.name}
            ):
                return True
    return False


def _one_card_paid(text: _Text, option: c.Option) -> Iterator[Misfit]:
    """A price that counts by what is paid is one card that its player pays with."""
    acts = [one for one in option.price if not isinstance(one, c.Choose | c.Let)]
    acts = [inner for one in acts for inner in (one.of if isinstance(one, c.Result) else (one,))]
    match acts:
        case [c.Move(cards=cards, by=c.Var("you"))] if _is_one(text, cards):
            pass
        case _:
            yield Misfit(option, "what is paid is one card, paid by you, or its key is not one")


def _is_one(text: _Text, value: c.Value) -> bool:
    match value:
        case c.Var(name):
            binder = text.binders.get(name)
            if isinstance(binder, c.Let):
                return _is_one(text, binder.value)
            return binder is None or (isinstance(binder, c.Choose) and binder.sort == "Card")
        case c.The():
            return True
        case c.Ends(_, c.Number(1)):
            return True
        case _:
            return False


# ------------------------------------------------------------------------- what stands


def _reached(block: c.Block) -> Iterator[Misfit]:
    """A text that stands has no turn of its own in which "this turn" or a later one begins."""
    for statement in block:
        match statement:
            case c.On(event=c.Event(verbs=verbs) as event, within=within) if (
                "turn_begin" in verbs or "turn_end" in verbs
            ):
                told = [*_within(event), *(() if within is None else _within(within))]
                if any(isinstance(one, c.Span) and one.row in ("turn", "later") for one in told):
                    yield Misfit(statement, "a text that stands has no turn of its own")
            case c.ForEach(body=body):
                yield from _reached(body)
            case c.If(then=then, otherwise=otherwise):
                yield from _reached((*then, *otherwise))
            case _:
                pass
