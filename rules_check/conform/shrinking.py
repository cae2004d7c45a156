"""The smallest game in which another engine still goes wrong: few steps, few cards, short values.

A game is begun as late as possible, from a position that is given; then steps, cards and values are
taken out one after the other, as long as the engines still differ in the same way. What is tried is
bounded in number and in time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from rules_check.conform.cases import Case, Fault, Partner, Replay, replayed, size, tried
from rules_check.conform.games import game_of
from rules_check.oracle.conformance.contract import SET_UP
from rules_check.oracle.conformance.positions import dump_zones
from rules_check.oracle.conformance.setups import dump_setup, unpacked
from rules_check.oracle.game import Game
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.state import State

JSON = Any
Zones = dict[str, list[str]]

TRIES: Final = 600
"""So many games are tried at most."""

SECONDS: Final = 60.0
"""So long they may take together."""

LATE: Final = 20
"""So many of the last decisions of a game are tried as its beginning."""

TURNS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48)
"""Which of the last turns are tried as a beginning, counted from the last one."""

MANY: Final = 4
"""So many differences at once are the work of more than one rule."""

OUT: Final = "removed"
CHARACTERS: Final = " characters"
OWN: Final = ("hand", "deck", "discard", "play", "parked", "score", "beside")
"""Zones of a player from which cards are taken out."""


class Shrunk(NamedTuple):
    """The smallest game that was found, what differs at its end, and the exchange that shows it."""

    replay: Replay
    fault: Fault
    tries: int = 0
    transcript: tuple[str, ...] = ()


class _Shrinker:
    def __init__(
        self, partner: Partner, fault: Fault, tries: int, stopped: Callable[[], bool]
    ) -> None:
        self.partner = partner
        self.stopped = stopped
        self.wanted = fault
        self.left = tries
        self.end = time.monotonic() + SECONDS
        self.best: Shrunk | None = None

    @property
    def over(self) -> bool:
        return self.left <= 0 or time.monotonic() > self.end or self.stopped()

    def test(self, case: Case) -> bool:
        """Whether the engines still differ; then this is the best case so far."""
        if self.over:
            return False
        replay = replayed(case)
        if replay is None:
            return False
        self.left -= 1
        fault = tried(self.partner, replay)
        if fault is None or not fault.like(self.wanted) or self._wider(fault):
            return False
        said = tuple(self.partner.transcript)
        self.best = Shrunk(_cut(replay, fault.step), fault, 0, said)
        return True

    def _wider(self, fault: Fault) -> bool:
        """Whether more differs than in the best case: then less can be seen from it."""
        best = self.best
        return best is not None and len(fault.differences) > len(best.fault.differences)

    @property
    def case(self) -> Case:
        assert self.best is not None
        return self.best.replay.case


def _cut(replay: Replay, step: int) -> Replay:
    """The game up to the step at which the engines differ."""
    case = replay.case
    return Replay(
        replay.game,
        Case(case.table, case.setup, case.steps[:step]),
        replay.positions[: step + 1],
        replay.states[: step + 1],
        replay.events[: step + 1],
    )


def shrink(
    partner: Partner, case: Case, fault: Fault, *, stopped: Callable[[], bool], tries: int = TRIES
) -> Shrunk | None:
    """The smallest case that was found; None if the engines do not differ when it is played again:
    then the other one is not deterministic."""
    found = _Shrinker(partner, fault, tries, stopped)
    if not found.test(case):
        return None
    assert found.best is not None
    for later in _later(found.best.replay):
        if found.test(later):
            break
    _calmer(found)
    for _ in range(3):
        before = size(found.case)
        _fewer_steps(found)
        _fewer_cards(found)
        _plainer(found)
        if size(found.case) == before or found.over:
            break
    assert found.best is not None
    return found.best._replace(tries=tries - found.left)


# ------------------------------------------------------------------------- a later beginning


def _later(replay: Replay) -> Iterator[Case]:
    """The same game from a later position on; the latest first."""
    case, g = replay.case, replay.game
    last = len(case.steps)
    main: list[int] = []
    turns: list[int] = []
    for at in range(last - 1, -1, -1):
        s = replay.states[at]
        if s.choice is None or s.out:
            continue
        if s.choice.kind is ChoiceKind.MAIN and len(main) < LATE:
            main.append(at)
        if at == 0 or replay.states[at - 1].turn != s.turn:
            turns.append(at)
    begins = [(at, "start") for number, at in enumerate(turns, 1) if number in TURNS]
    for at, begin in sorted([(at, "play") for at in main] + begins)[::-1]:
        if at or case.setup["begin"] == SET_UP:
            setup = setup_at(g, replay.states[at], begin)
            setup["cards"] = case.setup["cards"]
            yield Case(case.table, setup, case.steps[at:])


def setup_at(g: Game, s: State, begin: str) -> dict[str, JSON]:
    """The position as a set-up in which nothing has happened in this turn: what was played lies in
    the discard piles, and what lasts is over."""
    setup = dump_setup(g, s, "play")
    zones: Zones = {zone: list(cards) for zone, cards in setup["zones"].items()}
    stays = {g.card_id(card) for card, kind in enumerate(g.kinds) if kind.is_ongoing}
    for seat in setup["order"]:
        there = zones.get(f"{seat} play", [])
        zones[f"{seat} play"] = [card for card in there if card in stays]
        zones.setdefault(f"{seat} discard", []).extend(x for x in there if x not in stays)
    zones.setdefault(OUT, []).extend(zones.pop("table", []))
    setup["zones"] = {zone: cards for zone, cards in zones.items() if cards}
    if begin == "start":
        setup |= {"begin": begin, "confronted": None, "power": dict.fromkeys(setup["power"], 0)}
    return setup


def _calmer(found: _Shrinker) -> None:
    """Give the active player one more card, if less differs then: a turn that goes on shows only
    what is wrong, one that ends by itself also all that the end of a turn does."""
    assert found.best is not None
    before, setup = found.best, found.case.setup
    if setup["begin"] != "play" or len(before.fault.differences) < MANY:
        return
    seat = setup["active"]
    for source in (f"{seat} deck", f"{seat} discard", OUT):
        for card in setup["zones"].get(source, [])[:2]:
            zones = {**setup["zones"], source: [x for x in setup["zones"][source] if x != card]}
            zones[f"{seat} hand"] = [*zones.get(f"{seat} hand", []), card]
            told = {zone: cards for zone, cards in zones.items() if cards}
            found.test(_with(found.case, zones=told))
            if len(found.best.fault.differences) < len(before.fault.differences):
                return
            found.best = before


# ----------------------------------------------------------------------- fewer steps, cards


def _without(items: Sequence[Any], test: Callable[[list[Any]], bool]) -> None:
    """Take out of `items` what is not needed: half of them, a quarter, …, one by one.

    `test` says whether it still holds with these items.
    """
    kept = list(items)
    width = len(kept)
    while width:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + width :]
            if test(fewer):
                kept = fewer
            else:
                at += width
        width //= 2


def _fewer_steps(found: _Shrinker) -> None:
    """Leave steps out. The last one shows the difference and stays."""

    def test(steps: list[Any]) -> bool:
        case = found.case
        return found.test(case._replace(steps=tuple(steps)))

    steps = found.case.steps
    _without(steps[:-1], lambda kept: test([*kept, *steps[-1:]]))


def _fewer_cards(found: _Shrinker) -> None:
    """Take cards out of the zones, and other cards than those of the box out of the game."""
    if found.case.setup["begin"] == SET_UP:
        return
    case = found.case
    box = _box(game_of(case.table, case.seats, case.setup["cards"]))
    for zone in sorted(case.setup["zones"], key=lambda zone: (zone != "line-up", zone)):
        if zone == "line-up" or zone.rpartition(" ")[2] in OWN:
            cards = found.case.setup["zones"].get(zone, [])
            _without(cards, partial(_tidied, found, box, zone))
    _without(
        found.case.setup["cards"],
        lambda kept: found.test(_with(found.case, cards=kept)),
    )


def _tidied(found: _Shrinker, box: Zones, zone: str, kept: list[str]) -> bool:
    """Whether it still holds with only these cards in a zone."""
    zones: Zones = {name: list(cards) for name, cards in found.case.setup["zones"].items()}
    home = {card: name for name, cards in box.items() for card in cards}
    for card in zones.get(zone, []):
        if card not in kept:
            zones.setdefault(_place(home[card]), []).append(card)
    zones[zone] = list(kept)
    for name in zones:
        if name.endswith(CHARACTERS):
            zones[name].sort(key=box[name].index)
    told = {name: cards for name, cards in zones.items() if cards}
    return found.test(_with(found.case, zones=told))


def _place(home: str) -> str:
    """Where a card goes that is not needed: where it is in the box; what a player begins with goes
    out of the game."""
    return home if home[:1] != "P" or home.endswith(CHARACTERS) else OUT


def _box(g: Game) -> Zones:
    return dump_zones(g, unpacked(g))


def _with(case: Case, **changed: JSON) -> Case:
    return case._replace(setup={**case.setup, **changed})


def _plainer(found: _Shrinker) -> None:
    """Put the usual values where others are not needed."""
    if found.case.setup["begin"] == SET_UP:
        return
    case = found.case
    setup = case.setup
    box = _box(game_of(case.table, case.seats, setup["cards"]))
    deck = setup["zones"].get("main-deck", [])
    order = {card: at for at, card in enumerate(box.get("main-deck", []))}
    plain = sorted(deck, key=lambda card: order.get(card, -1))
    if plain != deck:
        found.test(_with(found.case, zones={**found.case.setup["zones"], "main-deck": plain}))
    if setup["turn"] != 1:
        found.test(_with(found.case, turn=1))
    if setup["confronted"] is not None:
        found.test(_with(found.case, confronted=None))
    for seat, power in setup["power"].items():
        if power:
            found.test(_with(found.case, power={**found.case.setup["power"], seat: 0}))
