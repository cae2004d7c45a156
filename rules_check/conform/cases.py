"""A case: a set-up and some steps, played on the reference engine and on another one side by side.

What chance decides is worked out anew each time, as it was told as far as that still fits: so any
step and any card can be taken out of a case, and it is a game again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rules_check.conform.checking import position_problems
from rules_check.conform.games import Table, game_of
from rules_check.conform.process import BadAnswer, EngineFailed
from rules_check.conform.runner import Lane, message_line
from rules_check.oracle.conformance.comparing import Difference, Divergence, differing
from rules_check.oracle.conformance.positions import (
    dump_action,
    dump_position,
    is_chance,
    load_action,
    nature_action,
)
from rules_check.oracle.conformance.setups import state_of
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.runner import as_it_lies
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State

JSON = Any

KEPT: Final = 12
"""So many messages of an exchange are kept, the last ones."""


class Case(NamedTuple):
    """A game from a set-up on: which game it is, what is given, and what is done."""

    table: Table
    setup: Mapping[str, JSON]
    steps: tuple[Mapping[str, JSON], ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        return tuple(self.setup["seats"])


@dataclass(slots=True)
class Replay:
    """A case on the reference engine. `positions`, `states` and `events` have an entry for the
    set-up and one for each step; `case` has the steps that were possible."""

    game: Game
    case: Case
    positions: list[JSON] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)


def replayed(case: Case) -> Replay | None:
    """Play a case on the reference engine; steps that are not possible are left out.

    None if there is no such game: its set-up is none, or something in it does not end.
    """
    try:
        game = game_of(case.table, case.seats, case.setup["cards"])
        s = state_of(game, case.setup, trace=True)
        nature = chance(game, s, case.setup["nature"])
        found = Replay(game, case)
        _note(found, s)
        steps = []
        for step in case.steps:
            done = _step(game, s, step)
            if done is not None:
                steps.append(done)
                _note(found, s)
    except (ValueError, RunsForever):
        return None
    found.case = Case(case.table, {**case.setup, "nature": nature}, tuple(steps))
    return found


def _note(found: Replay, s: State) -> None:
    found.positions.append(dump_position(found.game, s))
    found.states.append(s.copy())
    found.events.append(list(s.trace or ()))
    s.trace = []


def _step(g: Game, s: State, step: Mapping[str, JSON]) -> dict[str, JSON] | None:
    """Carry a step out, as it was done; None if it is not possible now."""
    if s.choice is None:
        return None
    try:
        option = load_action(g, s, step["action"])
    except ValueError:
        return None
    if g.refuse(s, option) is not None or g.seat(g.actor(s, option)) != step["actor"]:
        return None
    action = dump_action(g, s, option)
    g.take(s, option)
    return {"actor": step["actor"], "action": action, "nature": chance(g, s, step["nature"])}


def chance(g: Game, s: State, told: Sequence[JSON]) -> list[JSON]:
    """Let chance decide: as it is told, where that is possible, else as the cards lie."""
    found: list[JSON] = []
    while is_chance(s):
        assert s.choice is not None
        option = None
        if len(found) < len(told):
            try:
                option = load_action(g, s, told[len(found)])
            except ValueError:
                option = None
        if option is None or g.refuse(s, option) is not None:
            option = as_it_lies(s.choice)
        found.append(nature_action(g, s, option))
        g.answer(s, option)
    return found


# ------------------------------------------------------------------------ the other engine


class Fault(NamedTuple):
    """What another engine does otherwise: the outcome, the step (0: the set-up), the differences
    if it has told a position, and what it said."""

    outcome: str
    step: int
    differences: tuple[Difference, ...] = ()
    why: str = ""
    stderr: str = ""

    @property
    def divergence(self) -> Divergence | None:
        """The differences as reports tell them."""
        return Divergence(self.step, self.differences) if self.differences else None

    def like(self, other: Fault) -> bool:
        """Whether it may be the same mistake: the same outcome, and something in common."""
        if self.outcome != other.outcome:
            return False
        mine = {kind for x in self.differences for kind in _kinds(x)}
        theirs = {kind for x in other.differences for kind in _kinds(x)}
        return mine == theirs or not mine.isdisjoint(theirs)


def _kinds(difference: Difference) -> Iterator[str]:
    """Where something differs, whoever the player is; for options, which actions."""
    path = difference.path.partition(" from")[0]
    if path.endswith("options"):
        for sign, actions in (("-", difference.expected), ("+", difference.found)):
            for action in actions if isinstance(actions, list) else ():
                yield f"{path} {sign}{action[0] if isinstance(action, list) else action}"
    else:
        yield " ".join(word for word in path.split() if not word[-1].isdigit())


class Unplayable(Exception):
    """An engine does not want to play this game, and says so."""


class Partner:
    """Another engine that plays games step by step (`new`, `answer`)."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.transcript: list[str] = []

    def begin(self, table: Table, setup: Mapping[str, JSON]) -> JSON:
        """Begin a game: the answer, which has its first position. Raises EngineFailed and
        Unplayable."""
        if self.lane.engine is None:
            self.lane.start()
        self.transcript.clear()
        self.lane.tell(table, self.transcript)
        if table in self.lane.refused:
            raise Unplayable(self.lane.refused[table])
        return self._ask({"cmd": "new", "setup": setup})

    def act(self, step: Mapping[str, JSON]) -> JSON:
        """Do a step: the answer, which has a position or says that it is refused."""
        return self._ask({"cmd": "answer", **step})

    def _ask(self, message: Mapping[str, JSON]) -> JSON:
        lane = self.lane
        assert lane.engine is not None
        lane.seq += 1
        sent = {"cmd": message["cmd"], "seq": lane.seq, **message}
        self._keep(">", sent)
        answer = lane.engine.ask(sent, lane.options.timeout)
        self._keep("<", answer)
        if problem := answer_problem(answer, lane.seq, strict=lane.options.strict):
            raise BadAnswer(problem)
        return answer

    def _keep(self, sign: str, message: JSON) -> None:
        self.transcript.append(message_line(sign, message))
        del self.transcript[:-KEPT]

    def failed(self, failed: EngineFailed, step: int) -> Fault:
        """The program did not answer as it should: it is given up."""
        said = self.lane.drop()
        return Fault(failed.outcome, step, (), str(failed), said)


def answer_problem(answer: Mapping[str, JSON], seq: int, *, strict: bool) -> str:
    """What is wrong with an answer to `new` or `answer`; empty if nothing is."""
    if answer.get("seq") != seq:
        return f"seq: expected {seq}, found {answer.get('seq')!r:.40}"
    ways = [key for key in ("position", "refused", "errored") if key in answer]
    if len(ways) != 1:
        return "expected one of position, refused and errored"
    if ways == ["position"]:
        for problem in position_problems("position", answer["position"], strict=strict):
            return problem.removeprefix("run: ")
    if ways == ["errored"]:
        inner = answer["errored"]
        if not isinstance(inner, dict) or not isinstance(inner.get("message"), str):
            return "errored.message: expected a text"
    if strict:
        for key in answer:
            if key not in ("seq", "position", "refused", "code", "errored"):
                return f"the contract knows no key {key!r:.40}"
    return ""


def compared(expected: JSON, answer: Mapping[str, JSON], step: int) -> Fault | None:
    """What an answer says otherwise than the reference engine; None if nothing."""
    if "errored" in answer:
        inner = answer["errored"]
        return Fault("errored", step, (), str(inner["message"]), str(inner.get("trace", "")))
    if "position" not in answer:
        told = answer.get("code", True)
        return Fault("fail", step, (Difference("refused", False, told),))
    try:
        differences = tuple(differing(expected, answer["position"]))
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError) as error:
        differences = (Difference("position", "what the contract says", str(error)[:80]),)
    return Fault("fail", step, differences) if differences else None


def tried(partner: Partner, replay: Replay) -> Fault | None:
    """Play a case on the other engine; where it differs first, None if it does nowhere."""
    case = replay.case
    number = 0
    try:
        fault = compared(replay.positions[0], partner.begin(case.table, case.setup), 0)
        while fault is None and number < len(case.steps):
            number += 1
            fault = compared(replay.positions[number], partner.act(case.steps[number - 1]), number)
        return fault
    except EngineFailed as failed:
        return partner.failed(failed, number)


def size(case: Case) -> tuple[int, int]:
    """How much there is to read: the steps, then the cards that lie with a player or for sale."""
    zones = case.setup["zones"]
    near = sum(len(cards) for zone, cards in zones.items() if zone[:1] == "P" or zone == "line-up")
    return len(case.steps), near + len(json.dumps(case.setup["cards"]))
