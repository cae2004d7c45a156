"""How many pairs of cards have to do with each other, and how that grows with the set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from time import process_time
from typing import Any

from bench.figures import Aim, Figure
from bench.generate import cards, file_text
from bench.measure import Bench
from rules_check.oracle.box.names import PLAY_SETS

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class InteractionPlan:
    """How much is measured."""

    sizes: tuple[int, ...]
    """Cards of the generated sets."""
    answers: int
    """So many answers are tried in the whole of each set."""


FULL_INTERACTIONS = InteractionPlan((50, 100, 200), 5_000)
QUICK_INTERACTIONS = InteractionPlan((4, 8), 100)


def interactions(sizes: list[int], answers: int) -> Answer:
    """Pairs and seconds of the processor: to link the abilities of a set, and to run pairs of it
    together within a budget of answers."""
    from rules_check.checker import Checker
    from rules_check.graph.sets import defined
    from rules_check.oracle.box.playset import load_play_set
    from rules_check.properties.interactions.examine import examine
    from rules_check.properties.interactions.links import links_of

    playset = load_play_set(PLAY_SETS[0])
    found: Answer = {}
    for size in sizes:
        made, _ = defined([Checker().check_text(file_text(cards(size)), "generated.txt")])
        start = process_time()
        links = links_of(made)
        number = len(links.all)
        linking = process_time() - start
        start = process_time()
        done = examine(playset, made, answers=answers)
        found[str(size)] = {
            "cards": len(made),
            "links": number,
            "all": done.all_pairs,
            "pairs": done.pairs,
            "examined": done.examined,
            "linking": linking,
            "examining": process_time() - start,
        }
    return found


class InteractionSections:
    """Measures interactions."""

    def __init__(self, bench: Bench, plan: InteractionPlan) -> None:
        self._bench = bench
        self._plan = plan

    def all(self) -> Iterator[Figure]:
        """Every figure in the order of the report."""
        plan = self._plan
        answer = self._bench.ask("interactions", sizes=plan.sizes, answers=plan.answers)
        section = "interactions of generated sets"
        for size in plan.sizes:
            found = answer[str(size)]
            share = 100 * found["pairs"] / max(1, found["all"])
            note = f"{found['pairs']:,} of {found['all']:,} pairs, {found['links']:,} links"
            yield Figure(section, f"{size} cards: pairs to look at", share, "%", note=note)
            yield Figure(section, "  to link their abilities", 1000 * found["linking"], "ms")
            note = f"{found['examined']:,} pairs, {plan.answers:,} answers at most"
            aim = Aim(5, "at most 5 s") if size >= 100 else None
            seconds = found["examining"]
            yield Figure(section, "  to look within a check", seconds, "s", aim, note=note)
        for small, large in pairwise(plan.sizes):
            before, after = answer[str(small)], answer[str(large)]
            for key, word in (("all", "all pairs"), ("pairs", "pairs to look at")):
                ratio = after[key] / max(1, before[key])
                yield Figure(section, f"{small} to {large} cards: {word}", ratio, "times")
            ratio = after["examining"] / before["examining"]
            yield Figure(section, f"{small} to {large} cards: time within a check", ratio, "times")
