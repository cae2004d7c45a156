"""The forms of the core: what a card text means, as a small closed language with variables.

Every class here is a form. Three unions close the language: `Value` (numbers, cards, players,
places, conditions, windows, events), `Statement` (what is done, and what stands), and `Text`.
Conditions are values of the sort `Bool`, windows of the sort `Window`, patterns of events of the
sort `Event`: one expression language, told apart by the sorts that `checker` works out.

A form is a frozen value. `at` says which words of the text say it; equality and hash ignore it, and
they ignore where a setting comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeAlias

Words: TypeAlias = tuple[int, int, int]
"""Where words stand: the printed line, where they begin, where they end."""


class Filled(StrEnum):
    """Where the answer of a setting comes from."""

    SAID = "said"
    RULE = "rule"
    DEFAULT = "default"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of a form that a book has to settle: its name in `rows.SETTINGS`, and its answer.

    `by` tells where the answer comes from and `cites` names the rule, ruling or question; a setting
    that is open has the answer "" and cites the question.
    """

    name: str
    answer: str
    by: Filled = field(default=Filled.SAID, compare=False)
    cites: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A piece of meaning."""

    at: Words | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled(Form):
    """A form with settings."""

    settings: tuple[Setting, ...] = ()

    def answer(self, name: str) -> str:
        """What a setting says; "" if it is open or not there."""
        return next((one.answer for one in self.settings if one.name == name), "")


# ------------------------------------------------------------------------- values


@dataclass(frozen=True, slots=True)
class Var(Form):
    """What a name stands for: bound once, used in its scope. Behind the block in which it was
    bound it stands for all values that it had there, in order (`sorts.BEHIND`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Form):
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Kind(Form):
    """What cards are called by or have: a card type, a name, a keyword, odd, face up."""

    name: str


@dataclass(frozen=True, slots=True)
class Several(Form):
    """A list that is written out: kinds, numbers, places."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Place(Form):
    """A zone, of the players or the card that it belongs to (of several: all of theirs)."""

    row: str
    of: Value | None = None


class AsOf(StrEnum):
    """When an attribute is looked at."""

    NOW = "now"
    PRINTED = "printed"
    THEN = "then"


@dataclass(frozen=True, slots=True)
class Attribute(Form):
    """What a card, player, event, result or the table has: its cost, its owner, who did it. Of
    several cards, what all of them have."""

    row: str
    of: tuple[Value, ...] = ()
    as_of: AsOf = AsOf.NOW


@dataclass(frozen=True, slots=True)
class Group(Form):
    """Players by how they sit to one: everyone, foes, the team, the left neighbour."""

    row: str
    of: Value | None = None


@dataclass(frozen=True, slots=True)
class Filter(Form):
    """Those of whom the test holds."""

    name: str
    source: Value
    test: Value


@dataclass(frozen=True, slots=True)
class Collect(Form):
    """The values of each of them in one list, as often as they come."""

    value: Value
    name: str
    source: Value


@dataclass(frozen=True, slots=True)
class Fold(Form):
    """One number or list of many: count, sum, max, min, distinct."""

    row: str
    of: Value


@dataclass(frozen=True, slots=True)
class Best(Form):
    """Those with the most, or the least, of a value: all that are tied."""

    most: bool
    value: Value
    name: str
    source: Value


class SetOp(StrEnum):
    """How two lists are put together."""

    WITH = "+"
    WITHOUT = "-"


@dataclass(frozen=True, slots=True)
class Join(Form):
    """Both lists, a card, player or kind that is in both once; or the first without the second
    ("other", "the rest")."""

    op: SetOp
    left: Value
    right: Value


class End(StrEnum):
    """An end of a pile."""

    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Ends(Form):
    """So many cards from one end."""

    end: End
    number: Value
    of: Value


@dataclass(frozen=True, slots=True)
class The(Settled):
    """The only one; absent if there is none. `tie`: what if there are several."""

    of: Value


@dataclass(frozen=True, slots=True)
class Arithmetic(Form):
    """Numbers of numbers: + - *, half, at least, at most."""

    row: str
    of: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Form):
    """One value or the other."""

    test: Value
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class Did(Settled):
    """What happened in a window: the events that fit. `counts`: what was really done, or what was
    told to be done."""

    event: Value
    window: Value


@dataclass(frozen=True, slots=True)
class Quote(Form):
    """A text as a value. No line of the notation can hold one."""

    text: Text


# ------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Compare(Form):
    """=, <, <=, in, subset."""

    op: str
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Logic(Form):
    """All of the conditions ("and"), one of them ("or"), or not the one ("not")."""

    op: str
    of: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Quantified(Form):
    """Some or every one of them is so."""

    every: bool
    name: str
    source: Value
    test: Value


@dataclass(frozen=True, slots=True)
class Status(Settled):
    """What came of a statement: done, declined, or neither (impossible); for one player, if it was
    a round."""

    row: str
    of: Value
    who: Value | None = None


@dataclass(frozen=True, slots=True)
class During(Form):
    """It is that time now."""

    window: Value


# ------------------------------------------------------------------- events and windows


@dataclass(frozen=True, slots=True)
class Event(Form):
    """A pattern of what happens, for each card or (`whole`) for the whole act."""

    verbs: tuple[str, ...]
    name: str = ""
    whole: bool = False
    where: Value | None = None


@dataclass(frozen=True, slots=True)
class Becomes(Form):
    """The moment at which a condition turns true: it was not so before the event, and is after
    it."""

    test: Value


@dataclass(frozen=True, slots=True)
class Span(Form):
    """A stretch of time by its name: the turn, each of a player's turns, the game."""

    row: str
    of: Value | None = None


@dataclass(frozen=True, slots=True)
class Until(Form):
    """From now on until it happens."""

    event: Value


@dataclass(frozen=True, slots=True)
class After(Form):
    """From the end of a statement on, whatever came of it."""

    result: Value


@dataclass(frozen=True, slots=True)
class While(Form):
    """As long as it is so."""

    test: Value


@dataclass(frozen=True, slots=True)
class Overlap(Form):
    """Both windows at once."""

    left: Value
    right: Value


# ------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Let(Form):
    """A name for a value, worked out once and now; of a place: the cards that lie there."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Result(Form):
    """A name for what comes of statements: what was done in them, and whether all of it was. In
    them it is what has been done so far."""

    name: str
    of: Block


@dataclass(frozen=True, slots=True)
class If(Settled):
    """Depending on a condition. `absent`: what if it speaks of a card that is not there."""

    test: Value
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class ForEach(Settled):
    """For each of them in turn; `together`: all choose, then all act."""

    name: str
    source: Value
    body: Block
    together: bool = False


class Round(StrEnum):
    """How often something is repeated."""

    TIMES = "times"
    WHILE = "while"
    UNTIL = "until"


@dataclass(frozen=True, slots=True)
class Repeat(Settled):
    """So many times, while or until something is so; `name` is all rounds so far."""

    how: Round
    test: Value
    body: Block
    name: str = ""


class Manner(StrEnum):
    """How a choice is made."""

    OPEN = ""
    RANDOM = "random"
    SECRET = "secret"


@dataclass(frozen=True, slots=True)
class Choose(Settled):
    """Somebody chooses from a list, from `least` to `most` (None: as many as there are)."""

    name: str
    sort: str
    source: Value
    least: Value
    most: Value | None
    by: Value
    such_that: Value | None = None
    manner: Manner = Manner.OPEN


@dataclass(frozen=True, slots=True)
class Offer(Settled):
    """Somebody may do so many of these things; `otherwise` if none is done: it was not wanted, or
    could not be. Of several players (`name` is each of them) one after the other may, until one
    does it or, if `every` one of them has to, one does not."""

    least: Value
    most: Value
    by: Value
    ways: tuple[Block, ...]
    otherwise: Block = ()
    name: str = ""
    every: bool = False


# ------------------------------------------------------------------------- acts


@dataclass(frozen=True, slots=True)
class Move(Settled):
    """Cards go to a place, as the verb says, by a player; `name` is each card, for `to`."""

    cards: Value
    to: Value
    verb: str
    by: Value | None
    name: str = ""
    end: End | None = None
    order: Value | None = None
    random: bool = False
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Show(Settled):
    """Cards are shown to players; by you, or by another player."""

    cards: Value
    to: Value
    by: Value | None = None


@dataclass(frozen=True, slots=True)
class Points(Settled):
    """Power or VP: give, take, pay."""

    row: str
    who: Value
    amount: Value
    kind: str


@dataclass(frozen=True, slots=True)
class Play(Settled):
    """A card is played: it comes into play unless it is there, then its text is carried out."""

    card: Value
    by: Value


@dataclass(frozen=True, slots=True)
class Attack(Settled):
    """An Attack: aimed, Defenses used, then carried out once; `unavoidable`: for whom."""

    name: str
    at_whom: Value
    body: Block
    unavoidable: Value | None = None


@dataclass(frozen=True, slots=True)
class Deed(Form):
    """Something that a set has a verb of its own for."""

    verb: str
    by: Value
    body: Block
    on: Value | None = None


@dataclass(frozen=True, slots=True)
class Do(Settled):
    """An act of the rules: avoid, cancel, win, refill, replace, shuffle, deal."""

    row: str
    of: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Proceed(Form):
    """In `before`: the act happens after all, perhaps to another place."""

    event: Value
    changed: tuple[tuple[str, Value], ...] = ()


# ------------------------------------------------------------------------- what stands


@dataclass(frozen=True, slots=True)
class On(Settled):
    """After an event (`before`: in its place) the body. `nth` counts events, `limit` uses."""

    event: Value
    body: Block
    before: bool = False
    within: Value | None = None
    nth: Value | None = None
    limit: Value | None = None
    per: Value | None = None
    retro: bool = False


@dataclass(frozen=True, slots=True)
class Option(Settled):
    """What players may do at their time, so many times, for a price that is paid in full."""

    who: Value
    body: Block
    price: Block = ()
    where: Value | None = None
    within: Value | None = None
    limit: Value | None = None
    per: Value | None = None
    key: Value | None = None


class ChangeOp(StrEnum):
    """How an attribute changes."""

    MORE = "+="
    LESS = "-="
    BECOMES = ":="


@dataclass(frozen=True, slots=True)
class Change(Settled):
    """An attribute is changed for a while. `set`: of those that fit now, or whenever they do."""

    attribute: Value
    op: ChangeOp
    value: Value
    within: Value
    name: str = ""
    source: Value | None = None
    at_least: Value | None = None


@dataclass(frozen=True, slots=True)
class Forbid(Settled):
    """While it stands it cannot be done, chosen or paid."""

    event: Value
    within: Value | None = None


# ------------------------------------------------------------------------- texts


@dataclass(frozen=True, slots=True)
class Text(Form):
    """Where a text works, what cards are called by because of it, and what it says."""

    home: str
    labels: tuple[str, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Core(Form):
    """The meaning of a card: its texts from top to bottom."""

    texts: tuple[Text, ...]


Plain: TypeAlias = Var | Number | Kind | Several
Noun: TypeAlias = (
    Place | Attribute | Group | Filter | Collect | Fold | Best | Join | Ends | The | Quote
)
Reckoned: TypeAlias = Arithmetic | Conditional | Did
Condition: TypeAlias = Compare | Logic | Quantified | Status | During
Pattern: TypeAlias = Event | Becomes
Window: TypeAlias = Span | Until | After | While | Overlap
Value: TypeAlias = Plain | Noun | Reckoned | Condition | Pattern | Window

Act: TypeAlias = Move | Show | Points | Play | Attack | Deed | Do | Proceed
Standing: TypeAlias = On | Option | Change | Forbid
Statement: TypeAlias = Let | Result | If | ForEach | Repeat | Choose | Offer | Act | Standing
Block: TypeAlias = tuple[Statement, ...]

FORMS: Final[dict[str, type[Form]]] = {
    found.__name__: found
    for found in list(globals().values())
    if isinstance(found, type) and issubclass(found, Form) and found not in (Form, Settled)
}
"""Every form by its name."""


NO_FORMS: Final = frozenset({"str", "int", "bool", "tuple", "None", "Setting"})
"""What the type of a field without forms is made of."""


def parts(form: Form) -> list[Form]:
    """The forms directly below a form, in the order of its fields."""
    found: list[Form] = []
    kind: Any = type(form)  # which mypy takes for unhashable
    for name in holding(kind):  # most of what is done with texts goes through here
        value: Any = getattr(form, name)
        if isinstance(value, Form):
            found.append(value)
        elif value and isinstance(value, tuple):
            _add_forms(value, found)
    return found


def _add_forms(values: tuple[Any, ...], found: list[Form]) -> None:
    """Add the forms of a tuple, and of tuples in it."""
    for value in values:
        if isinstance(value, Form):
            found.append(value)
        elif isinstance(value, tuple):
            _add_forms(value, found)


_WITHIN: dict[int, tuple[Form, int]] = {}
_BITS: dict[type[Any], int] = {}
MOST_REMEMBERED: Final = 200_000
"""Forms of which it is remembered what is within, before all are forgotten: some 20 MB."""


def kinds_within(form: Form) -> int:
    """Which classes of forms are in a form, itself among them: a bit for each (`bits_of`).

    Many passes over a core look for forms of one class, and most texts have none of it. Forms never
    change; a form that is remembered here stays, so its identity says which one it is.
    """
    known = _WITHIN.get(id(form))
    if known is not None:
        return known[1]
    found = bits_of((type(form),))
    for part in parts(form):
        found |= kinds_within(part)
    if len(_WITHIN) > MOST_REMEMBERED:
        _WITHIN.clear()
    _WITHIN[id(form)] = form, found
    return found


def bits_of(kinds: Iterable[type[Any]]) -> int:
    """The bits of some classes of forms."""
    found = 0
    for kind in kinds:
        found |= _BITS.setdefault(kind, 1 << len(_BITS))
    return found


@cache
def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a class of forms, but for the place of its words, which are no forms."""
    assert is_dataclass(kind)
    return tuple(one.name for one in fields(kind) if one.name != "at")


@cache
def holding(kind: Any) -> tuple[str, ...]:
    """The fields of a class of forms in which forms can stand: not in a word, say."""
    plain = {one.name for one in fields(kind) if set(re.findall(r"\w+", str(one.type))) <= NO_FORMS}
    return tuple(name for name in field_names(kind) if name not in plain)
