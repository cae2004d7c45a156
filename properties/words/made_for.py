"""Positions made for a text: where it looks lie as many cards as it asks for, and of that kind.

"If there are four or more Heroes in the Line-Up" hardly ever holds in a position that is dealt by
chance, and then nobody sees what the text does behind it. Here so many Heroes lie there, or one
less or more; and of cards "with cost 4 or greater" some cost just 4, and some 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeGuard

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.oracle.quick.state import Kind

MOST: Final = 9
"""More cards of one kind are not laid in one place."""
EDGE: Final = 0.6
"""How often a card is taken that fits just so, if there is one."""
NEARLY: Final = 0.4
"""How often a card is added that does not quite fit, if there is one."""
OWN_PLACES: Final = {
    "hand": "hand",
    "deck": "deck",
    "discard": "discard",
    "inplay": "play",
    "controlled": "play",
}
"""Places of a player, as positions call them."""
SHARED_PLACES: Final = {"lineup": "line_up", "destroyed": "destroyed", "main": "main_deck"}
"""Places of everybody."""
DEALT_FROM: Final = ("main deck", "starter", "stack")
"""The piles from which cards are laid; in the Line-Up lie those of the main deck."""
YOU: Final = c.Var("you")
TO_BE: Final[Mapping[str, tuple[str, c.Value | None]]] = {
    "buy": ("lineup", None),
    "gain": ("lineup", None),
    "draw": ("deck", YOU),
}
"""Where a card lies with which something is done, if not in the hand."""
PRINTED: Final = {"types": "types", "keywords": "labels", "titles": "titles"}
"""What is asked of a card, as a kind of card has it."""


class Wanted(NamedTuple):
    """Cards for which a text looks: where, whether that is yours, how many (0: some), which cards
    fit, which of them just so, and which do not quite."""

    row: str
    yours: bool
    number: int
    fitting: tuple[str, ...]
    edge: tuple[str, ...]
    nearly: tuple[str, ...]


def wanted(core: c.Core, kinds: Sequence[Kind], doers: Mapping[str, str]) -> tuple[Wanted, ...]:
    """What a text looks for, each once; `doers` are cards by what they do, for what it waits for or
    counts."""
    found: dict[tuple[c.Value, int], None] = {}
    for form in walk(core):
        if isinstance(form, c.Compare) and isinstance(form.left, c.Fold):
            if form.left.row in ("count", "distinct") and isinstance(form.right, c.Number):
                found[form.left.of, form.right.value] = None
        elif isinstance(form, c.Choose) and isinstance(form.most, c.Number):
            found[form.source, -form.most.value] = None
        elif isinstance(form, c.Filter):
            found.setdefault((form, 0))
    counted = {of for of, number in found if number}
    wants = [
        want
        for (of, number), _ in found.items()
        if number or of not in counted
        for want in _in_places(of, number, (), kinds)
    ]
    counts = [x.nth.value for x in walk(core) if isinstance(x, c.On) and _is_number(x.nth)]
    times = max([2, *counts])
    for form in walk(core):
        if isinstance(form, c.Event):
            tests = () if form.where is None else ((form.name, form.where),)
            for verb in form.verbs:
                place = c.Place(*TO_BE.get(verb, ("hand", YOU)))
                wants += _in_places(place, -times, tests, kinds)
                if verb in doers:
                    wants.append(Wanted("hand", True, -times, (doers[verb],), (), ()))
    return tuple(dict.fromkeys(wants))


def _is_number(value: c.Value | None) -> TypeGuard[c.Number]:
    return isinstance(value, c.Number)


Tests = tuple[tuple[str, c.Value], ...]
"""Conditions on a card, each with what the card is called in it."""


def _in_places(
    value: c.Value, number: int, tests: Tests, kinds: Sequence[Kind]
) -> Iterator[Wanted]:
    """The places in which cards are looked for."""
    if isinstance(value, c.Filter):
        more = (*tests, (value.name, value.test))
        yield from _in_places(value.source, number, more, kinds)
    elif isinstance(value, c.Join) and value.op is not c.SetOp.WITHOUT:
        yield from _in_places(value.left, number, tests, kinds)
        yield from _in_places(value.right, number, tests, kinds)
    elif isinstance(value, c.Place) and value.row in OWN_PLACES | SHARED_PLACES:
        piles = ("main deck",) if value.row in ("lineup", "main") else DEALT_FROM
        kinds = [kind for kind in kinds if kind.pile in piles]
        fitting = _names(kinds, tests, 0)
        stricter, laxer = _names(kinds, tests, -1), _names(kinds, tests, 1)
        edge = tuple(name for name in fitting if name not in stricter)
        nearly = tuple(name for name in laxer if name not in fitting)
        yours = value.of == YOU
        if fitting or nearly:
            yield Wanted(value.row, yours, number, fitting, edge, nearly)


def _names(kinds: Iterable[Kind], tests: Tests, more: int) -> tuple[str, ...]:
    fitting = (
        kind.name
        for kind in kinds
        if all(_fits(test, name, kind, more) is not False for name, test in tests)
    )
    return tuple(dict.fromkeys(fitting))


def _fits(test: c.Value, name: str, kind: Kind, more: int) -> bool | None:
    """Whether a condition holds of such a card, as far as that is printed; numbers may be beyond
    what is asked for by so much."""
    match test:
        case c.Logic(op="not", of=(one,)):
            known = _fits(one, name, kind, -more)
            return None if known is None else not known
        case c.Logic(op=op, of=several):
            parts = [_fits(one, name, kind, more) for one in several]
            decides = op == "or"
            if decides in parts:
                return decides
            return None if None in parts else not decides
        case c.Compare(op="in", left=c.Kind(name=said), right=c.Attribute(row=row, of=(of,))) if (
            _is_it(of, name)
        ):
            printed: Any = getattr(kind, PRINTED[row], ()) if row in PRINTED else None
            return None if printed is None else said in printed
        case c.Compare(
            op="=" | "in",
            left=c.Attribute(row="name" | "names", of=(of,)),
            right=c.Kind(name=said),
        ) if _is_it(of, name):
            return kind.name == said
        case c.Compare(
            op=op,
            left=c.Attribute(row="cost" | "vp" as row, of=(of,)),
            right=c.Number(value=number),
        ) if _is_it(of, name):
            return _compared(op, getattr(kind, row), number, more)
        case _:
            return None


def _is_it(value: c.Value, name: str) -> bool:
    """Whether that is the card of this name, or the card with which something is done."""
    match value:
        case c.Attribute(row="card" | "cards", of=(c.Var(name=called),)) | c.Var(name=called):
            return called == name
        case _:
            return False


def _compared(op: str, one: int, other: int, more: int) -> bool | None:
    match op:
        case ">=" | ">":
            return one + more >= other + (op == ">")
        case "<=" | "<":
            return one - more <= other - (op == "<")
        case "=":
            return abs(one - other) <= max(0, more)
        case "!=":
            return abs(one - other) > max(0, -more)
        case _:
            return None


Picked = list[tuple[Wanted, list[str]]]


def picked(wants: Iterable[Wanted], left: Counter[str], rng: Random) -> Picked:
    """Cards for all that a text looks for, before others are dealt; `left` are the copies of cards
    that are left."""

    def some(want: Wanted) -> Iterator[str]:
        number = want.number
        if number > 0:  # it counts them
            number = max(0, number + (0, 0, -1, 1)[int(rng.random() * 4)])
        elif number == 0 or rng.random() < 0.5:
            number = 1 + int(rng.random() * 2)
        for _ in range(min(MOST, abs(number))):
            just_so = rng.random() < EDGE
            yield from (just_so and _one_of(want.edge, left, rng)) or _one_of(
                want.fitting, left, rng
            )
        if want.nearly and rng.random() < NEARLY:
            yield from _one_of(want.nearly, left, rng)

    return [(want, list(some(want))) for want in wants]


def lay(at: dict[str, Any], cards: Picked, seats: Sequence[str], rng: Random) -> None:
    """Lay them into a position; where they are counted, in the place of most others."""
    placed = [(want, names, *_where(want, at, seats, rng)) for want, names in cards]
    for want, _, whose, row in placed:
        if want.number > 0:
            del whose.get(row, [])[1:]
    for _, names, whose, row in placed:
        whose[row] = [*names, *whose.get(row, ())]


def _one_of(names: Sequence[str], left: Counter[str], rng: Random) -> list[str]:
    """One of the cards, as long as there is a copy of it."""
    there = [name for name in names if left[name] > 0]
    if not there:
        return []
    name = there[int(rng.random() * len(there))]
    left[name] -= 1
    return [name]


def _where(
    want: Wanted, at: dict[str, Any], seats: Sequence[str], rng: Random
) -> tuple[dict[str, Any], str]:
    """Where the cards are laid: with everybody, with you, or with another player."""
    if want.row in SHARED_PLACES:
        return at, SHARED_PLACES[want.row]
    seat = seats[0] if want.yours else seats[1 + int(rng.random() * (len(seats) - 1))]
    return at[seat], OWN_PLACES[want.row]
