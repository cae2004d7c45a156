"""What sorts do not say: where a form may stand, and what has to stand beside it.

"This way" asks for a verb that is done there; a card that goes into a deck goes to one of its ends;
only what was in the Line-Up is replaced. A rule a function; `misfits` gives what breaks one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows

OF_AN_EVENT: Final = ("card", "cards", "from", "whose", "to", "amount")
PILES: Final = ("deck", "main")
CARRIED_OUT: Final = ("played", "setup")
"""Homes whose texts are carried out once: there is a turn in which they are."""
NAMING: Final = (c.Let, c.Result, c.ForEach, c.Repeat, c.Choose, c.Offer, c.Attack)
YOU: Final = c.Var("you")
NOT_YOU: Final = frozenset({"foes", "others", "mates", "left", "right", "facing", "confronted"})
"""Players who are not you, if they are told from you."""
SEVERAL: Final = frozenset({"everyone", "foes", "others", "team"})
NOTHING_DOES_IT: Final = "nothing in this text does that"
NOT_BY_YOU: Final = "nothing before it lets you do that"
NO_CARD: Final = "what happens there happens to no card of which it could speak"
NO_AMOUNT: Final = "what happens there has no number of which it could speak"
NO_END: Final = "it is not said whether on top of the deck, at its bottom, or shuffled in"
DRAWN: Final = "these cards were drawn already, by somebody else"
TO_EACH: Final = "the same card cannot go to each of several players"
NOT_TAKEN: Final = "it speaks of a card with which nothing was done in this case"
TURN_OVER: Final = "this turn is over when it happens, and what was done in it is forgotten"
NOT_IN_LINE_UP: Final = "only cards that were in the Line-Up are replaced"
NOT_ONE_CARD: Final = "a price that counts by card type is one card that you yourself pay with"
EACH_TURN: Final = "what stands on a card comes in each turn, and not only in this or the next one"
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
            yield from _is_drawn_once(known, form)
        elif isinstance(form, c.If):
            yield from _was_taken(known, form)
        elif isinstance(form, c.ForEach):
            yield from _goes_to_one(known, form)
        elif isinstance(form, c.On) and text.home in CARRIED_OUT:
            yield from _is_of_its_turn(form)
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
    yield from _binders_in(text)


def _binders_in(block: c.Form) -> Iterator[tuple[str, c.Form]]:
    for form in _within(block):
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
        yield Misfit(did, NOTHING_DOES_IT)
    elif _is_by_you(did.event) and _verbs(text, block, _by_others).isdisjoint(did.event.verbs):
        yield Misfit(did, NOT_BY_YOU)


def _is_by_you(event: c.Event) -> bool:
    """Whether a pattern is of what you do."""
    by = c.Compare("=", c.Attribute("by", (c.Var(event.name),)), YOU)
    tests = event.where.of if isinstance(event.where, c.Logic) else (event.where,)
    return by in tests


def _by_others(text: _Text, form: c.Form) -> bool:
    """Whether what a form does is done by others than you."""
    by = form.by if isinstance(form, c.Move | c.Play | c.Choose | c.Deed) else None
    if isinstance(by, c.Var) and isinstance(binder := text.binders.get(by.name), c.ForEach):
        by = binder.source
    return isinstance(by, c.Group) and by.row in NOT_YOU


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


def _verbs(
    text: _Text,
    block: Iterable[c.Form],
    but: Callable[[_Text, c.Form], bool] = lambda _text, _form: False,
) -> set[str]:
    """The verbs that are done in a block, with those that go with them; `but`: without these."""
    forms = (form for one in block for form in _within(one) if not but(text, form))
    done = {verb for form in forms for verb in _verbs_of(text, form)}
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
            yield Misfit(form, NO_AMOUNT if form.row == "amount" else NO_CARD)
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
    if move.end is None and to.row not in shuffled:
        yield Misfit(move, NO_END)


def _is_drawn_once(text: _Text, move: c.Move) -> Iterator[Misfit]:
    """What somebody has drawn is in a hand, and nobody else draws it from there."""
    if move.verb != "draw":
        return
    names = set(_speaks_of(text, move.cards, frozenset()))
    for other in _within(text.text) if names & text.binders.keys() else ():
        if other is move:
            return
        if not isinstance(other, c.Move) or other.verb != "draw" or other.by == move.by:
            continue
        if isinstance(other.cards, c.Var) and other.cards.name in names:
            yield Misfit(move, DRAWN)


def _speaks_of(text: _Text, value: c.Form, seen: frozenset[str]) -> Iterator[str]:
    """The names of which a value is one, or some."""
    for form in _within(value):
        if isinstance(form, c.Var) and form.name not in seen:
            yield form.name
            source = _source(text.binders.get(form.name))
            if source is not None:
                yield from _speaks_of(text, source, seen | {form.name})


def _goes_to_one(text: _Text, each: c.ForEach) -> Iterator[Misfit]:
    """A card that was named before goes to one player, and not to each of several."""
    if not _are_several(text, each.source):
        return
    inside = {name for one in each.body for name, _ in _binders_in(one)}
    for form in (x for one in each.body for x in _within(one)):
        if not isinstance(form, c.Move) or not isinstance(form.to, c.Place):
            continue
        named = form.cards.name if isinstance(form.cards, c.Var) else each.name
        if form.to.of == c.Var(each.name) and named not in {*inside, each.name}:
            yield Misfit(form, TO_EACH)


def _are_several(text: _Text, players: c.Value) -> bool:
    """Whether players are several, by how they are named; "your teammate" is one."""
    if isinstance(players, c.Filter):
        return _are_several(text, players.source)
    if isinstance(players, c.Attribute) and players.row in ("hit", "targets"):
        attack = text.binders.get(players.of[0].name) if isinstance(players.of[0], c.Var) else None
        return isinstance(attack, c.Attack) and _are_several(text, attack.at_whom)
    return isinstance(players, c.Group) and players.row in SEVERAL


def _was_taken(text: _Text, it: c.If) -> Iterator[Misfit]:
    """Where something was not done, no card was taken that it would have taken."""
    test = it.test
    if isinstance(test, c.Logic) and test.op == "not":
        (test,), not_done = test.of, it.then
    else:
        not_done = it.otherwise
    if not isinstance(test, c.Status) or test.row != "done" or not isinstance(test.of, c.Var):
        return
    result = text.binders.get(test.of.name)
    if not isinstance(result, c.Result):
        return
    taken = {
        name
        for one in result.of
        for name, binder in _binders_in(one)
        if isinstance(binder, c.Let) or (isinstance(binder, c.Choose) and "Card" in binder.sort)
    }
    for form in (x for one in not_done for x in _meant(one)):
        if isinstance(form, c.Var) and form.name in taken:
            yield Misfit(form, NOT_TAKEN)


def _meant(form: c.Form) -> Iterator[c.Form]:
    """A form and all forms in it, but for what is left out of a list."""
    yield form
    without = form.right if isinstance(form, c.Join) and form.op is c.SetOp.WITHOUT else None
    for part in c.parts(form):
        if part is not without:
            yield from _meant(part)


def _is_of_line_up(text: _Text, act: c.Do) -> Iterator[Misfit]:
    """What is replaced was in the Line-Up."""
    if not _speaks_of_line_up(text, act.of[0], frozenset()):
        yield Misfit(act, NOT_IN_LINE_UP)


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
        yield Misfit(option, NOT_ONE_CARD)


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


def _is_of_its_turn(waits: c.On) -> Iterator[Misfit]:
    """What is waited for in a later turn cannot ask what was done in "this turn": it is over."""
    when = (waits.event, waits.within) if waits.within is not None else (waits.event,)
    spans = {one.row for part in when for one in _within(part) if isinstance(one, c.Span)}
    begins = isinstance(waits.event, c.Event) and "turn_begin" in waits.event.verbs
    if not begins and spans.isdisjoint({"later", "nextturn"}):
        return
    for form in (x for one in waits.body for x in _within(one)):
        if isinstance(form, c.Did) and form.window == c.Span("turn"):
            yield Misfit(form, TURN_OVER)


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
                yield Misfit(form, EACH_TURN)
