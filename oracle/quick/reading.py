"""What a core says about itself: names that are spoken of, bound, and what they are for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_check.grammar.core import forms as c


def speaks_of(form: c.Form, name: str) -> bool:
    """Whether a form speaks of a name."""
    if isinstance(form, c.Var):
        return form.name == name
    return any(speaks_of(part, name) for part in c.parts(form))


def names_in(form: c.Form) -> set[str]:
    """The names that a statement binds."""
    own = {form.name} if isinstance(form, c.Let | c.Result | c.Choose | c.Attack) else set()
    return own.union(*(names_in(part) for part in c.parts(form)))


def bound_in(form: c.Form) -> set[str]:
    """The names that a value binds for its own parts."""
    named = c.Filter | c.Collect | c.Best | c.Quantified | c.Event
    own = {form.name} if isinstance(form, named) else set()
    return own.union(*(bound_in(part) for part in c.parts(form)))


def binds(block: c.Block) -> bool:
    """Whether statements give something a name that can be seen behind them."""
    named = c.Let | c.Result | c.Choose | c.Attack | c.Repeat
    return any(isinstance(one, named) for one in block)


def purposes(name: str, block: tuple[c.Form, ...]) -> Iterator[c.Move | c.Play]:
    """What is done to the cards of a name further on in the text."""
    for form in block:
        match form:
            case c.Move(cards=cards) if speaks_of(cards, name):
                yield form
            case c.Play(card) if speaks_of(card, name):
                yield form
            case _:
                yield from purposes(name, tuple(c.parts(form)))


def says_you_do_it(form: c.Form) -> bool:
    """Whether an event is one that you do."""
    match form:
        case c.Compare("=", c.Attribute("by"), c.Var("you")):
            return True
        case _:
            return any(map(says_you_do_it, c.parts(form)))


def only_of(event: c.Event, row: str, whose: str) -> bool:
    """Whether an event is only one that you do, or only of this card: it says so itself, not of a
    part of the cases."""
    match event.where:
        case c.Compare("=", c.Attribute(other, (c.Var(name),)), c.Var(who)):
            return other == row and who == whose and name == event.name
        case c.Logic("and", of):
            return any(only_of(replace(event, where=one), row, whose) for one in of)
        case _:
            return False


def names_foe(form: c.Form) -> bool:
    """Whether a text speaks of the foe whom the situation gives."""
    return names_group(form, "facing")


def names_group(form: c.Form, row: str) -> bool:
    """Whether a text speaks of such players."""
    if isinstance(form, c.Group) and form.row == row:
        return True
    return any(names_group(part, row) for part in c.parts(form))


def speaks_of_event(on: c.On) -> bool:
    """Whether a text speaks of what set it off, or of the foe who did."""
    name = on.event.name if isinstance(on.event, c.Event) else ""
    return any(speaks_of(part, name) or names_foe(part) for part in on.body)


def avoids(block: tuple[c.Form, ...]) -> bool:
    """Whether a text avoids an Attack."""
    return any(
        (isinstance(form, c.Do) and form.row == "avoid") or avoids(tuple(c.parts(form)))
        for form in block
    )


def hits_everyone(block: tuple[c.Form, ...]) -> bool:
    """Whether it does something to the player of the card too; no Defense avoids that."""
    return any(
        (isinstance(form, c.ForEach) and form.source == c.Group("everyone"))
        or hits_everyone(tuple(c.parts(form)))
        for form in block
    )


def speaks_of_avoiding(form: c.Form, name: str) -> bool:
    """Whether it speaks of those who avoided the Attack, or of what was not done."""
    match form:
        case c.Attribute("avoided", (c.Var(other),)):
            return other == name
        case c.Logic("not", (inner,)) if asks_what_came(inner):
            return True
        case _:
            return any(speaks_of_avoiding(part, name) for part in c.parts(form))


def asks_what_came(form: c.Form) -> bool:
    """Whether a condition asks what came of a statement."""
    return isinstance(form, c.Status) or any(map(asks_what_came, c.parts(form)))


def spans_of(window: c.Value | None) -> Iterator[c.Span]:
    """The stretches of time that a window names."""
    match window:
        case c.Span():
            yield window
        case c.Overlap(left, right):
            yield from spans_of(left)
            yield from spans_of(right)
        case _:
            return


HELD = ("this_attack", "blocking")
"""Windows of Defenses and Blocks, which are asked for at their own time."""


def is_held(option: c.Option) -> bool:
    """Whether it is a Defense, a Block or an Assist, used from the hand."""
    spans = list(spans_of(option.within))
    return any(x.row in HELD for x in spans) or any(
        isinstance(x.of, c.Group) and x.of.row == "mates" for x in spans
    )


def is_payment(option: c.Option) -> bool:
    """Whether it is used by paying its price ("Discard a Punch: …")."""
    return any(one.name in ("paid", "per_type") for one in option.settings)


def lends(option: c.Option) -> c.Play | None:
    """What may be played later, if that is all that an option says."""
    *_, last = option.body or (None,)
    return last if isinstance(last, c.Play) and not option.price else None


def raises(option: c.Option) -> bool:
    """Whether it raises the cost of a Character."""
    return any(
        isinstance(form, c.Change)
        and form.op is c.ChangeOp.MORE
        and isinstance(form.attribute, c.Attribute)
        and form.attribute.row == "cost"
        for form in (*option.price, *option.body)
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


def remembers(form: c.Form) -> bool:
    """Whether a text asks what it has done so far: from where it took a card, which cards it has
    not taken yet, where a card was before, what happened in it."""
    match form:
        case c.Place("origin") | c.Attribute("untaken") | c.Span("text"):
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
