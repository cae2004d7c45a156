"""Vectors packed for the wheel, a line each, and back: what follows from others is not kept.

A set-up leaves out what is usual, and in a zone the cards that lie as they come out of the box. A
vector with the set-up of the one before it names only how many steps they share.
`unpack(pack(vector)) == vector`, always.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from rules_check.conform.games import Table, game_of, table_of
from rules_check.oracle.conformance.positions import dump_zones
from rules_check.oracle.conformance.setups import unpacked
from rules_check.oracle.conformance.vectors import applied, changes, first_position

JSON = Any
Zones = dict[str, list[str]]

REST: Final = "…"
"""In a packed zone: the cards that lie there as they come out of the box."""


class Packer:
    """Packs or unpacks vectors one after the other; each may refer to the one before."""

    def __init__(self) -> None:
        self.setup: JSON = None
        self.steps: list[JSON] = []

    def pack(self, vector: Mapping[str, JSON]) -> dict[str, JSON]:
        """A vector as it is kept."""
        packed = dict(vector)
        setup, steps = vector["setup"], vector["steps"]
        if vector["kind"] == "parse":
            return _shorter(packed)
        if setup == self.setup:
            shared = _shared(self.steps, steps)
            packed["setup"], packed["steps"] = shared, [_pack_step(x) for x in steps[shared:]]
        else:
            packed["setup"] = _pack_setup(vector)
            packed["steps"] = [_pack_step(x) for x in steps]
        packed["expect"] = _each(vector["expect"], lambda x: _pack_positions(setup, x))
        self.setup, self.steps = setup, steps
        return _shorter(packed)

    def unpack(self, packed: Mapping[str, JSON]) -> dict[str, JSON]:
        """The vector that was packed."""
        vector = _longer(packed)
        if vector["kind"] == "parse":
            return vector
        steps = [_unpack_step(x) for x in vector["steps"]]
        if isinstance(vector["setup"], int):
            vector["steps"] = [*self.steps[: vector["setup"]], *steps]
            vector["setup"] = self.setup
        else:
            vector["setup"], vector["steps"] = _unpack_setup(vector), steps
        setup = vector["setup"]
        vector["expect"] = _each(vector["expect"], lambda x: _unpack_positions(setup, x))
        self.setup, self.steps = setup, vector["steps"]
        return vector


def leans(packed: Mapping[str, JSON]) -> bool:
    """Whether a packed vector is only understood with what stands before it."""
    return packed["kind"] == "parse" or isinstance(packed["setup"], int)


USUAL: Final[Mapping[str, JSON]] = {
    "variant": None,
    "mix": [],
    "features": [],
    "ask": {},
    "status": "normative",
}


INFO: Final = ("hash", "rules_hash", "filler", "filler_version", "source")


def _shorter(packed: dict[str, JSON]) -> dict[str, JSON]:
    packed["info"] = [packed["info"][key] for key in INFO]
    return {key: value for key, value in packed.items() if USUAL.get(key, ...) != value}


def _longer(packed: Mapping[str, JSON]) -> dict[str, JSON]:
    usual = {key: _fresh(value) for key, value in USUAL.items()}
    return {**usual, **packed, "info": dict(zip(INFO, packed["info"], strict=True))}


def _fresh(value: JSON) -> JSON:
    return value.copy() if isinstance(value, dict | list) else value


def _shared(one: Sequence[JSON], other: Sequence[JSON]) -> int:
    """How many steps are the same at the beginning."""
    number = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        number += 1
    return number


def _pack_step(step: Mapping[str, JSON]) -> list[JSON]:
    nature = [step["nature"]] if step["nature"] else []
    return [step["actor"], step["action"], *nature]


def _unpack_step(packed: Sequence[JSON]) -> dict[str, JSON]:
    nature = packed[2] if len(packed) > 2 else []
    return {"actor": packed[0], "action": packed[1], "nature": nature}


def _each(expect: JSON, change: Any) -> JSON:
    """Change what is expected; where a question is open, under each reading."""
    if isinstance(expect, list):
        return [{**one, "expect": change(one["expect"])} for one in expect]
    return change(expect)


# ------------------------------------------------------------------------------ set-ups


def _usual_setup(seats: Sequence[str]) -> dict[str, JSON]:
    order = [f"P{number + 1}" for number in range(len(seats))]
    return {
        "begin": "play",
        "active": "P1",
        "turn": 1,
        "order": order,
        "confronted": None,
        "power": dict.fromkeys(order, 0),
        "face_up": None,
        "cards": [],
        "nature": [],
    }


def _has_no_game(vector: Mapping[str, JSON]) -> bool:
    """Whether a vector is about players who get no game, and has no position."""
    return vector["kind"] == "reject" and not vector["steps"]


def _pack_setup(vector: Mapping[str, JSON]) -> dict[str, JSON]:
    setup = vector["setup"]
    if _has_no_game(vector):
        return dict(setup)
    usual = _usual_setup(setup["seats"])
    packed = {key: value for key, value in setup.items() if usual.get(key, ...) != value}
    packed["zones"] = _pack_zones(_box(table_of(vector), tuple(setup["seats"])), setup["zones"])
    return packed


def _unpack_setup(vector: Mapping[str, JSON]) -> dict[str, JSON]:
    packed = vector["setup"]
    if _has_no_game(vector):
        return dict(packed)
    setup = {**_usual_setup(packed["seats"]), **packed}
    setup["zones"] = _unpack_zones(_box(table_of(vector), tuple(packed["seats"])), packed["zones"])
    return setup


@cache
def _box(table: Table, seats: tuple[str, ...]) -> Zones:
    """The cards of a game as they come out of the box."""
    game = game_of(table, seats, [])
    return dump_zones(game, unpacked(game))


def _pack_zones(box: Zones, zones: Zones) -> Zones:
    packed: Zones = {}
    for zone in {**box, **zones}:
        cards = zones.get(zone, [])
        first, last = _lying(box.get(zone, []), cards)
        rest = [REST] if last > first else []
        packed[zone] = [*_runs(cards[:first]), *rest, *_runs(cards[last:])]
    return {zone: cards for zone, cards in packed.items() if cards != [REST]}


def _lying(box: list[str], cards: list[str]) -> tuple[int, int]:
    """The longest stretch of cards that lie in the order of the box."""
    at = {card: number for number, card in enumerate(box)}
    best, start = (0, 0), 0
    for number, card in enumerate(cards):
        if card not in at:
            start = number + 1
        elif number > start and at[cards[number - 1]] > at[card]:
            start = number
        if card in at and number + 1 - start > best[1] - best[0]:
            best = start, number + 1
    return best


def _unpack_zones(box: Zones, packed: Zones) -> Zones:
    named = {zone: _single(cards) for zone, cards in packed.items()}
    placed = {card for cards in named.values() for card in cards}
    zones: Zones = {}
    for zone in {**box, **packed}:
        cards = named.get(zone, [REST])
        rest = [card for card in box.get(zone, []) if card not in placed]
        at = cards.index(REST) if REST in cards else -1
        found = cards if at < 0 else [*cards[:at], *rest, *cards[at + 1 :]]
        if found:
            zones[zone] = found
    return zones


def _runs(cards: Sequence[str]) -> list[str]:
    """Cards with numbers that follow one another as one text: `Punch#1-4`."""
    found: list[list[Any]] = []
    for card in cards:
        key, _, number = card.rpartition("#")
        if found and found[-1][0] == key and found[-1][2] + 1 == int(number):
            found[-1][2] = int(number)
        else:
            found.append([key, int(number), int(number)])
    return [f"{key}#{one}" if one == two else f"{key}#{one}-{two}" for key, one, two in found]


def _single(packed: Sequence[str]) -> list[str]:
    cards: list[str] = []
    for text in packed:
        key, _, numbers = text.rpartition("#")
        one, _, two = numbers.partition("-")
        single = [text] if not two else [f"{key}#{n}" for n in range(int(one), int(two) + 1)]
        cards += single
    return cards


# ---------------------------------------------------------------------------- positions


def _usual_position(setup: Mapping[str, JSON]) -> dict[str, JSON]:
    return {
        "turn": setup["turn"],
        "active": setup["active"],
        "phase": setup["begin"],
        "order": setup["order"],
        "out": [],
        "confronted": setup["confronted"],
        "power": setup["power"],
        "vp": dict.fromkeys(setup["order"], 0),
        "face_up": setup["face_up"],
        "owners": {},
        "result": None,
    }


def _pack_positions(setup: Mapping[str, JSON], expect: Mapping[str, JSON]) -> JSON:
    if "position" in expect:
        packed_one = _pack_positions(setup, {"positions": [expect["position"]]})
        return {**expect, "position": packed_one["positions"][0]}
    if "positions" not in expect:
        return expect
    usual = _usual_position(setup)
    before: dict[str, JSON] = first_position(setup)
    packed: list[JSON] = []
    for number, changed in enumerate(expect["positions"]):
        after = applied(before, changed)
        told = changes({**usual, **before}, after) if number == 0 else dict(changed)
        if "zones" in told:
            old = before["zones"]
            zones = told["zones"].items()
            told["zones"] = {zone: _splice(old.get(zone, []), cards) for zone, cards in zones}
        packed.append(told)
        before = after
    return {"positions": packed}


def _unpack_positions(setup: Mapping[str, JSON], packed: Mapping[str, JSON]) -> JSON:
    if "position" in packed:
        one = _unpack_positions(setup, {"positions": [packed["position"]]})
        return {**packed, "position": one["positions"][0]}
    if "positions" not in packed:
        return packed
    usual = _usual_position(setup)
    before: dict[str, JSON] = first_position(setup)
    found: list[JSON] = []
    for number, told in enumerate(packed["positions"]):
        changed = {**usual, **told} if number == 0 else dict(told)
        if "zones" in told:
            old = before["zones"]
            zones = told["zones"].items()
            changed["zones"] = {zone: _spliced(old.get(zone, []), cut) for zone, cut in zones}
        after = applied(before, changed)
        found.append(changes(before, after))
        before = after
    return {"positions": found}


def _splice(old: Sequence[str], new: Sequence[str]) -> list[JSON]:
    """What becomes of a zone: where it changes, how many cards go, and which come."""
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return [first, len(old) - first - last, *_runs(new[first : len(new) - last])]


def _spliced(old: Sequence[str], cut: Sequence[JSON]) -> list[str]:
    first, gone, *come = cut
    return [*old[:first], *_single(come), *old[first + gone :]]
