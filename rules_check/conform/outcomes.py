"""What came of each vector, and of the whole run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules_check.oracle.conformance.comparing import Divergence

JSON = Any

OUTCOMES: Final[Mapping[str, str]] = {
    "pass": "as expected",
    "fail": "not as expected",
    "errored": "the engine caught an error of its own",
    "crashed": "the program ended",
    "timeout": "no answer in time",
    "protocol-error": "the answer is against the contract",
    "unexpected-pass": "passes, although the list of expected failures names it",
    "expected-fail": "fails, as the list of expected failures says",
    "skipped": "the engine says that it skips it",
    "unsupported": "the engine does not claim to be able to do it",
    "not-run": "the run ended before",
}
"""Every outcome, in the order in which reports tell them."""

VECTOR: Final = "vector"
"""What a run tries, unless it plays games."""

FAILURES: Final = frozenset("fail errored crashed timeout protocol-error unexpected-pass".split())
"""Outcomes that count against an engine."""

UNTRIED: Final = frozenset(("unsupported", "skipped", "not-run"))
"""Outcomes that say nothing of an engine."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one vector. `readings` are those of an open question which the engine may
    follow; `again` is the command that runs a vector once more which only a file has."""

    vector: Mapping[str, JSON] = field(repr=False)
    outcome: str
    why: str = ""
    divergence: Divergence | None = None
    transcript: tuple[str, ...] = ()
    stderr: str = ""
    seconds: float = 0.0
    issue: str = ""
    readings: tuple[int, ...] = ()
    again: str = ""

    @property
    def id(self) -> str:
        """The id of the vector."""
        return str(self.vector["id"])

    @property
    def failed(self) -> bool:
        """Whether it counts against the engine."""
        return self.outcome in FAILURES

    @property
    def tried(self) -> bool:
        """Whether the engine was tried with it."""
        return self.outcome not in UNTRIED


@dataclass(frozen=True, slots=True)
class Conformance:
    """A whole run: who was tested, with what command, and what came of each vector, or of each live
    game (`what`); `decisions` were compared in these."""

    command: tuple[str, ...]
    implementation: Mapping[str, JSON]
    verdicts: tuple[Verdict, ...]
    complete: bool
    seconds: float = 0.0
    why_cut: str = ""
    what: str = VECTOR
    decisions: int = 0

    def counts(self) -> Counter[str]:
        """How many vectors have each outcome."""
        return Counter(verdict.outcome for verdict in self.verdicts)

    @property
    def failed(self) -> int:
        """How many count against the engine."""
        return sum(verdict.failed for verdict in self.verdicts)

    @property
    def tried(self) -> int:
        """How many were tried."""
        return sum(verdict.tried for verdict in self.verdicts)


def settle_questions(verdicts: list[Verdict]) -> list[Verdict]:
    """An engine must follow one reading of an open question in all vectors of it."""
    common: dict[str, set[int]] = {}
    for verdict in verdicts:
        if verdict.readings:
            question = str(verdict.vector["question"])
            common[question] = common.get(question, set(verdict.readings)) & set(verdict.readings)
    found: list[Verdict] = []
    for verdict in verdicts:
        question = str(verdict.vector.get("question", ""))
        if verdict.outcome == "pass" and verdict.readings and not common[question]:
            number = verdict.readings[0]
            why = f"follows reading {number} of question {question} here, another one elsewhere"
            verdict = replace(verdict, outcome="fail", why=why)
        found.append(verdict)
    return found


def with_expected(verdicts: list[Verdict], expected: Mapping[str, str]) -> list[Verdict]:
    """The verdicts, where some failures are expected (ids with reasons): no failure is one of
    these, and what passes although it is listed is an alarm."""
    found: list[Verdict] = []
    for verdict in verdicts:
        if verdict.id in expected and verdict.outcome in FAILURES:
            reason = expected[verdict.id] or "expected to fail"
            verdict = replace(verdict, outcome="expected-fail", why=f"{reason}: {verdict.why}")
        elif verdict.id in expected and verdict.outcome == "pass":
            why = "it passes: take it off the list of expected failures"
            verdict = replace(verdict, outcome="unexpected-pass", why=why)
        found.append(verdict)
    return found
