"""The runner: vectors are sent to another engine, and its answers compared."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules_check.conform.checking import ruleset_problem, run_problem, start_problem
from rules_check.conform.filled import expected
from rules_check.conform.games import Table, ruleset_message, told_table
from rules_check.conform.outcomes import Verdict
from rules_check.conform.process import BadAnswer, CannotStart, Engine, EngineFailed
from rules_check.oracle.conformance.comparing import Difference, Divergence, diverges
from rules_check.oracle.conformance.contract import REJECT_CODES, VERSION
from rules_check.oracle.conformance.vectors import withheld

JSON = Any
Note = Callable[[Verdict], None]

SHOWN: Final = 2000
"""So many characters of a message are kept in a transcript."""


@dataclass(frozen=True, slots=True)
class Options:
    """How the runner goes about it: time limits in seconds, how often it may start the program
    anew, whether every key of an answer is looked at."""

    timeout: float = 10.0
    setup_timeout: float = 30.0
    restarts: int = 10
    strict: bool = False


@dataclass
class Shared:
    """What the lanes share: whether to stop, a defect of our own, the messages that tell a game."""

    stopped: threading.Event = field(default_factory=threading.Event)
    defect: Exception | None = None
    messages: dict[Table, JSON] = field(default_factory=dict)
    forms: dict[Table, dict[str, frozenset[str]]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def message(self, table: Table) -> JSON:
        """The message that tells which game is played; made once."""
        with self.lock:
            if table not in self.messages:
                found = ruleset_message(table)
                self.messages[table] = found
                self.forms[table] = {card["key"]: forms_of(card) for card in found["cards"]}
            return self.messages[table]


def forms_of(card: Mapping[str, JSON]) -> frozenset[str]:
    """The forms that the core of a card has."""
    found: set[str] = set()
    waiting: list[JSON] = [card["core"]]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            found |= {value["form"]} if "form" in value else set()  # a setting is none
            waiting += value.values()
    return frozenset(found)


class TooManyRestarts(Exception):
    """The program failed too often."""


class Lane:
    """One program at a time, started anew when it fails."""

    def __init__(self, command: Sequence[str], options: Options, shared: Shared) -> None:
        self.command = command
        self.options = options
        self.shared = shared
        self.engine: Engine | None = None
        self.capabilities: Mapping[str, JSON] = {}
        self.table: Table | None = None
        self.refused: dict[Table, str] = {}
        self.failures = 0
        self.seq = 0

    # ------------------------------------------------------------------------- starting

    def start(self) -> Mapping[str, JSON]:
        """Start the program and ask what it can do. Raises EngineFailed, CannotStart."""
        self.table = None
        self.engine = Engine(self.command)
        answer: dict[str, JSON] = self.engine.ask(
            {"cmd": "start", "version": VERSION}, self.options.timeout
        )
        if problem := start_problem(answer, strict=self.options.strict):
            raise BadAnswer(problem)
        self.capabilities = answer
        return answer

    def stop(self) -> None:
        """End the program."""
        if self.engine is not None:
            self.engine.stop()
            self.engine = None

    def drop(self) -> str:
        """Give the program up after a failure; what it said at the end."""
        if self.engine is None:
            return ""
        self.engine.kill()
        said = self.engine.stderr()
        self.engine = None
        return said

    # -------------------------------------------------------------------------- running

    def run(self, vector: Mapping[str, JSON]) -> Verdict:
        """What comes of one vector. Raises TooManyRestarts, CannotStart."""
        if lacking := self.unsupported(vector):
            return Verdict(vector, "unsupported", lacking)
        began = time.monotonic()
        transcript: list[str] = []
        try:
            verdict = self.answered(vector, transcript)
        except EngineFailed as failed:
            said = self.drop()
            self.failures += 1
            verdict = Verdict(vector, failed.outcome, str(failed), stderr=said)
        verdict = _with(verdict, transcript, time.monotonic() - began)
        if self.failures > self.options.restarts:
            self.failures = 0
            raise TooManyRestarts(verdict)
        return verdict

    def answered(self, vector: Mapping[str, JSON], transcript: list[str]) -> Verdict:
        """What the program answers, judged. Raises EngineFailed, CannotStart."""
        table = told_table(vector)
        if self.engine is None:
            self.start()
        self.tell(table, transcript)
        if table in self.refused:
            return Verdict(vector, "unsupported", self.refused[table])
        result = self._ask(vector, transcript)
        if isinstance(result, Verdict):
            return result
        verdict = judged(vector, result, self.capabilities)
        if verdict.outcome == "fail":
            again = self._ask(vector, [])
            if again != result:
                why = f"{verdict.why}; asked again, it answers otherwise: it is not deterministic"
                verdict = Verdict(vector, "fail", why, verdict.divergence)
        assert self.engine is not None
        if verdict.outcome == "fail":
            said = self.engine.stderr()
            verdict = Verdict(vector, "fail", verdict.why, verdict.divergence, stderr=said)
        return verdict

    def tell(self, table: Table, transcript: list[str]) -> None:
        """Tell which game is played, unless the program knows."""
        if table == self.table:
            return
        assert self.engine is not None
        message = self.shared.message(table)
        transcript.append(message_line(">", message))
        answer = self.engine.ask(message, self.options.setup_timeout)
        transcript.append(message_line("<", answer))
        if problem := ruleset_problem(answer, strict=self.options.strict):
            raise BadAnswer(problem)
        self.table = table
        self.refused.pop(table, None)
        if not answer["ok"]:
            self.refused[table] = f"the engine refuses the game: {answer.get('reason', '')}"

    def _ask(self, vector: Mapping[str, JSON], transcript: list[str]) -> JSON | Verdict:
        assert self.engine is not None
        self.seq += 1
        message = {"cmd": "run", "seq": self.seq, "vector": withheld(vector)}
        transcript.append(message_line(">", message))
        answer = self.engine.ask(message, self.options.timeout)
        transcript.append(message_line("<", answer))
        if problem := run_problem(answer, self.seq, vector, strict=self.options.strict):
            raise BadAnswer(problem)
        if "skipped" in answer:
            skipped = answer["skipped"]
            issue = str(skipped.get("issue", ""))
            return Verdict(vector, "skipped", str(skipped["reason"]), issue=issue)
        if "errored" in answer:
            told = answer["errored"]
            trace = str(told.get("trace", ""))
            return Verdict(vector, "errored", str(told["message"]), stderr=trace)
        return answer["result"]

    def unsupported(self, vector: Mapping[str, JSON]) -> str:
        """What a vector needs that the engine does not claim; empty if it claims all."""
        known = self.capabilities
        if vector["ruleset"] not in known["rulesets"]:
            return f"ruleset {vector['ruleset']}"
        if vector["kind"] not in known["kinds"]:
            return f"kind {vector['kind']}"
        for feature in vector["features"]:
            if feature not in known["features"]:
                return f"feature {feature}"
        if "forms" in known and vector["kind"] != "parse" and vector["setup"]["zones"]:
            lacking = self._forms(vector) - set(known["forms"])
            if lacking:
                return f"forms {', '.join(sorted(lacking))}"
        return ""

    def _forms(self, vector: Mapping[str, JSON]) -> set[str]:
        table = told_table(vector)
        self.shared.message(table)
        own = {card["key"]: forms_of(card) for card in vector["setup"]["cards"]}
        known = {**self.shared.forms[table], **own}
        return {form for key in vector["cards"] for form in known.get(key, ())}


def _with(verdict: Verdict, transcript: list[str], seconds: float) -> Verdict:
    told = tuple(transcript) if verdict.failed else ()
    return Verdict(
        verdict.vector,
        verdict.outcome,
        verdict.why,
        verdict.divergence,
        told,
        verdict.stderr,
        seconds,
        verdict.issue,
        verdict.readings,
    )


def message_line(sign: str, message: JSON) -> str:
    """A message as a line of a transcript, of limited length."""
    text = json.dumps(message, ensure_ascii=False)
    return f"{sign} {text if len(text) <= SHOWN else text[:SHOWN] + ' …'}"


def judged(vector: Mapping[str, JSON], result: JSON, capabilities: Mapping[str, JSON]) -> Verdict:
    """Compare a result with what is expected; where a question is open, with each reading."""
    codes = REJECT_CODES in capabilities["features"]
    pending = isinstance(vector["expect"], list)
    found = [_diverges(vector, expect, result, codes=codes) for expect in expected(vector)]
    if pending:
        numbers = [one["reading"] for one in vector["expect"]]
        matched = [n for n, x in zip(numbers, found, strict=True) if x is None]
        if matched:
            return Verdict(vector, "pass", readings=tuple(matched))
    elif found[0] is None:
        return Verdict(vector, "pass")
    nearest = max((x for x in found if x is not None), key=lambda x: x.step)
    where = f"step {nearest.step}" if nearest.step else "the set-up"
    why = f"after {where}: {nearest.differences[0]}"
    if pending:
        why = f"no reading of question {vector['question']}: {why}"
    return Verdict(vector, "fail", why, nearest)


def _diverges(
    vector: Mapping[str, JSON], expect: JSON, result: JSON, *, codes: bool
) -> Divergence | None:
    """Where a result differs; foreign data that cannot be compared at all differs, too."""
    try:
        return diverges(vector, expect, result, codes=codes)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError) as error:
        return Divergence(0, (Difference("result", "what the contract says", str(error)[:80]),))


# ---------------------------------------------------------------------------- all vectors


def run_lane(lane: Lane, vectors: Iterable[Mapping[str, JSON]], note: Note, shared: Shared) -> None:
    """Run vectors one after the other; those that cannot be run any more are noted as such."""
    why = ""
    for vector in vectors:
        if shared.stopped.is_set() and not why:
            why = "the run was cut short"
        if why:
            note(Verdict(vector, "not-run", why))
            continue
        try:
            note(lane.run(vector))
        except TooManyRestarts as ended:
            note(ended.args[0])
            why = f"the program failed more than {lane.options.restarts} times"
        except CannotStart as error:
            why = f"the program cannot be started any more: {error}"
            note(Verdict(vector, "not-run", why))
        except Exception as error:  # noqa: BLE001 (a defect of ours is told where all lanes end)
            shared.defect = error
            shared.stopped.set()
    lane.stop()
