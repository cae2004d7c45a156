"""A run: a situation that is played out, on unknown cards and numbers or on plain ones.

Everything that is decided on the way goes through `Run.decide`, so that a run can be repeated
with the answers recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rules_check.grammar.ast import Verb
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick.standing import look_at_power, watching
from rules_check.oracle.quick.turn import STEPS
from rules_check.oracle.quick.values import character_of, cost_to_defeat
from rules_check.oracle.quick.waiting import resolve
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.named import Named
from rules_check.oracle.values.option_forms import Option, ValueOption
from rules_check.oracle.values.options import ChooseCard, Order
from rules_check.oracle.values.state import State
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

Act = tuple[str, int]
"""Something that is tried, and who does it."""

Answer = Callable[["Run", Choice], Option]


class TurnOver(Exception):
    """The player who is looked at alone has done everything."""


class Helper(Named):
    """Find a card in a zone to act with."""

    tag = "helper"
    zone: int


class Try(Named):
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
    """Something that can happen to a card, or that the rules do.

    `zone` is where the card under proof lies, if there is one; `begin` lets it happen; `told` are
    the actions with which it begins, in words; "{card}" is the card that is acted with.
    `confronting`: whether a Confrontation is tried, no Confrontation, or both. `compares`: a
    Confrontation is decided at the end. `explains`: the trace tells cases apart that only
    citations need.
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
    state: CoreState
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
    alone: Any = None
    """Lets players who do the same be looked at one by one: in these `turns`."""
    turns: list[Any] = field(default_factory=list)
    focus: Any = None
    """The player who is looked at alone now."""
    parted: bool = False
    """Whether a text has been carried out for one player after the other."""

    def play_out(self) -> Run:
        """Let the situation run its course."""
        g, s, core = self.game, self.state, self.core
        g.core.explains = self.situation.explains
        core.trace = []
        core.facts = [happened(core, *fact) for fact in self.history]
        core.run = self
        s.look()
        self.tops = tuple(s.zones[p * PER_PLAYER + CHARACTERS][0] for p in range(g.players))
        self.power, self.spent, self.defeats = tuple(s.power), tuple(s.spent), s.defeats
        self.vp, self.face_up = tuple(s.vp), s.face_up
        if self.target >= 0:
            core.confronted = self.target
            number = core.next_number()
            core.facts.append(quick.Fact("announce", ACTIVE, turn=core.turn, number=number))
        try:
            self.situation.begin(self)
            self.go()
            if self.target >= 0 and self.situation.compares and core.result is None:
                if self.alone is not None:
                    self.alone.decide(self)
                core.phase = "done"
                self.step("compare")
        except TurnOver:
            pass
        finally:
            s.look()
        for turn in self.turns:
            turn.note()
        return self

    @property
    def core(self) -> Any:
        """The engine's own state."""
        return self.state.core

    # ------------------------------------------------------------------ as a `Passage`

    @property
    def active(self) -> int:
        """The seat whose turn it was at the start."""
        return ACTIVE

    @property
    def counts(self) -> bool:
        """Whether something that is counted goes on changing, and that is tried."""
        return self.tries > 1 and bool(watching(self.core).power)

    @property
    def confronting(self) -> bool:
        """Whether the run began with a Confrontation."""
        return self.target >= 0

    @property
    def events(self) -> list[Event]:
        """What happened."""
        return self.core.trace or []

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

    def go(self) -> None:
        """What was set off is carried out."""
        if self.alone is not None:
            self.alone.is_over(self)
        if self.core.pending and self.core.result is None:
            resolve(self.core)

    def look_at_power(self) -> None:
        """Power that follows the game is given."""
        if self.core.result is None:
            look_at_power(self.core)

    def step(self, name: str) -> None:
        """One step of a turn."""
        if name == "compare":
            self._look()
        STEPS[name](self.core)
        self.go()

    def offered(self, name: str, offer: Callable[[Any], quick.Choice | None]) -> None:
        """A step in which something is offered at first: one of that is done."""
        core = self.core
        choice = offer(core)
        if choice is None:
            return
        core.choice = choice
        core.answers = (self.decided(choice),)
        core.at = 0
        STEPS[name](core)
        self.go()

    def decided(self, asked: quick.Choice) -> Any:
        """The answer to a choice of the engine, in its words."""
        game: Game = self.game
        core = self.core
        self.state.look()
        choice = game.choice_of(core, asked)
        for prop in self.properties:
            if prop.statement is not None and prop.statement.offers is not None:
                found = prop.statement.offers(self, self.state, choice)
                self.noted.extend((prop, *breach) for breach in found)
        option = self.decide(choice)
        if asked.player == quick.NATURE:
            return option.cards if isinstance(option, Order) else tuple(option)[1:]
        return asked.options[choice.options.index(option)]

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
        """Note what standing texts make of the cost that is compared next: what texts that were
        carried out have made of it the events tell."""
        core = self.core
        target = core.confronted
        if target is None:
            return
        card = character_of(core, target)
        assert card is not None
        lasting, watch, watches, passing = core.lasting, core.watch, core.watches, core.passing
        core.lasting = tuple(one for one in lasting if not is_told(one))
        core.watch = core.passing = None
        core.watches = {}
        cost = cost_to_defeat(core, card, ACTIVE)
        core.lasting, core.watch, core.watches, core.passing = lasting, watch, watches, passing
        change = cost - self.game.kinds[card].cost
        self.looks.append(Look(target, len(self.events), change, self._owed()))

    def _owed(self) -> Any:
        """The Power that a look at all counts would give; nothing is changed by it."""
        core = self.core
        before, trace, given, count = core.power[:], core.trace, core.given, core.count
        core.trace = None
        look_at_power(core)
        owed = core.power[ACTIVE] - before[ACTIVE]
        core.power[:], core.trace, core.given, core.count = before, trace, given, count
        return owed


def is_told(one: quick.AnyActive) -> bool:
    """Whether an event has told that a cost was changed for a while."""
    return isinstance(one.stands, quick.Change) and one.stands.row == "cost"


def happened(s: Any, verb: Verb, player: int, card: int, source: int, to: int) -> quick.Fact:
    """Something that happened earlier in the turn, as the engine notes it."""
    number = s.next_number()
    cause = "rules" if verb in (Verb.PLAY, Verb.BUY) else "card"
    return quick.Fact(
        verb.value, player, card, source, to, cause=cause, turn=s.turn, number=number, act=number
    )
