"""How fast campaigns are: whole games, every step of them checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.checked_play import compared
from bench.figures import Figure
from bench.measure import Bench, program
from rules_check.oracle.box.names import PLAY_SETS


@dataclass(frozen=True, slots=True)
class CampaignPlan:
    """How much is measured."""

    games: int
    """Games of a campaign with the play sets as they are."""
    random: int
    """Games of a campaign with random cards."""
    jobs: tuple[int, ...]
    """In so many processes; the first is what the others are compared with."""
    beside: int
    """Games of each play set that are played bare and checked."""


FULL_CAMPAIGNS = CampaignPlan(240, 48, (1, 2), 6)
QUICK_CAMPAIGNS = CampaignPlan(3, 0, (1,), 0)


class CampaignSections:
    """Measures `rules-check fuzz` as a program, from start to exit."""

    def __init__(self, bench: Bench, plan: CampaignPlan) -> None:
        self._bench = bench
        self._plan = plan

    def all(self) -> Iterator[Figure]:
        """Every figure in the order of the report."""
        plan = self._plan
        yield from self._campaign("rules-check fuzz", plan.games)
        if plan.random:
            yield from self._campaign("rules-check fuzz --cards random", plan.random)
        section = f"checked play ({plan.beside} games each, bare and checked in turn)"
        for name in PLAY_SETS if plan.beside else ():
            cost = compared(name, plan.beside, rounds=5)
            yield Figure(section, f"{name}: a checked game takes", cost.ratio, "ratio")

    def _campaign(self, command: str, games: int) -> Iterator[Figure]:
        section = f"{command} ({games} games of {len(PLAY_SETS)} play sets, all properties)"
        words = (*program(), *command.split()[1:], "--games", str(games), "--quiet")
        taken = {jobs: self._bench.timed(*words, "--jobs", str(jobs)) for jobs in self._plan.jobs}
        for jobs, seconds in taken.items():
            yield Figure(section, f"--jobs {jobs}", games / seconds, "games/s")
        first = self._plan.jobs[0]
        for jobs in self._plan.jobs[1:]:
            name = f"--jobs {first} to {jobs}: games a second"
            yield Figure(section, name, taken[first] / taken[jobs], "ratio")
