"""The sections about the reference engine; each yields its figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.figures import Aim, Figure
from bench.measure import Bench
from rules_check.oracle.box.names import PLAY_SETS

TWICE = Aim(2, "at least x2", side="least")
AS_FAST = Aim(1, "at least x1", side="least")
QUICK_COPY = Aim(20, "at most 20 µs")


@dataclass(frozen=True, slots=True)
class EnginePlan:
    """How much is measured."""

    rounds: int
    """Everything takes turns so often; the best run counts."""
    games: int
    """Games of each play set in a run."""
    pyminion: int
    """Games of pyminion in a run."""
    positions: int
    """Positions of each play set that are copied."""
    factors: tuple[int, ...]
    """So many times the copies in the main deck; the first is the printed deck."""
    beginnings: int
    """Games of each deck; only their first decisions are played."""
    decisions: int
    """So many decisions of each."""


FULL_ENGINE = EnginePlan(5, 8, 80, 300, (1, 2, 4, 8), 16, 1_500)
QUICK_ENGINE = EnginePlan(1, 1, 2, 3, (1, 2), 2, 50)


class EngineSections:
    """Measures the engine, one section after the other."""

    def __init__(self, bench: Bench, plan: EnginePlan) -> None:
        self._bench = bench
        self._plan = plan

    def all(self) -> Iterator[Figure]:
        """Every figure in the order of the report."""
        plan = self._plan
        answer = self._bench.ask(
            "engine",
            sets=PLAY_SETS,
            games=plan.games,
            pyminion=plan.pyminion,
            rounds=plan.rounds,
            number=plan.positions,
        )
        sets, yardstick = answer["sets"], answer["pyminion"]
        yield from self.random_play(sets, yardstick)
        if yardstick is not None:
            yield from self.against(sets, yardstick)
        yield from self.copies(sets)
        for name in PLAY_SETS:
            yield from self.growing(name)

    def random_play(
        self, sets: dict[str, Any], yardstick: dict[str, Any] | None
    ) -> Iterator[Figure]:
        """Decisions and games a second, on one core."""
        section = f"random play on one core (best of {self._plan.rounds} rounds)"
        for name, found in sets.items():
            who = f"{found['players']} players, {found['cards']} cards"
            yield from _rates(section, f"{name}, trace off", found["off"], who)
            yield from _rates(section, f"{name}, trace on", found["on"], who)
            yield from _rates(section, f"{name}, quick engine", found["quick"], who)
        if yardstick is not None:
            who = f"{yardstick['players']} players"
            name = f"pyminion {yardstick['version']}"
            yield from _rates(section, f"{name}, as it comes", yardstick["log"], who)
            yield from _rates(section, f"{name}, its log switched off", yardstick["silent"], who)

    def against(self, sets: dict[str, Any], yardstick: dict[str, Any]) -> Iterator[Figure]:
        """Our decisions a second as multiples of pyminion's."""
        section = f"decisions a second, in those of pyminion {yardstick['version']}"
        comes, silent = _rate(yardstick["log"]), _rate(yardstick["silent"])
        for name, found in sets.items():
            off, on = _rate(found["off"]), _rate(found["on"])
            yield Figure(section, f"{name}, trace off", off / silent, "ratio", TWICE)
            yield Figure(section, f"{name}, trace on", on / silent, "ratio", AS_FAST)
            yield Figure(section, f"{name}, trace on; it with its log", on / comes, "ratio")
            quick = _rate(found["quick"]) / silent
            yield Figure(section, f"{name}, quick engine", quick, "ratio", AS_FAST)

    def copies(self, sets: dict[str, Any]) -> Iterator[Figure]:
        """What it costs to copy a position."""
        section = f"State.copy() at random decisions (best of {self._plan.rounds} rounds)"
        for name, found in sets.items():
            cost = found["copy"]
            mean = f"{name}, mean of {cost['positions']} positions"
            yield Figure(section, mean, cost["mean"], "µs", QUICK_COPY)
            yield Figure(section, f"{name}, worst", cost["worst"], "µs", QUICK_COPY)

    def growing(self, name: str) -> Iterator[Figure]:
        """More and more cards in the main deck."""
        plan = self._plan
        answer = self._bench.ask(
            "engine_growth",
            name=name,
            factors=plan.factors,
            games=plan.beginnings,
            decisions=plan.decisions,
            rounds=plan.rounds,
            number=plan.positions,
        )
        games = f"first {plan.decisions:,} decisions of {plan.beginnings} games"
        section = f"a larger main deck: {name} ({games})"
        for factor, found in answer.items():
            label = f"deck x{factor}"
            note = f"{found['cards']} cards in the game"
            yield Figure(section, label, _rate(found["play"]), "decisions/s", note=note)
            yield Figure(section, "  copy of a position, mean", found["copy"]["mean"], "µs")
            yield Figure(section, "  copy of a position, worst", found["copy"]["worst"], "µs")
        small, large = answer[str(plan.factors[0])], answer[str(plan.factors[-1])]
        step = f"{small['cards']} to {large['cards']} cards"
        times = _rate(small["play"]) / _rate(large["play"])
        yield Figure(section, f"{step}: time a decision", times, "ratio")
        times = large["copy"]["mean"] / small["copy"]["mean"]
        yield Figure(section, f"{step}: mean copy", times, "ratio")


def _rates(section: str, name: str, tally: dict[str, Any], who: str) -> Iterator[Figure]:
    each = tally["decisions"] / tally["games"]
    note = f"{who}, {each:,.0f} decisions a game"
    yield Figure(section, name, _rate(tally), "decisions/s", note=note)
    yield Figure(section, "  games a second", tally["games"] / tally["seconds"], "games/s")


def _rate(tally: dict[str, Any]) -> float:
    rate: float = tally["decisions"] / tally["seconds"]
    return rate
