"""How fast the conformance suite is: vectors and live games against the reference engine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from bench.figures import Aim, Figure
from bench.measure import Bench, program

TWO_MINUTES = Aim(120, "at most 120 s")
LAST_JOBS = 2


@dataclass(frozen=True, slots=True)
class ConformancePlan:
    """How much is measured."""

    kinds: tuple[str, ...]
    """Vectors of these kinds; none: all of them."""
    jobs: tuple[int, ...]
    """So many programs at a time; the first is what the others are compared with."""
    games: int
    """Live games, one half from the set-up and one from the middle."""


FULL_CONFORMANCE = ConformancePlan((), (1, LAST_JOBS), 40)
QUICK_CONFORMANCE = ConformancePlan(("score",), (1,), 2)


class ConformanceSections:
    """Measures `rules-check conform` as a program, from start to exit; the other engine is
    `rules-check reference`, so both sides of the protocol are in the figures."""

    def __init__(self, bench: Bench, plan: ConformancePlan) -> None:
        self._bench = bench
        self._plan = plan

    def all(self) -> Iterator[Figure]:
        """Every figure in the order of the report."""
        yield from self.vectors()
        yield from self.live()

    def _report(self, *words: str) -> tuple[float, dict[str, object]]:
        """Seconds of a run, and its report."""
        file = self._bench.new_folder() / "report.json"
        reference = (sys.executable, *program(), "reference")
        told = ("--quiet", "--format", "json", "-o", str(file))
        seconds = self._bench.timed(*program(), "conform", *words, *told, "--", *reference)
        found: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
        return seconds, found

    def vectors(self) -> Iterator[Figure]:
        """Vectors a second, and the whole suite."""
        only = [word for kind in self._plan.kinds for word in ("--kind", kind)]
        taken: dict[int, float] = {}
        for jobs in self._plan.jobs:
            taken[jobs], report = self._report(*only, "--jobs", str(jobs))
            results = report["results"]
            assert isinstance(results, list)
            section = f"rules-check conform ({len(results)} vectors, the reference engine)"
            aim = TWO_MINUTES if jobs == LAST_JOBS and not only else None
            yield Figure(section, f"--jobs {jobs}", taken[jobs], "s", aim)
            yield Figure(section, "  vectors a second", len(results) / taken[jobs], "vectors/s")
        first = self._plan.jobs[0]
        for jobs in self._plan.jobs[1:]:
            name = f"--jobs {first} to {jobs}: vectors a second"
            yield Figure(section, name, taken[first] / taken[jobs], "ratio")

    def live(self) -> Iterator[Figure]:
        """Decisions of live games that are compared in a second."""
        games = self._plan.games
        section = f"rules-check conform --games {games}"
        seconds, report = self._report("--games", str(games))
        decisions = report["decisions"]
        assert isinstance(decisions, int)
        yield Figure(section, "compared decisions", decisions / seconds, "decisions/s")
        yield Figure(section, "  games a second", games / seconds, "games/s")
