"""Scenarios: a position in a few lines, what the players do, and what must come of it.

`load_scenarios` reads the TOML files of a folder, `run` plays one scenario on the engine.
docs/scenario-files.md tells how to write one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_check.oracle.game import Game, GameError, Refused
from rules_check.oracle.scenarios.files import load_scenarios, read_scenarios
from rules_check.oracle.scenarios.model import (
    Act,
    BadKey,
    BadPosition,
    BrokenCards,
    Expect,
    Fate,
    Scenario,
    ScenarioError,
    Step,
)
from rules_check.oracle.scenarios.moments import (
    Moment,
    card_name,
    event_line,
    missing_seat,
    offer,
    open_decision,
    seat_text,
)
from rules_check.oracle.scenarios.tables import begin, table
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import DONE, END, Order
from rules_check.oracle.values.state import State

__all__ = [
    "BadKey",
    "BadPosition",
    "BrokenCards",
    "Failure",
    "Outcome",
    "Played",
    "Scenario",
    "ScenarioError",
    "as_it_lies",
    "load_scenarios",
    "play",
    "read_scenarios",
    "run",
]


STOPS: Final[Mapping[str, str]] = {option.words: option.tag for option in (DONE, END)}
"""How players stop playing, and the event of it."""

LOOKS_AT_DECISION: Final = ("then choice: ", "then offered: ")
"""What a line begins with that expects the decision which is open."""

EVENT: Final = "    "
"""What an event of a transcript begins with; an action begins at once."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and at which step, counted from 1 (0: before the first one).

    `offered` are the actions that were possible where one was not; `told` says how many lines
    of the transcript had been told. `open` is the decision that nobody has taken at the end.
    """

    file: str
    scenario: str
    step: int
    text: str
    problem: str
    offered: tuple[str, ...] | None = None
    told: int = 0
    open: str = ""

    def __str__(self) -> str:
        said = f"{self.file}: {self.scenario}: step {self.step}, {self.text!r}: {self.problem}"
        if self.offered is None:
            return said
        return f"{said}; offered are: {'; '.join(self.offered) or 'none'}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run: failures, rules cited and topics fired on the way, and a transcript."""

    scenario: Scenario
    failures: tuple[Failure, ...]
    cited: frozenset[str]
    topics: frozenset[str]
    transcript: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything was as the scenario says."""
        return not self.failures


def run(scenario: Scenario, *, rulings: Mapping[str, int] | None = None) -> Outcome:
    """Play the scenario; `rulings` gives rulings another reading. Raises ScenarioError.

    The first action that cannot be done ends the run; checks are all made up to there.
    """
    if scenario.set_up_refused:
        return _refused_set_up(scenario, lambda: table(scenario, rulings))
    return _Run(scenario, *begin(scenario, rulings=rulings)).play()


class Played(NamedTuple):
    """A run with the game that was played, where it ended, and every decision on the way; `begun`
    says how many decisions had been taken before each step."""

    outcome: Outcome
    game: Game
    state: State
    answers: tuple[Option, ...]
    begun: tuple[int, ...] = ()

    def moment(self) -> Moment:
        """The end, to be looked at."""
        known = frozenset(card_name(self.game, card) for card in range(len(self.game.kinds)))
        return Moment(self.game, self.state, self.outcome.cited, known)


def play(scenario: Scenario) -> Played:
    """Play the scenario and keep the game. Raises ScenarioError."""
    playing = _Run(scenario, *begin(scenario))
    outcome = playing.play()
    answers, begun = tuple(playing.answers), tuple(playing.begun)
    return Played(outcome, playing.game, playing.state, answers, begun)


def _refused_set_up(scenario: Scenario, set_up: Callable[[], Game]) -> Outcome:
    expected = scenario.set_up_refused
    cited: tuple[str, ...] = ()
    try:
        set_up()
    except GameError as error:
        cited = error.rules
        problem = "" if expected in str(error) else f"refused otherwise: {error}"
    else:
        problem = f"expected {expected!r}, but there is a game"
    failures = (Failure(scenario.file, scenario.id, 0, "set-up", problem),) if problem else ()
    return Outcome(scenario, failures, frozenset(cited), frozenset(), ())


class _Run:
    """One scenario on its way through the game."""

    def __init__(self, scenario: Scenario, game: Game, state: State) -> None:
        self.scenario = scenario
        self.game = game
        self.state = state
        self.failures: list[Failure] = []
        self.refusals: set[str] = set()
        self.answers: list[Option] = []
        self.begun: list[int] = []
        self.transcript: list[str] = []
        self.told = 0
        self.stopped = _stops(state.trace or [])
        self.known = frozenset(card_name(game, card) for card in range(len(game.kinds)))

    def play(self) -> Outcome:
        """All steps in turn, until an action cannot be done."""
        steps = self.scenario.steps
        self._tell_events()
        for number, step in enumerate(steps, start=1):
            if not self._nature_waits(steps[number - 1 :]):
                self._settle_nature()
            self.begun.append(len(self.answers))
            problem = self._take(step)
            if problem:
                self._fail(number, step, problem)
                if not isinstance(step, Expect):
                    break
        else:
            self._look_for_open_decision()
        moment = self._moment()
        topics = frozenset(event.topic for event in moment.events() if event.topic)
        return Outcome(
            self.scenario, tuple(self.failures), moment.cited, topics, tuple(self.transcript)
        )

    def _fail(self, number: int, step: Step, problem: str) -> None:
        offered = None if isinstance(step, Expect) else tuple(self._moment().offered())
        file, id_, told = self.scenario.file, self.scenario.id, len(self.transcript)
        self.failures.append(Failure(file, id_, number, step.text, problem, offered, told))

    def _look_for_open_decision(self) -> None:
        """A scenario that ends in the middle of something fails, unless it says that it does."""
        waiting = open_decision(self.state)
        steps = self.scenario.steps
        acts = max((at for at, x in enumerate(steps, 1) if not isinstance(x, Expect)), default=0)
        if not waiting or any(step.text.startswith(LOOKS_AT_DECISION) for step in steps[acts:]):
            return
        text = steps[acts - 1].text if acts else "the position"
        problem = f"a decision is open at the end: {waiting}"
        offered, told = tuple(self._moment().offered()), len(self.transcript)
        file, id_ = self.scenario.file, self.scenario.id
        self.failures.append(Failure(file, id_, acts, text, problem, offered, told, waiting))

    def _nature_waits(self, steps: tuple[Step, ...]) -> bool:
        """Whether nature's pending choice is left for a later step, or is looked at now."""
        step = steps[0]
        if isinstance(step, Expect) and step.text.startswith("then choice: nature"):
            return True
        following = next((step for step in steps if not isinstance(step, Expect)), None)
        return isinstance(following, Fate)

    def _settle_nature(self) -> None:
        """Answer nature's choices: shuffles keep the order, else the first option."""
        while (choice := self.state.choice) is not None and choice.player == NATURE:
            self._answer(as_it_lies(choice))

    def _take(self, step: Step) -> str:
        """Do one step; what is wrong with it, empty if nothing is."""
        if missing := missing_seat(self.game, step.text):
            return missing
        match step:
            case Expect(check=check):
                moment = self._moment()
                self.refusals |= set(check.rules(moment))
                return check.problem(moment)
            case Fate(times=times):
                return next(filter(None, (self._fate(step) for _ in range(times))), "")
            case Act(refused=""):
                return self._act(step)
            case Act():
                return self._try(step)

    def _fate(self, step: Fate) -> str:
        choice = self.state.choice
        if choice is None or choice.player != NATURE:
            return "nature is not asked"
        if step.label:
            return self._answer_offered(f"nature: {self._one_copy(step.label)}")
        order = list(choice.cards)
        first: list[int] = []
        for name in step.first:
            card = next((card for card in order if self.game.name(card) == name), None)
            if card is None:
                return f"no {name} is left among the cards to be shuffled"
            order.remove(card)
            first.append(card)
        self._tell(step.text)
        self._answer(Order((*first, *order)) if step.first else as_it_lies(choice))
        return ""

    def _one_copy(self, label: str) -> str:
        """What nature picks, as it is offered: of several copies of a card the first."""
        copies = [one for one in self._labels() if one.rpartition("#")[0] == label]
        return copies[0] if copies else label

    def _labels(self) -> list[str]:
        choice = self.state.choice
        return [self.game.label(self.state, x) for x in (choice.options if choice else ())]

    def _act(self, step: Act) -> str:
        for _ in range(step.times):
            self._settle_nature()
            if self._stopped_already(step):
                continue
            if problem := self._answer_offered(f"{seat_text(step.seat)}: {step.label}"):
                return problem
        return ""

    def _stopped_already(self, step: Act) -> bool:
        """Whether the engine ended the turn of itself, because nothing else was left to do."""
        stop = (step.seat, STOPS.get(step.label, ""))
        if stop not in self.stopped:
            return False
        self.stopped.remove(stop)
        self._tell(f"{step.text} (done already)")
        return True

    def _answer_offered(self, action: str) -> str:
        choice = self.state.choice
        for option in choice.options if choice else ():
            if offer(self.game, self.state, option) == action:
                self._tell(action)
                self._answer(option)
                return ""
        return "not offered"

    def _try(self, step: Act) -> str:
        """An action that must be refused, and must leave the state as it is."""
        action = f"{seat_text(step.seat)}: {step.label}"
        if action in self._moment().offered():
            return "expected to be refused, but is offered"
        try:
            option = self._moment().option(action)
        except ValueError as error:
            return f"is no action at all: {error}"
        before = self.state.copy()
        try:
            self.game.answer(self.state, option)
        except Refused as refused:
            self._tell(f"{action} -> refused {refused.code}")
            self.refusals |= set(refused.rules)
            if self.state != before:
                return "refused, but the state has changed"
            return "" if refused.code == step.refused else f"refused with {refused.code}"
        return "not refused"

    def _answer(self, option: Option) -> None:
        if self.state.choice is not None and self.state.choice.player != NATURE:
            self.stopped.clear()
        self.game.answer(self.state, option)
        self.answers.append(option)
        self.stopped += self._tell_events()[option in (DONE, END) :]

    def _tell_events(self) -> list[tuple[int, str]]:
        """What has happened and is not told yet; who stopped playing in it."""
        moment = self._moment()
        events = moment.events()[self.told :]
        self.told += len(events)
        for event in events:
            self._tell(f"{EVENT}{event_line(moment, event)}")
        return _stops(events)

    def _tell(self, line: str) -> None:
        self.transcript.append(line)

    def _moment(self) -> Moment:
        rules = {rule for event in self.state.trace or () for rule in self.game.rules_of(event)}
        cited = frozenset(rules | self.refusals)
        return Moment(self.game, self.state, cited, self.known)


def _stops(events: list[Event]) -> list[tuple[int, str]]:
    """Who stopped playing in these events."""
    return [(event.player, event.kind) for event in events if event.kind in STOPS.values()]


def as_it_lies(choice: Choice) -> Option:
    """Nature's answer where nobody says another: the order stays, or it is the first option."""
    shuffle = choice.kind is ChoiceKind.SHUFFLE
    return Order(choice.cards) if shuffle else choice.options[0]
