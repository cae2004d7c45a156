"""Set-ups: a whole position in which nothing has happened yet, as JSON values and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_check.oracle.conformance.contract import BEGINNINGS, JSON, SET_UP
from rules_check.oracle.conformance.positions import dump_zones, seat_or_none
from rules_check.oracle.game import Game
from rules_check.oracle.values.layout import Layout, laid_from
from rules_check.oracle.values.state import State

KEYS = (
    "begin seats active turn order confronted power face_up zones cards nature"  # in this order
).split()


class SetupError(ValueError):
    """A set-up is not one of this game: what is wrong with it."""


def dump_setup(g: Game, s: State | Layout, begin: str) -> dict[str, JSON]:
    """A set-up, without further cards and without what chance decides.

    `s` is the position before anything has happened; for a game that is to be set up it is as
    `unpacked` gives it.
    """
    turn = s.turn if begin == "play" else s.turn + 1
    return {
        "begin": begin,
        "seats": list(g.seats),
        "active": g.seat(s.active),
        "turn": turn,
        "order": [g.seat(p) for p in s.order],
        "confronted": seat_or_none(g, s.confronted),
        "power": {g.seat(p): power for p, power in enumerate(s.power)},
        "face_up": g.card_id(s.face_up) if s.face_up >= 0 else None,
        "zones": dump_zones(g, s),
        "cards": [],
        "nature": [],
    }


def unpacked(g: Game) -> Layout:
    """The cards as they come out of the box."""
    return laid_from(g.zone_count, len(g.kinds), g.players, g.box)


def state_of(g: Game, setup: Mapping[str, JSON], *, trace: bool = False) -> State:
    """The state that a set-up describes, run on to its first decision. Raises SetupError."""
    if setup["begin"] not in BEGINNINGS:
        raise SetupError(f"begin: there is no {setup['begin']!r}")
    if setup["begin"] == SET_UP:
        _check_box(g, setup["zones"])
        return g.new(trace=trace)
    s = laid_from(g.zone_count, len(g.kinds), g.players, {})
    _lay(g, s, setup["zones"])
    _turn(g, s, setup)
    return g.begun_from(s, trace=trace)


def _lay(g: Game, s: Layout, zones: Mapping[str, list[str]]) -> None:
    names = {g.zone_name(zone): zone for zone in range(g.zone_count)}
    for name, cards in zones.items():
        if name not in names:
            raise SetupError(f"zones: there is no {name!r}")
        s.zones[names[name]] = tuple(_cards(g, cards))
        for card in s.zones[names[name]]:
            if s.where[card] >= 0:
                raise SetupError(f"zones: {g.card_id(card)} is in two places")
            s.where[card] = names[name]
    if -1 in s.where:
        raise SetupError(f"zones: {g.card_id(s.where.index(-1))} is nowhere")


def _cards(g: Game, cards: list[str]) -> Iterator[int]:
    for card in cards:
        try:
            yield g.card(card)
        except ValueError as error:
            raise SetupError(f"zones: {error}") from error


def _check_box(g: Game, zones: Mapping[str, list[str]]) -> None:
    """A game that is to be set up begins with what is in its box."""
    box = dump_zones(g, unpacked(g))
    for name in sorted({*box, *zones}):
        if box.get(name, []) != zones.get(name, []):
            raise SetupError(f"zones: {name} is not as it comes out of the box")


def _turn(g: Game, s: Layout, setup: Mapping[str, JSON]) -> None:
    seats = {g.seat(p): p for p in range(g.players)}
    try:
        s.order = tuple(seats[seat] for seat in setup["order"])
        active = seats[setup["active"]]
        confronted = -1 if setup["confronted"] is None else seats[setup["confronted"]]
        power = {seats[seat]: number for seat, number in setup["power"].items()}
    except KeyError as error:
        raise SetupError(f"there is no player {error.args[0]!r}") from error
    s.face_up = -1 if setup["face_up"] is None else g.card(setup["face_up"])
    s.active, s.confronted, s.play = active, confronted, setup["begin"] == "play"
    for player, number in power.items():
        s.power[player] = number
    s.turn = setup["turn"] if s.play else setup["turn"] - 1
