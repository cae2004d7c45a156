"""What is measured, section by section; each yields its figures."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.campaigns import FULL_CAMPAIGNS, QUICK_CAMPAIGNS, CampaignPlan, CampaignSections
from bench.conformance import (
    FULL_CONFORMANCE,
    QUICK_CONFORMANCE,
    ConformancePlan,
    ConformanceSections,
)
from bench.engine_sections import FULL_ENGINE, QUICK_ENGINE, EnginePlan, EngineSections
from bench.figures import Aim, Figure
from bench.hostile import FEW, INPUTS, HostileSections
from bench.interactions import (
    FULL_INTERACTIONS,
    QUICK_INTERACTIONS,
    InteractionPlan,
    InteractionSections,
)
from bench.measure import Bench, program
from bench.phases import PHASES
from bench.proofs import FULL_PROOFS, QUICK_PROOFS, ProofPlan, ProofSections
from rules_check.rules.folders import RULESETS

FILES = tuple(f"cards/{name}.txt" for name in RULESETS)

COUNT_HEAVY = (
    "import sys; from rules_check.cli import main; main(sys.argv[1:]);"
    " heavy = [name for name in sys.modules if name.partition('.')[0] in ('lark', 'z3')];"
    " print(len(heavy), file=sys.stderr)"
)

NO_PROOFS = "--no-proofs"


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured."""

    starts: int
    """Runs of a program that ends at once; the best counts."""
    runs: int
    """Runs of a check; the best counts."""
    cards: int
    """Cards of the generated set."""
    growth: tuple[int, ...]
    """Cards of the sets that grow."""
    new_cards: int
    """Cards never seen before."""
    words: int
    """Words of each of them."""
    files: tuple[str, ...]
    """Card files: the first is checked, ways to parse are compared on all their sentences."""
    sentences: int
    """So many of their sentences at most."""
    engine: EnginePlan
    """The same for the reference engine."""
    proofs: ProofPlan
    """The same for proofs."""
    campaigns: CampaignPlan
    """The same for campaigns."""
    interactions: InteractionPlan
    """The same for interactions."""
    conformance: ConformancePlan
    """The same for the conformance suite."""
    hostile: tuple[str, ...]
    """Which of the worst inputs."""


FULL = Plan(
    *(20, 7, 110, (100, 1_000, 10_000), 15, 40, FILES, 1_000),
    *(FULL_ENGINE, FULL_PROOFS, FULL_CAMPAIGNS, FULL_INTERACTIONS, FULL_CONFORMANCE),
    tuple(INPUTS),
)
QUICK = Plan(
    *(1, 1, 4, (2, 4), 1, 40, FILES[2:3], 3),
    *(QUICK_ENGINE, QUICK_PROOFS, QUICK_CAMPAIGNS, QUICK_INTERACTIONS, QUICK_CONFORMANCE),
    FEW,
)


def two_edited(text: str) -> str:
    """A card file in which two cards say something new."""
    return re.sub("draw a card", "draw four cards", text, count=2, flags=re.IGNORECASE)


class Sections:
    """Measures one section after the other."""

    def __init__(self, bench: Bench, plan: Plan) -> None:
        self._bench = bench
        self._plan = plan

    def all(self) -> Iterator[Figure]:
        """Every figure in the order of the report, but for the yardstick, which comes first."""
        yield from self.start_up()
        yield from self.card_file()
        yield from self.generated_set()
        yield from self.new_card()
        yield from self.growing()
        yield from self.shares()
        yield from self.parsers()
        yield from EngineSections(self._bench, self._plan.engine).all()
        yield from ProofSections(self._bench, self._plan.proofs).all()
        yield from InteractionSections(self._bench, self._plan.interactions).all()
        yield from CampaignSections(self._bench, self._plan.campaigns).all()
        yield from ConformanceSections(self._bench, self._plan.conformance).all()
        yield from HostileSections(self._bench, self._plan.hostile).all()

    def yardstick(self) -> Figure:
        """The quickest bare start of the whole run; known at the end."""
        return self._timed(self._start_up, "bare interpreter: python -c pass", self._bench.bare)

    def _timed(self, section: str, name: str, seconds: float, aim: Aim | None = None) -> Figure:
        """Seconds (or milliseconds, if few), to be compared with the yardstick."""
        if seconds < 1:
            return Figure(section, name, 1000 * seconds, "ms", aim, seconds=seconds)
        return Figure(section, name, seconds, "s", aim, seconds=seconds)

    @property
    def _start_up(self) -> str:
        return f"start-up (best of {self._plan.starts})"

    def start_up(self) -> Iterator[Figure]:
        """Commands that end at once."""
        for option in ("--version", "--help"):
            seconds = self._bench.best(self._plan.starts, *program(), option)
            yield self._timed(self._start_up, f"rules-check {option}", seconds)

    def card_file(self) -> Iterator[Figure]:
        """A card file of the project."""
        bench, runs, file = self._bench, self._plan.runs, self._plan.files[0]
        section = f"{file} (best of {runs})"
        cache = bench.new_folder()
        cold = bench.cold(runs, *program(), file)
        yield self._timed(section, "cold: empty cache", cold, Aim(6, "at most 6 s", "seconds"))
        without = bench.cold(runs, *program(), NO_PROOFS, file)
        yield self._timed(section, "cold, without proofs: --no-proofs", without)
        warm = bench.best(runs, *program(), file, cache=cache)
        aim = Aim(0.4, "at most 0.4 s", "seconds")
        yield self._timed(section, "warm: from the cache on disk", warm, aim)
        edited = bench.edited(runs, Path(file), two_edited, *program())
        aim = Aim(1.5, "at most 1.5 s", "seconds")
        yield self._timed(section, "two cards edited", edited, aim)
        without = bench.best(runs, *program(), NO_PROOFS, file, cache=cache)
        yield self._timed(section, "warm, without proofs: --no-proofs", without)
        without = bench.cold(runs, *program(), "--no-cache", NO_PROOFS, file)
        yield self._timed(section, "without a cache and proofs: --no-cache --no-proofs", without)
        yield self._heavy(section, file, cache)

    def _heavy(self, section: str, file: str | Path, cache: Path) -> Figure:
        heavy = int(self._bench.run("-c", COUNT_HEAVY, file, cache=cache).stderr)
        name = "modules of Lark and Z3 loaded when warm"
        return Figure(section, name, heavy, "number", Aim(0, "0"))

    def generated_set(self) -> Iterator[Figure]:
        """A set of the usual size: as a program, and within one process."""
        bench, runs, number = self._bench, self._plan.runs, self._plan.cards
        file, wrong, cache = (
            bench.folder / "set.txt",
            bench.folder / "wrong.txt",
            bench.new_folder(),
        )
        made = bench.ask("written", number=number, path=str(file))
        section = (
            f"generated set: {number} cards, {made['distinct']} distinct sentences (best of {runs})"
        )
        aim = Aim(5, "at most 5 s on 2 cores")
        seconds = bench.cold(runs, *program(), NO_PROOFS, file)
        yield self._timed(section, "cold, without proofs", seconds, aim)
        seconds, processor = bench.cold_by_both(runs, *program(), file)
        yield self._timed(section, "cold", seconds)
        yield self._timed(section, "cold, time of the processor", processor)
        seconds = bench.cold(runs, *program(), "--jobs", "2", file)
        yield self._timed(section, "cold, --jobs 2", seconds, Aim(20, "at most 20 s on 2 cores"))
        yield self._timed(
            section,
            "warm",
            bench.best(runs, *program(), file, cache=cache),
            Aim(25, "at most x25", "starts"),
        )
        seconds = bench.best(runs, *program(), NO_PROOFS, file, cache=cache)
        yield self._timed(section, "warm, without proofs", seconds)
        yield self._heavy(section, file, cache)
        bench.ask("written", number=number, path=str(wrong), wrong=10)
        seconds = bench.cold(runs, *program(), NO_PROOFS, wrong)
        yield self._timed(
            section, "cold, without proofs, a wrong word in every tenth card", seconds
        )
        rates = [
            bench.ask("rate", number=number, folder=str(bench.new_folder())) for _ in range(runs)
        ]
        section = f"the same in one process that has loaded the grammar (best of {runs})"
        for key, name in (
            ("cold", "cold"),
            ("warm", "warm: from the cache on disk"),
            ("again", "again: from memory"),
        ):
            best = min(rate[key] for rate in rates)
            yield Figure(section, name, number / best, "cards/s")

    def new_card(self) -> Iterator[Figure]:
        """Cards that a running process has never seen."""
        plan = self._plan
        section = f"one new card of {plan.words} words in a running process"
        answer = self._bench.ask(
            "new_cards", number=plan.new_cards, words=plan.words, rest=plan.cards
        )
        aim = Aim(100, "at most 100 ms")
        alone, wrong = answer["alone"], answer["wrong"]
        middle = f"median of {plan.new_cards}"
        yield Figure(section, middle, statistics.median(alone), "ms", aim=aim)
        yield Figure(section, "slowest", max(alone), "ms")
        yield Figure(section, f"with a wrong word, {middle}", statistics.median(wrong), "ms")
        inside = statistics.median(answer["inside"])
        yield Figure(section, f"in its set of {plan.cards} cards, {middle}", inside, "ms")

    def growing(self) -> Iterator[Figure]:
        """Sets ten times as large, each in a process of its own, without a cache on disk."""
        section = "growth (grammar loaded, nothing cached)"
        answers: dict[int, dict[str, Any]] = {}
        for number in self._plan.growth:
            answers[number] = answer = self._bench.ask("growth", number=number)
            seconds = answer["seconds"]
            note = f"{answer['distinct']:,} distinct sentences, {answer['understood']:,} understood"
            yield Figure(section, f"{number:,} cards", seconds, "s", note=note)
            yield Figure(section, "  cards a second", number / seconds, "cards/s")
            yield Figure(section, "  peak memory", answer["peak"], "MB")
        for small, large in pairwise(self._plan.growth):
            step, factor = f"{small:,} to {large:,} cards", large / small
            ratio = answers[large]["seconds"] / answers[small]["seconds"]
            aim = Aim(1.2 * factor, f"linear: at most x{1.2 * factor:.0f}")
            yield Figure(section, f"{step}: time", ratio, "times", aim=aim)
            ratio = answers[large]["peak"] / answers[small]["peak"]
            yield Figure(section, f"{step}: peak memory", ratio, "times")
        largest = self._plan.growth[-1]
        answer = answers[largest]
        each = 1024 * (answer["peak"] - answer["before"]) / largest
        yield Figure(
            section, "memory a card, in the largest set", each, "KB", aim=Aim(50, "at most 50 KB")
        )

    def shares(self) -> Iterator[Figure]:
        """Where the time of a check goes."""
        answer = self._bench.ask(
            "phases", number=self._plan.cards, folder=str(self._bench.new_folder())
        )
        for name in ("cold", "warm"):
            seconds: dict[str, float] = answer[name]
            total = sum(seconds.values())
            section = f"share of time, {self._plan.cards} cards {name} ({total:.2f} s)"
            for phase in PHASES:
                yield Figure(section, phase, 100 * seconds[phase] / total, "%")

    def parsers(self) -> Iterator[Figure]:
        """Ways to parse, on the sentences of the card files."""
        plan = self._plan
        a = self._bench.ask("parsers", paths=plan.files, most=plan.sentences)
        section = (
            f"ways to parse: {a['sentences']} sentences of the card files,"
            f" {a['words']:.0f} words on average (processor time a sentence)"
        )
        yield Figure(section, "rules of the grammar", a["rules"], "number")
        yield Figure(section, "rules that can begin at a word, median", a["rules_left"], "number")
        yield Figure(section, "full grammar", a["full"], "ms")
        same = f"same tree as the full grammar: {a['next_word_same']} of {a['sentences']}"
        yield Figure(section, "predictions by the next word", a["next_word"], "ms", note=same)
        same = f"same tree as the full grammar: {a['foreseen_same']} of {a['sentences']}"
        yield Figure(section, "and by the words of the sentence", a["foreseen"], "ms", note=same)
        yield Figure(section, "error place: failed parse", a["failed_parse"], "ms")
        same = f"same place and words: {a['places_same']} of {a['broken']}"
        yield Figure(section, "error place: recogniser", a["recogniser"], "ms", note=same)
