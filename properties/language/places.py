"""Every card is in exactly one place, whatever a card says: a lemma for each function that
writes zones.

The functions are run as they are, on zones of any size (see `anything`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import REMOVED
from rules_check.properties.language.anything import Anything, Some, Ways

Does = Callable[..., object]
Zone = tuple[Any, ...]
Zones = Mapping[int, Zone]

HERE, THERE = 0, 1
CARD = 7
"""The number of a card that is spoken of by itself."""


class Broken(NamedTuple):
    """A way on which a lemma does not hold: what there was, and what came of it."""

    before: str
    after: str


def place_card(ways: Ways, run: Does) -> Iterator[Broken]:
    """A card is put into another zone, or anew into its own."""

    def once() -> Broken | None:
        to = HERE if ways.yes() else THERE
        zones = {HERE: (*_some(ways, "above"), CARD, *_some(ways, "below"))}
        if to == THERE:
            zones[THERE] = _some(ways, "there")
        s = _state(ways, zones)
        return _kept(s, zones, lambda: run(Anything(ways), s, CARD, to, ways.yes()))

    yield from _all(ways, once)


def move_cards(ways: Ways, run: Does) -> Iterator[Broken]:
    """Cards are moved together: those on top of a zone. Any others go one by one."""

    def once() -> Broken | None:
        to = HERE if ways.yes() else THERE
        moved = (*_some(ways, "moved first"), CARD, *_some(ways, "moved last"))
        zones = {HERE: (*_some(ways, "above"), *moved, *_some(ways, "below"))}
        if to == THERE:
            zones[THERE] = _some(ways, "there")
        s = _state(ways, zones)
        return _kept(s, zones, lambda: run(Anything(ways), s, moved, to, a.Verb.PUT, 0, ""))

    yield from _all(ways, once)


def arrange(ways: Ways, run: Does) -> Iterator[Broken]:
    """A zone gets another order: the same cards, or it is refused."""

    def once() -> Broken | None:
        pieces = (*_some(ways, "one"), CARD, *_some(ways, "other"))
        orders = [*permutations(pieces), pieces[:-1], (*pieces, pieces[0]), (*pieces, 8)]
        orders += [(*pieces[:-1], 8), (*pieces[:-1], pieces[0]) if len(pieces) > 1 else (8,)]
        zones = {HERE: pieces}
        s = _state(ways, zones)
        order = orders[ways.pick(len(orders))]
        return _kept(s, zones, lambda: run(s, HERE, order))

    yield from _all(ways, once)


def pour(ways: Ways, run: Does) -> Iterator[Broken]:
    """All cards of a zone come below those of another."""

    def once() -> Broken | None:
        to = HERE if ways.yes() else THERE
        zones = {HERE: _some(ways, "cards")}
        if to == THERE:
            zones[THERE] = _some(ways, "there")
        s = _state(ways, zones)
        return _kept(s, zones, lambda: run(s, HERE, to))

    yield from _all(ways, once)


def lay_out(ways: Ways, run: Does) -> Iterator[Broken]:
    """At the start every card of the box is where the box says."""

    def once() -> Broken | None:
        zones = {HERE: _some(ways, "here"), THERE: _some(ways, "there")}
        s = _state(ways, {HERE: (), THERE: ()})
        g = Anything(ways, box=zones, players=0, shared=HERE - REMOVED)
        return _kept(s, zones, lambda: run(g, s))

    yield from _all(ways, once)


LEMMAS: Final[Mapping[str, Callable[[Ways, Does], Iterator[Broken]]]] = {
    "running.moving.place_card": place_card,
    "running.moving.move_cards": move_cards,
    "running.moving.arrange": arrange,
    "running.moving.pour": pour,
    "turns.setup.lay_out": lay_out,
}
"""What is shown of each function that may write zones. No other one may."""


# ------------------------------------------------------------------------- what is asked


def _all(ways: Ways, once: Callable[[], Broken | None]) -> Iterator[Broken]:
    yield from (found for found in ways.all(once) if found is not None)


def _some(ways: Ways, name: str) -> Zone:
    """Any number of cards: none, or a run of them."""
    return (Some(name),) if ways.yes() else ()


class _Zones(dict[Any, Zone]):
    """The zones that are spoken of. Others may be looked at: some cards lie there."""

    def __missing__(self, zone: Any) -> Zone:
        return (Some("elsewhere"),)


def _state(ways: Ways, zones: Zones) -> Any:
    """A state of which nothing is known but what lies in these zones."""
    s: Any = State(0, 0, 0)
    s.zones = _Zones(zones)
    s.where = {piece: zone for zone, pieces in zones.items() for piece in pieces}
    s.owners = {CARD: 0} if ways.yes() else {}
    s.watch = Anything(ways) if ways.yes() else None
    s.trace = None
    return s


def _kept(s: Any, zones: Zones, act: Callable[[], object]) -> Broken | None:
    """Do it; tell if a card is lost, doubled or looked for in another place."""
    before = {piece for pieces in zones.values() for piece in pieces}
    try:
        act()
    except ValueError:
        return None  # it is not done at all: the program says so and stops
    after = [piece for pieces in s.zones.values() for piece in pieces]
    right = all(s.where.get(piece) == zone for zone, pieces in s.zones.items() for piece in pieces)
    if len(after) == len(set(after)) and set(after) == before and right:
        return None
    return Broken(_told(zones), _told(s.zones) + ("" if right else ", some sought elsewhere"))


def _told(zones: Zones) -> str:
    return "; ".join(f"zone {zone}: {', '.join(map(repr, zones[zone]))}" for zone in sorted(zones))
