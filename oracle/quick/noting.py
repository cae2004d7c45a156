"""Statements that tell which way they went, for whoever listens (`Book.noting`).

What is noted changes nothing: the functions do what they did. A statement that had to wait for an
answer is carried out again, and is noted when it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import counts
from rules_check.grammar.core.beside import events, groups_of
from rules_check.grammar.core.sorts import Sort
from rules_check.oracle.quick import state as now
from rules_check.oracle.quick.standing import items
from rules_check.oracle.quick.state import (
    DECLINED,
    DONE,
    NOT_DONE,
    Aimed,
    Frame,
    Run,
    State,
    bound,
)
from rules_check.oracle.quick.values import Scope, player_of, value
from rules_check.oracle.values.ways import Way

SHOWN: Final = ("reveal", "look")
"""What is done to cards that are shown."""
Note: TypeAlias = Callable[[c.Form, Way], None]
"""Whoever is told which way a form went."""


def noted(form: c.Statement, run: Run, scope: Scope) -> Run:
    """A statement that tells which way it went."""
    note = scope.book.noting
    if note is None:
        return run
    if not isinstance(form, c.Choose | c.Change) and groups_of(form):
        run = beside(form, run, scope, note)
    match form:
        case c.Choose():
            return choosing(form, run, scope, note)
        case c.ForEach():
            return rounds(form, run, note)
        case c.Offer():
            return offering(form, run, note)
        case c.Attack():
            return attacking(form, run, note)
        case c.Move() | c.Show() if (ends := taken_from(form.cards)) is not None:
            return taking(form, ends, run, scope, note)
        case c.Let() if (ends := taken_from(the_only(form.value))) is not None:
            return naming(form, ends, run, scope, note)
        case c.Points() if not isinstance(form.amount, c.Number):
            return counting(form, form.amount, run, scope, note)
        case c.Move() | c.Play() | c.Show():
            return acting(form, run, note)
        case c.Change():
            return run  # told when it is asked for
        case c.Let() | c.Result() | c.If() | c.Repeat() | c.Points() | c.Deed() | c.Do():
            return plainly(form, run, note)
        case c.Proceed() | c.On() | c.Option() | c.Forbid():
            return plainly(form, run, note)
        case _:
            assert_never(form)


def plainly(form: c.Form, run: Run, note: Note) -> Run:
    """It was carried out."""

    def heard(s: State, f: Frame) -> Any:
        found = run(s, f)
        note(form, Way.RUN)
        return found

    return heard


def acting(form: c.Form, run: Run, note: Note) -> Run:
    """Something is done to cards, or there are none."""

    def heard(s: State, f: Frame) -> int:
        bits: int = run(s, f)
        note(form, Way.NOTHING if bits & NOT_DONE and not bits & DONE else Way.RUN)
        return bits

    return heard


def taken_from(cards: c.Value) -> c.Ends | None:
    """The end of a pile from which cards are taken."""
    return cards if isinstance(cards, c.Ends) and isinstance(cards.of, c.Place) else None


def the_only(value: c.Value) -> c.Value:
    """Of the only card of something what it is of."""
    return value.of if isinstance(value, c.The) else value


def taking(form: c.Move | c.Show, ends: c.Ends, run: Run, scope: Scope, note: Note) -> Run:
    """Cards are taken from a pile that has enough, too few, or none; a deck that is too short is
    filled first."""
    pile, number = value(ends.of, scope), value(ends.number, scope)
    verbs = (form.verb,) if isinstance(form, c.Move) else SHOWN

    def heard(s: State, f: Frame) -> int:
        there, wanted = len(items(s, pile(s, f))), number(s, f)
        before = len(s.facts)
        bits: int = run(s, f)
        if len(s.facts) == before and wanted:
            note(form, Way.NOTHING)
            note(form, Way.SHORT)
            return bits
        taken = sum(fact.verb in verbs for fact in s.facts[before:])
        if wanted is None or taken >= wanted:
            note(form, Way.RUN)
        if wanted is not None and there < wanted:
            note(form, Way.SHORT)
        return bits

    return heard


def naming(form: c.Let, ends: c.Ends, run: Run, scope: Scope, note: Note) -> Run:
    """Cards of a pile are named that has enough of them, or too few."""
    number = value(ends.number, scope)

    def heard(s: State, f: Frame) -> Any:
        found = run(s, f)
        wanted, there = number(s, f), len(items(s, f.names.get(form.name)))
        note(form, Way.SHORT if wanted is not None and there < wanted else Way.RUN)
        return found

    return heard


Legs: TypeAlias = Callable[[State, Frame, Any], None]
"""Tells which of several things that are named beside one another there are, or were chosen."""


def legs_of(form: c.Form, scope: Scope, note: Note) -> Legs:
    """Of what a form looks at, each and all of what it names beside one another: whether there is
    any of it, or (of cards that were chosen) whether any was chosen."""
    several = [[(leg.form, value(leg.there, scope)) for leg in one] for one in groups_of(form)]

    def tell(s: State, f: Frame, chosen: Any = None) -> None:
        for group in several:
            there = [(leg, found(s, f)) for leg, found in group]
            some = [leg for leg, it in there if _is_some(s, it, chosen)]
            if len(some) == 1:
                note(some[0], Way.ONLY)
            elif len(some) == len(group):
                note(form, Way.TOGETHER)

    return tell


def _is_some(s: State, found: Any, chosen: Any) -> bool:
    """Whether a number is something, or there is any of those that were chosen."""
    if found is None or type(found) is int:
        return bool(found)
    there = items(s, found)
    return bool(there) if chosen is None else any(one in there for one in chosen)


def beside(form: c.Form, run: Run, scope: Scope, note: Note) -> Run:
    """It is told which of several things there are before something is done to them."""
    tell = legs_of(form, scope, note)

    def heard(s: State, f: Frame) -> Any:
        tell(s, f, None)
        return run(s, f)

    return heard


def choosing(form: c.Choose, run: Run, scope: Scope, note: Note) -> Run:
    """Some are chosen, none although there are some, or there is none."""
    source, tell = value(form.source, scope), legs_of(form, scope, note)
    member = scope.member(form.source)
    whose_is = player_of(member if member is Sort.PLAYER else None)

    def heard(s: State, f: Frame) -> Any:
        found = run(s, f)
        chosen = items(s, f.names.get(form.name))
        if chosen:
            tell(s, f, chosen)
            if len(chosen) == 1 and (who := whose_is(s, chosen[0])) is not None:
                note(form, Way.YOURS if who == f.you else Way.THEIRS)
            least = form.least.value if isinstance(form.least, c.Number) else 1
            note(form, Way.RUN if len(chosen) >= least else Way.SHORT)
            if isinstance(form.most, c.Number) and len(chosen) >= form.most.value:
                note(form, Way.FULL)
        else:
            note(form, Way.DECLINED if items(s, source(s, f)) else Way.NOTHING)
        return found

    return heard


def rounds(form: c.ForEach, run: Run, note: Note) -> Run:
    """It is done for some, or there is none."""

    def heard(s: State, f: Frame, *more: Any) -> int:
        before = f.loops
        bits: int = run(s, f, *more)
        behind = (f.behind or {}).get(form.name, ())
        done = any(at[:1] and at[-1][0] > before for at, _ in behind)
        note(form, Way.RUN if done else Way.NOTHING)
        return bits

    return heard


def offering(form: c.Offer, run: Run, note: Note) -> Run:
    """An offer is taken, declined, or cannot be taken."""

    def heard(s: State, f: Frame) -> int:
        before = f.asks
        bits: int = run(s, f)
        if bits & DECLINED:
            note(form, Way.DECLINED)
        elif f.asks is before:
            note(form, Way.IMPOSSIBLE)  # nobody was asked
        elif bits & DONE:
            note(form, Way.TAKEN)
        return bits

    return heard


def attacking(form: c.Attack, run: Run, note: Note) -> Run:
    """An Attack hits somebody, is avoided by somebody, or both."""

    def heard(s: State, f: Frame) -> Any:
        found = run(s, f)
        aimed = f.names.get(form.name)
        if isinstance(aimed, Aimed):
            if aimed.hit:
                note(form, Way.HIT)
            if aimed.avoided:
                note(form, Way.AVOIDED)
        return found

    return heard


def counting(form: c.Form, amount: c.Value, run: Run, scope: Scope, note: Note) -> Run:
    """An amount that is worked out is something, or nothing."""
    reckoned, tell = value(amount, scope), number_of(form, amount, scope, note)

    def heard(s: State, f: Frame) -> Any:
        number = reckoned(s, f)
        tell(s, f)
        found = run(s, f)
        note(form, Way.RUN if number else Way.NOTHING)
        return found

    return heard


def number_of(
    form: c.Form, amount: c.Value, scope: Scope, note: Note
) -> Callable[[State, Frame], None]:
    """Tells whether more than one is counted, and whether of different things some are alike."""
    counted_ = counts(amount)
    if counted_ is None:
        return lambda s, f: None
    of = counted_.of
    different = isinstance(of, c.Fold) and of.row == "distinct"
    number = value(counted_, scope)
    every = value(of.of, scope) if isinstance(of, c.Fold) and different else None

    def tell(s: State, f: Frame) -> None:
        found = number(s, f)
        if found > 1:
            note(form, Way.MANY)
        if found and every is not None and len(items(s, every(s, f))) > found:
            note(form, Way.ALIKE)

    return tell


def noted_standing(made: now.Standing, scope: Scope) -> now.Standing:
    """What stands, so that it tells when it does something: a change when it is asked for, a ban
    when it forbids something, what may be played later when there is something to play."""
    note = scope.book.noting
    if note is None:
        return made
    form = made.form
    match made:
        case now.On():
            return noted_event(made, scope, note)
        case now.Change():
            amount, tell = made.amount, legs_of(form, scope, note)
            value_of = form.value if isinstance(form, c.Change) else c.Number(0)
            count = number_of(form, value_of, scope, note)

            def asked(s: State, f: Frame) -> Any:
                found = amount(s, f)
                tell(s, f, None)
                count(s, f)
                if type(found) is int and not found:
                    note(form, Way.NOTHING)
                else:
                    note(form, Way.RUN)
                return found

            return replace(made, amount=asked)
        case now.Forbid():
            test = made.event.test

            def fits(s: State, f: Frame, fact: Any) -> Any:
                held = test is None or test(s, f, fact)
                if held:
                    note(form, Way.FORBIDDEN)
                return held

            return replace(made, event=replace(made.event, test=fits))
        case now.Use():
            lends = made.lends
            if lends is None:
                return made

            def lent(s: State, f: Frame) -> Any:
                found = lends(s, f)
                if items(s, found):
                    note(form, Way.RUN)
                return found

            return replace(made, lends=lent)
        case _:
            assert_never(made)


def noted_event(made: now.On, scope: Scope, note: Note) -> now.On:
    """What waits for one of several things, so that it tells which it was."""
    event, several = made.event, events(made.form)
    if not several or not isinstance(event, now.Pattern) or event.test is None:
        return made
    held = [(one, value(one, scope)) for one in several]
    test, name = event.test, event.name

    def fits(s: State, f: Frame, fact: Any) -> Any:
        found = test(s, f, fact)
        if found:
            some = [one for one, so in held if bound(s, f, name, fact, so)]
            if len(some) == 1:
                note(some[0], Way.ONLY)
        return found

    return replace(made, event=replace(event, test=fits))


def noted_points(form: c.Statement, run: Run, scope: Scope) -> Run:
    """What a statement makes of the points of its card, so that it tells whether it makes any."""
    note = scope.book.noting
    if note is None:
        return run

    def heard(s: State, f: Frame) -> Any:
        found = run(s, f)
        nothing = isinstance(form, c.Change | c.Points) and not any(amount for _, amount in found)
        note(form, Way.NOTHING if nothing else Way.RUN)
        return found

    return heard
