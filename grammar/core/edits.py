"""Pieces of a core that words say, and what else each of them could say.

A piece is what can be changed in one form: a statement is left out, a condition holds always, a
number is one more, "may" is "must", a place or a player is another. Only what words say is changed:
a form without words, or a field that nobody said, is the meaning that the language gives by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import is_row, said_by, walk
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.rewriting import rewritten

Words = tuple[int, int, int]
Put = Callable[[Any], c.Core]
"""The whole core with something else in this place."""


class Edit(NamedTuple):
    """Another meaning: how it was changed, in words, and the core."""

    told: str
    core: c.Core


class Piece(NamedTuple):
    """What some words say: of which kind, where the words stand, what else they could say. The
    first edits leave it out, as far as that makes sense; those that follow say the contrary, or
    another thing."""

    what: str
    at: Words
    edits: tuple[Edit, ...]

    @property
    def lasts(self) -> bool:
        """Whether it says how long something lasts: that shows in later turns only."""
        return any(edit.told == FOR_THE_GAME for edit in self.edits)


class Everywhere(NamedTuple):
    """A form that takes the place of another wherever that stands: it may be said once, and stand
    in several places."""

    old: c.Form
    new: c.Form


class Change(NamedTuple):
    """One form, or one part of it, written otherwise."""

    what: str
    at: Words | None
    ways: tuple[tuple[str, Any], ...]


Changes = Callable[[Any, Words | None], Iterator[Change]]
"""What can be changed in a form, with the words around it."""
LEFT_OUT: Final = "left out"
FOR_THE_GAME: Final = "for the game"
ALWAYS: Final = c.Compare("=", c.Number(0), c.Number(0))
"""A condition that holds."""


def pieces(core: c.Core) -> list[Piece]:
    """Every piece of a core with its edits; an edit that makes no sense is not among them. The same
    words may say several things of one kind, which are one piece."""
    found: dict[tuple[str, Words], list[Edit]] = {}
    for text_at, text in enumerate(core.texts):

        def put(new: Any, text_at: int = text_at) -> c.Core:
            return replace(core, texts=(*core.texts[:text_at], new, *core.texts[text_at + 1 :]))

        for change, place in _changes(text, put, None):
            edits = (Edit(told, _edited(core, place, new)) for told, new in change.ways)
            sensible = [one for one in edits if one.core != core and not check(one.core)]
            if sensible and change.at is not None:
                found.setdefault((change.what, change.at), []).extend(sensible)
    return [Piece(what, at, tuple(edits)) for (what, at), edits in found.items()]


def _edited(core: c.Core, put: Put, new: Any) -> c.Core:
    if not isinstance(new, Everywhere):
        return put(new)
    kind: Any = type(new.old)
    return rewritten(core, {kind: lambda form: new.new if form == new.old else form})


def _changes(it: Any, put: Put, at: Words | None) -> Iterator[tuple[Change, Put]]:
    """What can be changed in a form or in a tuple of them; `at` are the words around it."""
    if isinstance(it, tuple):
        for number, one in enumerate(it):

            def put_there(new: Any, it: Any = it, number: int = number) -> c.Core:
                new = () if new is None else (new,)
                return put((*it[:number], *new, *it[number + 1 :]))

            yield from _changes(one, put_there, at)
        return
    if not isinstance(it, c.Form) or (isinstance(it, c.Change) and _says_what_is_printed(it)):
        return
    at = it.at or at
    kind: Any = type(it)
    for change in _own(it, at):
        yield change, put
    for name in c.field_names(kind):

        def put_field(new: Any, it: Any = it, name: str = name) -> c.Core:
            return put(replace(it, **{name: new}))

        yield from _changes(getattr(it, name), put_field, at)


def _own(it: c.Form, at: Words | None) -> Iterator[Change]:
    """What can be changed in a form itself."""
    if isinstance(it, LEAVES) and it.at is not None:
        yield Change("a statement", it.at, ((LEFT_OUT, None),))
    kind: Any = type(it)
    if kind in CHANGES:
        yield from CHANGES[kind](it, at)


LEAVES: Final = (c.Move, c.Show, c.Points, c.Play, c.Do, c.Change, c.Forbid, c.Proceed)
"""Statements that do something themselves."""


# ------------------------------------------------------------------------- conditions


NOT: Final = "the contrary"
Test = c.Value | None
"""A condition; None: none."""


def other_tests(test: c.Value, at: Words | None) -> Iterator[tuple[Words, str, Test]]:
    """A condition of which a part is left out, and then with the contrary of it: the words of the
    part, how it was changed, and the condition."""
    if isinstance(test, c.Logic) and test.op == "and":
        for number, part in enumerate(test.of):
            before, behind = test.of[:number], test.of[number + 1 :]
            for words, told, other in other_tests(part, at):
                whole = (*before, *behind) if other is None else (*before, other, *behind)
                yield words, told, whole[0] if len(whole) == 1 else replace(test, of=whole)
    else:
        own = said_by((test,)) or (at if isinstance(test, c.During) else None)
        if own is not None:
            yield own, LEFT_OUT, None
            yield own, NOT, c.Logic("not", (test,))


def _condition(name: str, what: str) -> Changes:
    """A form one of whose fields may do without a condition."""

    def changes(form: Any, at: Words | None) -> Iterator[Change]:
        test = getattr(form, name)
        if test is not None:
            for words, told, other in other_tests(test, at):
                yield Change(what, words, ((told, replace(form, **{name: other})),))

    return changes


def _if(form: c.If, at: Words | None) -> Iterator[Change]:
    for words, told, other in other_tests(form.test, at or said_by((form,))):
        new = replace(form, test=ALWAYS if other is None else other)
        yield Change("a condition", words, ((told, new),))


def _filter(form: c.Filter, at: Words | None) -> Iterator[Change]:
    for words, told, other in other_tests(form.test, at):
        new = form.source if other is None else replace(form, test=other)
        yield Change("which ones", words, ((told, new),))


def _quantified(form: c.Quantified, at: Words | None) -> Iterator[Change]:
    several = isinstance(form.source, c.Group | c.Place | c.Filter)
    if form.at is not None and several:
        told = "some of them" if form.every else "all of them"
        yield Change("how many of them", at, ((told, replace(form, every=not form.every)),))


def _logic(form: c.Logic, _at: Words | None) -> Iterator[Change]:
    if form.op != "or":
        return
    for number, part in enumerate(form.of):
        words = said_by((part,))
        rest = (*form.of[:number], *form.of[number + 1 :])
        new = rest[0] if len(rest) == 1 else replace(form, of=rest)
        if words is not None and rest:
            yield Change("one of several", words, ((LEFT_OUT, new),))


def _join(form: c.Join, _at: Words | None) -> Iterator[Change]:
    """ "the rest": without those that were taken."""
    if form.op is c.SetOp.WITHOUT and form.at is not None:
        yield Change("the rest", form.at, (("all of them", form.left),))


def _conditional(form: c.Conditional, _at: Words | None) -> Iterator[Change]:
    words = said_by((form.test,))
    if words is not None:
        ways = ((LEFT_OUT, form.then), (NOT, form.otherwise))
        yield Change("a condition", words, ways)


# ------------------------------------------------------------------------- quantities


def _number(form: c.Number, at: Words | None) -> Iterator[Change]:
    if form.at is None:
        return
    more = ("one more", replace(form, value=form.value + 1))
    less = ("one less", replace(form, value=form.value - 1))
    yield Change("a number", at, (more, less) if form.value > 0 else (more,))


def _fold(form: c.Fold, _at: Words | None) -> Iterator[Change]:
    if form.at is not None and form.row in ("count", "distinct", "sum"):
        yield Change("how many there are", form.at, (("one", c.Number(1)),))


def _choose(form: c.Choose, at: Words | None) -> Iterator[Change]:
    if form.least != form.most and form.most is not None:
        yield Change("up to", at, (("exactly so many", replace(form, least=form.most)),))
    if form.most is None:
        yield Change("any number", at, (("at most one", replace(form, most=c.Number(1))),))
    if form.manner is c.Manner.RANDOM:
        yield Change("at random", at, (("chosen", replace(form, manner=c.Manner.OPEN)),))
    yield from _condition("such_that", "which ones")(form, at)


def _offer(form: c.Offer, at: Words | None) -> Iterator[Change]:
    if form.least == c.Number(0) and not form.otherwise:  # who declines does the other thing
        yield Change("may", at, (("must", replace(form, least=c.Number(1))),))
    if len(form.ways) > 1:
        for number, way in enumerate(form.ways):
            ways = (*form.ways[:number], *form.ways[number + 1 :])
            words = said_by(way) or at
            yield Change("one of several ways", words, ((LEFT_OUT, replace(form, ways=ways)),))


def _best(form: c.Best, at: Words | None) -> Iterator[Change]:
    told = "the least" if form.most else "the most"
    other = Everywhere(form, replace(form, most=not form.most))
    yield Change("the most or least", at, ((told, other),))


def _arithmetic(form: c.Arithmetic, at: Words | None) -> Iterator[Change]:
    halves = {"half_up": "half_down", "half_down": "half_up"}
    if form.row in halves:
        other = replace(form, row=halves[form.row])
        yield Change("how it is rounded", at, (("the other way", other),))
    elif form.row in ("atleast", "atmost") and form.of[1].at is not None:
        yield Change("a limit", at, ((LEFT_OUT, form.of[0]),))


def _repeat(form: c.Repeat, at: Words | None) -> Iterator[Change]:
    if not form.name:
        once = c.If(ALWAYS, form.body)
        yield Change("again and again", at, (("once", once),))


# ------------------------------------------------------------------------- players, places, times

OTHER_PLAYERS: Final[Mapping[str, str]] = {
    "everyone": "foes",
    "foes": "mates",
    "mates": "foes",
    "team": "foes",
    "others": "mates",
    "left": "right",
    "right": "left",
}
OTHER_PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "hand": ("discard", "deck"),
    "deck": ("discard", "hand"),
    "discard": ("hand", "deck"),
    "inplay": ("hand", "discard"),
    "controlled": ("hand", "discard"),
    "lineup": ("destroyed", "main"),
    "main": ("lineup", "destroyed"),
    "destroyed": ("lineup", "main"),
}


def _group(form: c.Group, at: Words | None) -> Iterator[Change]:
    other = OTHER_PLAYERS.get(form.row)
    if form.at is None or other is None:
        return
    new = replace(form, row=other, of=form.of or c.Var("you"))
    yield Change("which players", at, (("others", new), ("nobody", c.Group("nobody"))))


def _place(form: c.Place, at: Words | None) -> Iterator[Change]:
    if form.at is not None:
        others = OTHER_PLACES.get(form.row, ())
        ways = tuple((f"another place: {row}", replace(form, row=row)) for row in others)
        yield Change("a place", at, ways)


def _end_of(name: str) -> Changes:
    """A form one of whose fields may be cards at an end of a pile."""

    def changes(form: Any, at: Words | None) -> Iterator[Change]:
        taken = getattr(form, name)
        if isinstance(taken, c.Ends):
            other = c.End.TOP if taken.end is c.End.BOTTOM else c.End.BOTTOM
            new = replace(form, **{name: replace(taken, end=other)})
            yield Change("which end", at, ((f"at the {other.value}", new),))

    return changes


PILES: Final = frozenset({"deck", "main", "superstack", "stack", "discard"})


def _move(form: c.Move, at: Words | None) -> Iterator[Change]:
    if form.end is not None and isinstance(form.to, c.Place) and form.to.row in PILES:
        other = c.End.TOP if form.end is c.End.BOTTOM else c.End.BOTTOM
        yield Change("which end", at, ((f"at the {other.value}", replace(form, end=other)),))
    if form.verb != "draw":  # which is from the top of itself
        yield from _end_of("cards")(form, at)
    if form.order is not None and form.verb != "return":  # who puts them back chooses anyway
        yield Change("in any order", at, (("as they lie", replace(form, order=None)),))
    if form.random:
        yield Change("at random", at, (("in an order", replace(form, random=False)),))
    if form.face_down:
        yield Change("face down", at, (("face up", replace(form, face_down=False)),))


def _attack(form: c.Attack, at: Words | None) -> Iterator[Change]:
    if form.unavoidable is not None:
        words = said_by((form.unavoidable,)) or at
        yield Change("cannot be avoided", words, ((LEFT_OUT, replace(form, unavoidable=None)),))


def _window(form: Any, at: Words | None) -> Iterator[Change]:
    """How long something lasts, or when it works."""
    within = form.within
    if not isinstance(within, c.Span) or within.row in ("game", "each_turn"):
        return
    if within.row == "turn":
        yield Change("a time", at, ((FOR_THE_GAME, replace(form, within=c.Span("game"))),))
    elif not isinstance(form, c.Change):
        ways = [(LEFT_OUT, replace(form, within=None))]
        if within.row == "turns" and within.of == c.Var("you"):
            theirs = c.Span("turns", c.Group("foes", within.of))
            ways.append(("in other turns", replace(form, within=theirs)))
        yield Change("a time", at, tuple(ways))


SEEN: Final = ("reveal", "look")
"""What "reveal" may be taken for when cards are counted."""


def _event(form: c.Event, at: Words | None) -> Iterator[Change]:
    if len(form.verbs) > 1 and form.verbs != SEEN:
        for verb in form.verbs:
            rest = tuple(one for one in form.verbs if one != verb)
            yield Change(f"{verb}", at, ((LEFT_OUT, replace(form, verbs=rest)),))
    yield from _condition("where", "which ones")(form, at)


def _often_is_said(form: c.On | c.Option) -> bool:
    """Whether words limit how often it works: "once during each of your turns". For this turn, or
    for ever, a limit comes of itself; where books differ it is a question."""
    per = form.per
    return isinstance(per, c.Span) and per.row != "turn" and not form.answer("uses")


def _on(form: c.On, at: Words | None) -> Iterator[Change]:
    yield from _window(form, at)
    if form.nth is not None:
        later = replace(form, nth=c.Arithmetic("+", (form.nth, c.Number(1))))
        ways = (("each time", replace(form, nth=None)), ("another time", later))
        yield Change("which time", at, ways)
    if _often_is_said(form):
        often = replace(form, limit=None, per=None)
        yield Change("how often", at, (("each time", often),))


def _option(form: c.Option, at: Words | None) -> Iterator[Change]:
    if _often_is_said(form):
        often = replace(form, limit=None, per=None)
        yield Change("how often", at, (("each time", often),))
    yield from _condition("where", "a condition")(form, at)


def _says_what_is_printed(form: c.Change) -> bool:
    """Whether it sets the points of the card itself, if its number does not say so already."""
    return any(isinstance(x, c.Attribute) and x.as_of is c.AsOf.PRINTED for x in walk(form))


def _change(form: c.Change, at: Words | None) -> Iterator[Change]:
    yield from _window(form, at)
    if form.at_least is not None and not is_row(form.attribute, "newhand"):
        # nobody has to say that a hand has no fewer cards than none
        yield Change("a limit", at, ((LEFT_OUT, replace(form, at_least=None)),))


CHANGES: Final[Mapping[type[c.Form], Changes]] = {
    c.If: _if,
    c.Filter: _filter,
    c.Quantified: _quantified,
    c.Join: _join,
    c.Logic: _logic,
    c.Conditional: _conditional,
    c.Number: _number,
    c.Fold: _fold,
    c.Choose: _choose,
    c.Offer: _offer,
    c.Best: _best,
    c.Arithmetic: _arithmetic,
    c.Repeat: _repeat,
    c.Group: _group,
    c.Place: _place,
    c.Let: _end_of("value"),
    c.Show: _end_of("cards"),
    c.Move: _move,
    c.Attack: _attack,
    c.Event: _event,
    c.On: _on,
    c.Option: _option,
    c.Change: _change,
    c.Forbid: _window,
}
"""What can be changed in which form."""
