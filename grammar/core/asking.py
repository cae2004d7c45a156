"""Questions about a form alone: what it speaks of, what it is for, when it works.

Nothing here looks at a game, so engines and interpreter ask the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.grammar.core import forms as c

_WALKS: dict[int, tuple[c.Form, ...]] = {}
MOST_WALKS: Final = 50_000
"""Forms of which it is remembered what is in them, before all are forgotten."""


def walk(form: c.Form) -> Iterator[c.Form]:
    """A form and all forms in it.

    Some hundred questions are asked of every core, and each looks through it. Forms never change; a
    form that is remembered here stays, so its identity says which one it is.
    """
    known = _WALKS.get(id(form))
    return iter(_walked(form) if known is None else known)


def _walked(form: c.Form) -> tuple[c.Form, ...]:
    found = [form]
    for part in c.parts(form):
        known = _WALKS.get(id(part))
        found += _walked(part) if known is None else known
    if len(_WALKS) > MOST_WALKS:
        _WALKS.clear()
    made = _WALKS[id(form)] = tuple(found)
    return made


def said_by(block: tuple[c.Form, ...]) -> tuple[int, int, int] | None:
    """Which words of a text say these statements: the line, from where to where in it; None if
    that is not known. Of words on several lines, those of the first."""
    places = [x.at for form in block for x in walk(form) if x.at is not None]
    if not places:
        return None
    line = min(place[0] for place in places)
    mine = [place for place in places if place[0] == line]
    return line, min(place[1] for place in mine), max(place[2] for place in mine)


def counts(amount: c.Form) -> c.Fold | None:
    """What an amount counts; None if it counts nothing, or several things."""
    found = [x for x in walk(amount) if isinstance(x, c.Fold) and x.row == "count"]
    return found[0] if len(found) == 1 else None


def assisting(texts: tuple[c.Text, ...]) -> c.Play | None:
    """How a card is played by an Assist, if one of its texts says that it is."""
    said = (x for text in texts if "Assist" in text.labels for one in text.body for x in walk(one))
    return next((x for x in said if isinstance(x, c.Play)), None)


def speaks_of(form: c.Form, name: str) -> bool:
    """Whether a form speaks of a name."""
    return any(isinstance(x, c.Var) and x.name == name for x in walk(form))


def leaves_out_taken(form: c.Form) -> bool:
    """Whether a form speaks of cards without those that its statement has taken before."""
    return any(isinstance(x, c.Attribute) and x.row == "untaken" for x in walk(form))


def names_in(form: c.Form) -> set[str]:
    """The names that a statement binds."""
    return {x.name for x in walk(form) if isinstance(x, c.Let | c.Result | c.Choose | c.Attack)}


def purposes(name: str, block: tuple[c.Form, ...]) -> Iterator[c.Move | c.Play]:
    """What is done to the cards of a name further on in the text."""
    for form in block:
        if (isinstance(form, c.Move) and speaks_of(form.cards, name)) or (
            isinstance(form, c.Play) and speaks_of(form.card, name)
        ):
            yield form
        else:
            yield from purposes(name, tuple(c.parts(form)))


def says_you_do_it(form: c.Form) -> bool:
    """Whether an event is one that you do."""
    return any(
        isinstance(x, c.Compare)
        and x.op == "="
        and is_row(x.left, "by")
        and x.right == c.Var("you")
        for x in walk(form)
    )


def names_group(form: c.Form, row: str) -> bool:
    """Whether a text speaks of such players."""
    return any(isinstance(x, c.Group) and x.row == row for x in walk(form))


def speaks_of_event(on: c.On) -> bool:
    """Whether a text speaks of what set it off, or of the foe who did."""
    name = on.event.name if isinstance(on.event, c.Event) else ""
    return any(speaks_of(part, name) or names_group(part, "facing") for part in on.body)


def avoids(block: tuple[c.Form, ...]) -> bool:
    """Whether a text avoids an Attack."""
    return any(isinstance(x, c.Do) and x.row == "avoid" for form in block for x in walk(form))


def speaks_of_avoiding(form: c.Form, name: str) -> bool:
    """Whether it speaks of those who avoided the Attack, or of what was not done."""
    return any(
        (isinstance(x, c.Attribute) and x.row == "avoided" and x.of == (c.Var(name),))
        or (isinstance(x, c.Logic) and x.op == "not" and any(map(asks_what_came, x.of)))
        for x in walk(form)
    )


def asks_what_came(form: c.Form) -> bool:
    """Whether a condition asks what came of a statement."""
    return any(isinstance(x, c.Status) for x in walk(form))


def spans_of(window: c.Value | None) -> Iterator[c.Span]:
    """The stretches of time that a window names."""
    if isinstance(window, c.Span):
        yield window
    elif isinstance(window, c.Overlap):
        yield from spans_of(window.left)
        yield from spans_of(window.right)


HELD: Final = ("this_attack", "blocking")
"""When Defenses and Blocks are used."""


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
        for part in (*option.price, *option.body)
        for form in walk(part)
    )


def sets_points(form: c.Form) -> bool:
    """Whether a text for the end of the game says what its card is worth, if anything."""
    waits = (x for x in walk(form) if isinstance(x, c.On))
    return any(says_worth(part) for on in waits for part in on.body)


def says_worth(form: c.Form) -> bool:
    """Whether a text says what its card is worth."""
    return any(isinstance(x, c.Change) and x.op is c.ChangeOp.BECOMES for x in walk(form))


def adds_up(form: c.Form) -> bool:
    """Whether a condition asks for a total."""
    return any(isinstance(x, c.Fold) and x.row == "sum" for x in walk(form))


def is_done_to(name: str, rest: c.Block) -> bool:
    """Whether the next statement that speaks of a name does something to what has it."""
    following = next((one for one in rest if speaks_of(one, name)), None)
    if isinstance(following, c.Result):
        return is_done_to(name, following.of)
    if isinstance(following, c.Move | c.Show):
        return following.cards == c.Var(name)
    return isinstance(following, c.Play) and following.card == c.Var(name)


def is_may(statement: c.Statement) -> bool:
    """Whether somebody may do it, or not."""
    if isinstance(statement, c.Result):
        return len(statement.of) == 1 and is_may(statement.of[0])
    return isinstance(statement, c.Offer) and statement.least == c.Number(0)


def is_row(form: c.Value, row: str) -> bool:
    """Whether a value is an attribute of that row."""
    return isinstance(form, c.Attribute) and form.row == row


def is_place(form: c.Form, *rows: str) -> bool:
    """Whether it is such a place."""
    return isinstance(form, c.Place) and form.row in rows


def is_name(form: c.Value) -> bool:
    """Whether a value is a name as the book reads names, and not as it is printed."""
    return isinstance(form, c.Attribute) and form.row == "name" and form.as_of is c.AsOf.NOW


def top_of_deck(form: c.Value) -> c.Ends | None:
    """The top of a deck from which cards are taken, whichever these may be: that is seen when they
    are turned up."""
    if isinstance(form, c.The):
        return top_of_deck(form.of)
    if isinstance(form, c.Filter):
        return top_of_deck(form.source)
    if isinstance(form, c.Ends) and form.end is c.End.TOP and isinstance(form.of, c.Place):
        return form if form.of.row in ("deck", "main") else None
    return None
