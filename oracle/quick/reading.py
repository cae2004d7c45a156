"""What a core says about itself that only this engine asks: what it binds, changes, recalls."""

from __future__ import annotations

from dataclasses import replace

from rules_check.grammar.core import forms as c


def bound_in(form: c.Form) -> set[str]:
    """The names that a value binds for its own parts."""
    named = c.Filter | c.Collect | c.Best | c.Quantified | c.Event
    own = {form.name} if isinstance(form, named) else set()
    return own.union(*(bound_in(part) for part in c.parts(form)))


def binds(block: c.Block) -> bool:
    """Whether statements give something a name that can be seen behind them."""
    named = c.Let | c.Result | c.Choose | c.Attack | c.Repeat
    return any(isinstance(one, named) for one in block)


def only_of(event: c.Event, row: str, whose: str) -> bool:
    """Whether an event is only one that you do, or only of this card: it says so itself, not of a
    part of the cases."""
    match event.where:
        case c.Compare("=", c.Attribute(other, (c.Var(name),)), c.Var(who)):
            return other == row and who == whose and name == event.name
        case c.Logic("and", of) if not any(isinstance(one, c.Logic) for one in of):
            return any(only_of(replace(event, where=one), row, whose) for one in of)
        case _:
            return False


def hits_everyone(block: tuple[c.Form, ...]) -> bool:
    """Whether it does something to the player of the card too; no Defense avoids that."""
    return any(
        (isinstance(form, c.ForEach) and form.source == c.Group("everyone"))
        or hits_everyone(tuple(c.parts(form)))
        for form in block
    )


def ever_changed(form: c.Form) -> frozenset[str]:
    """The attributes that a form, or anything in it, changes at any time."""
    below = (ever_changed(part) for part in c.parts(form))
    of = form.attribute if isinstance(form, c.Change) else None
    return frozenset({of.row} if isinstance(of, c.Attribute) else ()).union(*below)


def verbs_in(form: c.Form) -> frozenset[str]:
    """The verbs of all events of which a form speaks."""
    own = frozenset(form.verbs) if isinstance(form, c.Event) else frozenset[str]()
    return own.union(*map(verbs_in, c.parts(form)))


def verbs_recalled(form: c.Form) -> frozenset[str]:
    """The verbs of events of which a form speaks long after they have happened: what happened in a
    stretch of time, but what came of a statement that has a name; which one of a turn it is. When a
    turn or a Confrontation began is asked for, too."""
    own: frozenset[str] = frozenset()
    match form:
        case c.Did(window=c.Var()):
            pass
        case c.Did(event=event):
            own = verbs_in(event)
        case c.On(event=event) if form.nth is not None:
            own = verbs_in(event)
        case c.Span("lastturn"):
            own = frozenset({"turn_begin"})
        case c.Span("confrontation" | "confronting"):
            own = frozenset({"announce"})
        case _:
            pass
    if "gain" in own:
        own |= {"receive", "buy", "defeat", "pass"}
    return own.union(*map(verbs_recalled, c.parts(form)))


def recalls_turns(form: c.Form) -> bool:
    """Whether a form speaks of what may have happened in an earlier turn."""
    if isinstance(form, c.Did) and not is_in_turn(form.window):
        return True
    return any(map(recalls_turns, c.parts(form)))


def is_in_turn(window: c.Value) -> bool:
    """Whether a stretch of time, or what a name stands for, is of this turn only."""
    match window:
        case c.Var() | c.Span("turn" | "each_turn" | "turns" | "text"):
            return True
        case c.Span("confrontation" | "confronting"):
            return True
        case c.Overlap(left, right):
            return is_in_turn(left) and is_in_turn(right)
        case _:
            return False


def remembers(form: c.Form) -> bool:
    """Whether a text asks what it has done so far: from where it took a card, where a card was
    before, what happened in it."""
    match form:
        case c.Place("origin") | c.Span("text"):
            return True
        case c.Attribute(as_of=c.AsOf.THEN):
            return True
        case _:
            return any(map(remembers, c.parts(form)))


def is_settled(change: c.Change) -> bool:
    """Whether what a change makes, and of whom, stays the same until a card moves, something else
    lasts, or the turn is over: it speaks only of what it has a name for, of texts, and of who is on
    top of a stack of Characters."""
    match change.within:
        case None | c.Until() | c.After() | c.Span("turn" | "game" | "each_turn"):
            told: list[c.Value] = [change.value]
            if change.source is not None and change.answer("set") != "now":
                told.append(change.source)
            elif isinstance(change.attribute, c.Attribute):
                told += change.attribute.of
            return all(map(is_told, told))
        case _:
            return False


def is_told(form: c.Value) -> bool:
    """Whether a value is what it is until a card moves."""
    match form:
        case c.Var() | c.Kind() | c.Number():
            return True
        case c.Attribute("text" | "character" | "hit"):
            return all(map(is_told, form.of))
        case _:
            return False


def changed_standing(form: c.Form) -> frozenset[str]:
    """The attributes that a statement changes while it stands, not when it is set off or used."""
    match form:
        case c.Change(c.Attribute(row)):
            return frozenset({row})
        case c.ForEach() | c.If():
            return frozenset(row for part in c.parts(form) for row in changed_standing(part))
        case _:
            return frozenset()
