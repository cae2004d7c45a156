"""Whether a card, or an event, can be what a text speaks of, as far as print tells."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.grammar.questions import keywords_of
from rules_check.oracle.box.playset import CardDef
from rules_check.properties.interactions.parts import Parts
from rules_check.properties.interactions.spoken import Some, card_of, lie_in, spoken


class Print(NamedTuple):
    """What is printed on a card; None where it is not known."""

    types: frozenset[str] | None = None
    titles: frozenset[str] | None = None
    keywords: frozenset[str] | None = None
    name: str | None = None
    cost: int | None = None


class Happening(NamedTuple):
    """What is known of something that happens: to which card, from where to where, and why; `this`:
    whether the card is the one whose text asks."""

    card: Print
    start: Parts | None = None
    to: Parts | None = None
    cause: str = ""
    this: bool | None = None


def printed(card: CardDef) -> Print:
    """What is printed on a card."""
    return Print(
        frozenset() if card.type is None else frozenset({card.type.value}),
        frozenset(title.value for title in card.titles),
        frozenset(map(str, keywords_of(card.text))),
        card.name,
        card.cost,
    )


def may_be(some: Some, card: Print) -> bool:
    """Whether a card with this print can be one of those; in doubt it can."""
    known = Happening(card)
    return all(_holds(one.test, one.subject, known) is not False for one in some.asked)


def may_happen(event: c.Event, subject: c.Form, known: Happening) -> bool:
    """Whether what happens can be what a pattern means; in doubt it can."""
    return event.where is None or _holds(event.where, subject, known) is not False


def of_itself(event: c.Event) -> bool:
    """Whether a pattern means what happens to the card whose text it is, and to no other."""
    return not may_happen(event, card_of(event), Happening(Print(), this=False))


def of_each_kind(asked: Iterable[c.Form]) -> Iterator[Print]:
    """A card of each type, of each name that is asked for and of another: whatever passes tests of
    types and names is like one of them."""
    return iter(_of_each_kind(_names_in(tuple(asked))))


@lru_cache(maxsize=1024)
def _of_each_kind(names: frozenset[str]) -> tuple[Print, ...]:
    return tuple(
        Print(types=frozenset({kind.value}), name=name)
        for kind in a.CardType
        for name in (*names, "")
    )


@lru_cache(maxsize=1024)
def _names_in(forms: tuple[c.Form, ...]) -> frozenset[str]:
    """The names of cards for which conditions ask."""
    found = set()
    for form in forms:
        for one in walk(form):
            if isinstance(one, c.Compare) and any(_is_name(x) for x in (one.left, one.right)):
                found |= {x.name for x in (one.left, one.right) if isinstance(x, c.Kind)}
    return frozenset(found)


def _is_name(form: c.Form) -> bool:
    return isinstance(form, c.Attribute) and form.row in ("name", "namewords")


def may_meet(one: Some, other: Some) -> bool:
    """Whether one card can be meant by both; in doubt it can."""
    tests = [x.test for x in (*one.asked, *other.asked)]
    return any(may_be(one, card) and may_be(other, card) for card in of_each_kind(tests))


# ------------------------------------------------------------------------- conditions

COMPARED: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _holds(test: c.Form, subject: c.Form, known: Happening) -> bool | None:
    """Whether a condition is so; None if that is not known."""
    match test:
        case c.Logic("not", (inner,)):
            found = _holds(inner, subject, known)
            return None if found is None else not found
        case c.Logic(op, of):
            all_ = [_holds(one, subject, known) for one in of]
            decides = op == "or"
            if decides in all_:
                return decides
            return None if None in all_ else not decides
        case c.Compare("in", c.Attribute("from", (c.Var(),)), place):
            return _lies(known.start, place)
        case c.Compare("in", c.Attribute("to", (c.Var(),)), place):
            return _lies(known.to, place)
        case c.Compare(op, left, c.Var("this")) if op in ("=", "!=") and left == subject:
            return known.this if op == "=" or known.this is None else not known.this
        case c.Compare("in", c.Kind(name), c.Attribute(row, (of,))) if of == subject:
            return _has(name, row, known.card)
        case c.Compare(op, left, right) if op in COMPARED:
            one, other = (_value(x, subject, known) for x in (left, right))
            return None if one is None or other is None else COMPARED[op](one, other)
        case c.Arithmetic("odd" | "even" as row, (of,)):
            number = _value(of, subject, known)
            return None if number is None else (number % 2 == 1) is (row == "odd")
        case _:
            return None


def _lies(there: Parts | None, place: c.Form) -> bool | None:
    """Whether a card that lies in one of some parts lies in a place."""
    wanted = lie_in(spoken(place, {}))
    if there is None or not isinstance(place, c.Place):
        return None
    if not there & wanted:
        return False
    return True if there <= wanted else None


def _has(name: str, row: str, card: Print) -> bool | None:
    """Whether a card has a type, a title, a keyword, or a word in its name."""
    match row:
        case "types" | "titles" | "keywords":
            there: frozenset[str] | None = getattr(card, row)
            return None if there is None else name in there
        case "namewords":
            return None if card.name is None else name in card.name
        case _:
            return None


def _value(form: c.Form, subject: c.Form, known: Happening) -> Any:
    """A number or a name; None if it is not known."""
    match form:
        case c.Number(value):
            return value
        case c.Kind(name):
            return name
        case c.Attribute("cost" | "name" as row, (of,)) if of == subject:
            return getattr(known.card, row)
        case c.Attribute("cause"):
            return known.cause or None
        case _:
            return None
