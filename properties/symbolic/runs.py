"""A run: a situation that is played out, on the symbolic game or on the plain one.

Everything that is decided on the way goes through `Run.decide`, so that a run can be repeated
with the answers recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rules_check.oracle.running.agenda import ANSWERS, perform
from rules_check.oracle.running.power import refresh_live
from rules_check.oracle.standing.costs import changed_by
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option, ValueOption
from rules_check.oracle.values.options import ChooseCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import TRIGGERS, Compare, Task, Todo
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER
from rules_check.properties.model import Property
from rules_check.properties.passage import Comparison
from rules_check.properties.symbolic.comparing import comparisons_of, printed_cost
from rules_check.properties.symbolic.numbers import TooLong

ACTIVE: Final = 0
"""The seat whose turn it is."""

FOE: Final = 1
"""The foe who is Confronted, or acted against."""

MOST_ANSWERS: Final = 60
MOST_TASKS: Final = 3000
TASKS_BETWEEN_LOOKS: Final = 16
"""So many tasks are done between two looks at the clock."""

Act = tuple[str, int]
"""Something that is tried, and who does it."""

Answer = Callable[["Run", Choice], Option]


class TurnOver(Exception):
    """The player who is looked at alone has done everything."""


class Helper(Task):
    """Find a card in a zone to act with."""

    tag = "helper"
    zone: int


class Try(Task):
    """Try one of several things."""

    tag = "act"


class TryAct(ValueOption):
    """One of the things that are tried."""

    tag = "act"
    value: Act

    @property
    def act(self) -> Act:
        """What is tried, and who does it."""
        return self.value


class Look(NamedTuple):
    """What is to be compared: whose Character, after which event, what standing texts make of
    its cost, and the Power that counts which follow the game still have to give."""

    target: int
    event: int
    change: Any
    owed: Any


class Situation(NamedTuple):
    """What is tried: its name, where the card under proof lies, and how it begins.

    `told` are the actions with which it begins, in words; "{card}" is the card that is acted
    with. `confronting`: whether a Confrontation is tried, no Confrontation, or both.
    `compares`: a Confrontation is decided at the end. `explains`: the trace tells cases apart
    that only citations need.
    """

    name: str
    begin: Callable[[Run], None]
    told: tuple[str, ...] = ()
    zone: int | None = None
    confronting: tuple[bool, ...] = (True, False)
    compares: bool = True
    explains: bool = False


class Start(NamedTuple):
    """The numbers with which a run began."""

    power: tuple[Any, ...]
    spent: tuple[Any, ...]
    defeats: Any
    confronted: int
    face_up: int


@dataclass(slots=True)
class Run:
    """One run: the game, its state, the card under proof, and what was answered.

    `target` is who is Confronted at the start, or -1. `history` is what has happened in the
    turn before. `tops` (the Characters), `power`, `spent`, `vp`, `defeats` and `face_up` (the
    Super-Villain) are those at the start. `noted` is what properties have seen on the way: which
    one, a sentence, a condition. `acted` are the acts that were tried, up to `tries` after each
    other; a `script` says which ones to try, whatever the texts in play wait for.
    """

    game: Any
    state: State
    situation: Situation
    answer: Answer
    subject: int = -1
    target: int = -1
    properties: tuple[Property, ...] = ()
    history: tuple[tuple[Any, ...], ...] = ()
    tops: tuple[int, ...] = ()
    power: tuple[Any, ...] = ()
    spent: tuple[Any, ...] = ()
    vp: tuple[Any, ...] = ()
    defeats: int = 0
    face_up: int = -1
    answers: list[Option] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    noted: list[tuple[Property, str, Any]] = field(default_factory=list)
    acted: list[Act] = field(default_factory=list)
    tries: int = 1
    script: list[Act] | None = None
    tasks: int = 0
    seen: int = 0
    """So many events have been looked at."""
    fallen: int = 0
    """So many of them are defeats."""
    alone: Any = None
    """Lets players who do the same be looked at one by one (`one_by_one.py`): in these `turns`."""
    turns: list[Any] = field(default_factory=list)

    def play_out(self) -> Run:
        """Let the situation run its course."""
        g, s = self.game, self.state
        g.explains = self.situation.explains
        s.trace = []
        s.facts = list(self.history)
        self.tops = tuple(s.zones[p * PER_PLAYER + CHARACTERS][0] for p in range(g.players))
        self.power, self.spent, self.defeats = tuple(s.power), tuple(s.spent), s.defeats
        self.vp, self.face_up = tuple(s.vp), s.face_up
        if self.target >= 0:
            s.confronted = self.target
            s.announced = True
        s.agenda.append(TRIGGERS)
        try:
            self.situation.begin(self)
            self.go()
            if self.target >= 0 and self.situation.compares and s.result is None:
                if self.alone is not None:
                    self.alone.decide(self)
                s.phase = "done"
                s.agenda.append(Compare())
                self.go()
        except TurnOver:
            pass
        for turn in self.turns:
            turn.note()
        return self

    # ------------------------------------------------------------------ as a `Passage`

    @property
    def active(self) -> int:
        """The seat whose turn it was at the start."""
        return ACTIVE

    @property
    def counts(self) -> bool:
        """Whether something that is counted goes on changing, and that is tried."""
        return self.tries > 1 and bool(self.game.watching(self.state).live)

    @property
    def confronting(self) -> bool:
        """Whether the run began with a Confrontation."""
        return self.target >= 0

    @property
    def events(self) -> list[Event]:
        """What happened."""
        return self.state.trace or []

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of event in it, and what another path goes on with."""
        found = [event.kind for event in self.events]
        return frozenset(found + [kind for turn in self.turns for kind in turn.elsewhere])

    @property
    def began(self) -> Start:
        """The numbers at the start."""
        return Start(self.power, self.spent, self.defeats, self.target, self.face_up)

    @property
    def after(self) -> State:
        """The state as it is now."""
        return self.state

    @property
    def of_proof(self) -> bool:
        """It stands for all games that go like it."""
        return True

    @property
    def of_rules(self) -> bool:
        """Whether there is no card under proof."""
        return self.subject < 0

    @property
    def asked(self) -> frozenset[ChoiceKind]:
        """The kinds of choice that were answered."""
        return frozenset([choice.kind for choice in self.choices])

    def call(self, card: int) -> str:
        """The name of a card."""
        return str(self.game.name(card))

    def top(self, player: int) -> int:
        """The Character that was on top of a player's stack at the start."""
        return self.tops[player]

    def touched(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """All zones, with the cards that are decided."""
        zones = self.state.zones
        known = getattr(zones, "known", zones.__getitem__)
        for zone in range(self.game.zone_count):
            yield zone, known(zone)

    def resting(self) -> int:
        """There are no other zones."""
        return 0

    @property
    def existing(self) -> int:
        """The cards that are decided; of a symbolic game those of the box are not there."""
        return len(self.state.where) - getattr(self.game, "real", 0)

    def comparisons(self) -> Iterator[Comparison]:
        """The Confrontations that it decides, with numbers worked out once more."""
        return comparisons_of(self)

    def standing_cost(self, state: State, player: int) -> Any:  # noqa: ARG002 (of a `Passage`)
        """What is printed on the Character: before a Confrontation nothing else is known."""
        return printed_cost(self, player)

    # --------------------------------------------------------------------------- running

    def go(self, until: type[Task] | None = None, times: int = 1, down_to: int = 0) -> None:
        """Do what is on the agenda above so many tasks, but stop at task number `times` of that
        kind, undone."""
        s = self.state
        while s.result is None:
            if s.choice is not None:
                self.resume()
            elif len(s.agenda) <= down_to:
                return
            else:
                todo = s.agenda.pop()
                if type(todo) is until:
                    times -= 1
                    if not times:
                        return
                if self.alone is None or not self.alone.take_turns(self, todo):
                    self.do(todo)

    def do(self, todo: Todo) -> None:
        """Do one task."""
        self.tasks += 1
        if self.tasks > MOST_TASKS:
            raise TooLong(f"more than {MOST_TASKS:,} tasks")
        if self.tasks % TASKS_BETWEEN_LOOKS == 0:
            self._check_time()
        if isinstance(todo, Compare):
            self._look()
        perform(self.game, self.state, todo)
        events = self.events
        for event in events[self.seen :]:
            self.fallen += event.kind == "defeat"
        self.seen = len(events)
        if self.fallen > 1:
            self.state.agenda.clear()  # broken already; it may go on for ever

    def _check_time(self) -> None:
        """Raise TooLong when the time for a proof is up; a replay has no limit but its tasks."""
        explorer = getattr(self.game, "explorer", None)
        if explorer is not None:
            explorer.check_time()

    def resume(self) -> None:
        """Answer the choice that waits, and go on with the answer."""
        s = self.state
        choice = s.choice
        assert choice is not None
        for prop in self.properties:
            if prop.statement is not None and prop.statement.offers is not None:
                found = prop.statement.offers(self, s, choice)
                self.noted.extend((prop, *breach) for breach in found)
        option = self.decide(choice)
        s.choice = None
        ANSWERS[type(choice.task)](self.game, s, choice.task, option)

    def decide(self, choice: Choice) -> Option:
        """Answer a choice."""
        if len(self.answers) >= MOST_ANSWERS:
            raise TooLong(f"more than {MOST_ANSWERS} answers")
        option = self.answer(self, choice)
        self.answers.append(option)
        self.choices.append(choice)
        return option

    # ----------------------------------------------------------------- for situations

    def helper(self, zone: int) -> int:
        """A generic card in a zone to act with, or -1 if there is none."""
        option = self.decide(Choice(NATURE, ChoiceKind.RANDOM, (), Helper(zone)))
        assert isinstance(option, ChooseCard)
        return option.card

    def act(self, *acts: Act) -> Act:
        """One of several things to try."""
        options = tuple(TryAct(act) for act in acts)
        option = self.decide(Choice(NATURE, ChoiceKind.RANDOM, options, Try()))
        assert isinstance(option, TryAct)
        return option.act

    def _look(self) -> None:
        """Note what standing texts make of the cost that is compared next."""
        g, s = self.game, self.state
        if s.confronted < 0:
            return
        watch = g.watching(s)
        target = s.confronted
        change: Any = 0
        for listener in watch.character_costs:
            change = change + changed_by(g, s, listener, target, -1)
        card = s.zones[target * PER_PLAYER + CHARACTERS][0]
        for listener in watch.costs:
            change = change + changed_by(g, s, listener, ACTIVE, card, to_defeat=True)
        self.looks.append(Look(target, len(s.trace or ()), change, self._owed()))

    def _owed(self) -> Any:
        """The Power that a look at all counts would give; nothing is changed by it."""
        s = self.state
        before, live, trace, facts = s.power[:], s.live.copy(), s.trace, s.facts[:]
        looked_at = s.live_at
        s.trace = None
        refresh_live(self.game, s)
        owed = s.power[ACTIVE] - before[ACTIVE]
        s.power, s.live, s.trace, s.facts = before, live, trace, facts
        s.live_at = looked_at
        return owed
