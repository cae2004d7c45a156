"""How fast proofs are, and how their number of paths grows with the bound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.figures import Aim, Figure
from bench.measure import Bench, program
from rules_check.oracle.names import PLAY_SETS

Answer = dict[str, Any]
GAME = PLAY_SETS[0]
FIVE_MINUTES = Aim(300, "at most 5 minutes on 2 cores")


@dataclass(frozen=True, slots=True)
class ProofPlan:
    """How much is measured."""

    every: int
    """Every so many-th card or rule of the set is proved within one process."""
    seconds: float
    """So long at most for each of them."""
    bounds: tuple[int, ...]
    """With so many cards per zone."""
    jobs: tuple[int, ...]
    """The whole set is proved as a program in so many processes; none: not at all."""


FULL_PROOFS = ProofPlan(12, 10, (1, 2, 3), (1, 2))
QUICK_PROOFS = ProofPlan(60, 1, (1, 2), ())


def proofs(every: int, seconds: float, bounds: list[int]) -> Answer:
    """Proofs within one process: seconds of the processor, paths, and what was not decided."""
    from rules_check.oracle.playset import load_play_set
    from rules_check.properties.symbolic.obligations import obligations
    from rules_check.properties.symbolic.prove import prove

    playset = load_play_set(GAME)
    chosen = obligations(playset)[::every]
    prove(playset, chosen[0])  # the solver is loaded
    found: Answer = {}
    for bound in bounds:
        done = [prove(playset, obligation, bound=bound, seconds=seconds) for obligation in chosen]
        found[str(bound)] = {
            "proofs": len(done),
            "paths": sum(proof.paths for proof in done),
            "seconds": sum(proof.seconds for proof in done),
            "unknown": sum(any(v.word == "unknown" for v in proof.verdicts) for proof in done),
        }
    return found


class ProofSections:
    """Measures proofs, one section after the other."""

    def __init__(self, bench: Bench, plan: ProofPlan) -> None:
        self._bench = bench
        self._plan = plan

    def all(self) -> Iterator[Figure]:
        """Every figure in the order of the report."""
        yield from self.growing()
        yield from self.whole_set()

    def growing(self) -> Iterator[Figure]:
        """The same cards and rules with more and more cards per zone."""
        plan = self._plan
        answer = self._bench.ask(
            "proofs", every=plan.every, seconds=plan.seconds, bounds=plan.bounds
        )
        section = f"proofs in one process (every {plan.every}. card or rule of {GAME})"
        for bound, tally in answer.items():
            note = f"{tally['proofs']} proofs, {tally['paths']:,} paths"
            note += f", {tally['unknown']} not decided" if tally["unknown"] else ""
            name = f"bound {bound}"
            yield Figure(section, name, tally["paths"] / tally["seconds"], "paths/s", note=note)
            rate = tally["proofs"] / tally["seconds"]
            yield Figure(section, "  proofs a second", rate, "proofs/s")
        first = answer[str(plan.bounds[0])]
        for larger in plan.bounds[1:]:
            tally = answer[str(larger)]
            name = f"bound {plan.bounds[0]} to {larger}: paths"
            yield Figure(section, name, tally["paths"] / first["paths"], "ratio")
            name = f"bound {plan.bounds[0]} to {larger}: time"
            yield Figure(section, name, tally["seconds"] / first["seconds"], "ratio")

    def whole_set(self) -> Iterator[Figure]:
        """All cards and rules, as a program."""
        section = f"rules-check prove --game {GAME}"
        for jobs in self._plan.jobs:
            words = (*program(), "prove", "--game", GAME, "--quiet", "--jobs", str(jobs))
            seconds = self._bench.timed(*words)
            aim = FIVE_MINUTES if jobs == 2 else None
            yield Figure(section, f"--jobs {jobs}", seconds, "s", aim)
