"""What a property is, and what it looks at: a passage of a game, or a whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from rules_check.oracle.game import Game
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import PER_PLAYER, SCORE
from rules_check.properties.observed import character_cost, top_character
from rules_check.properties.passage import Cards, Comparison, Statement
from rules_check.properties.shadow import Shadow


class Span(NamedTuple):
    """The events of one turn so far; those from `fresh` on belong to the step.

    The event "turn" is the first of its turn. Before the first turn lies the set-up.
    """

    events: list[Event]
    fresh: int

    def new(self) -> list[Event]:
        """The events of this turn that the step has added."""
        return self.events[self.fresh :]


class Step:
    """One answer and what came of it.

    `events` is the trace of this step, `kinds` the kinds of event in it. `spans` are the turns
    that the step touches, the last of them still going on; `number` counts the steps of the
    game from 1. `before` may be given as a position that was kept (`State.keep`). The `shadow` is
    that of the referee, if there is one, and `since` the last stretch of the game.
    """

    __slots__ = (
        "_before",
        "_costs",
        "after",
        "events",
        "game",
        "kinds",
        "number",
        "option",
        "shadow",
        "since",
        "spans",
    )

    def __init__(
        self,
        game: Game,
        before: State | Callable[[], State],
        option: Option,
        events: list[Event],
        after: State,
        number: int,
        kinds: frozenset[str],
        spans: tuple[Span, ...],
        shadow: Shadow | None = None,
        since: Stretch | None = None,
    ) -> None:
        self.game = game
        self._before = before
        self.option = option
        self.events = events
        self.after = after
        self.number = number
        self.kinds = kinds
        self.spans = spans
        self.shadow = shadow
        self.since = since
        self._costs: dict[tuple[int, int], Any] = {}

    @property
    def before(self) -> State:
        """The state at the beginning."""
        found = self._before
        if not isinstance(found, State):
            found = self._before = found()
        return found

    @property
    def ended(self) -> tuple[Span, ...]:
        """The turns that came to their end in this step."""
        return self.spans[:-1]

    # ------------------------------------------------------------------ as a `Passage`

    @property
    def began(self) -> State:
        """The state at the beginning."""
        return self.before

    @property
    def of_proof(self) -> bool:
        """It is only itself."""
        return False

    @property
    def of_rules(self) -> bool:
        """Cards are played in it."""
        return False

    @property
    def asked(self) -> frozenset[ChoiceKind]:
        """The kind of the choice that was answered."""
        choice = self.before.choice
        return frozenset([choice.kind] if choice is not None else [])

    @property
    def confronting(self) -> bool:
        """Whether a Confrontation was announced in this turn before, and not cancelled."""
        span = self.spans[0]
        told = [e.kind for e in span.events[: span.fresh] if e.kind in ("confront", "cancel")]
        return told[-1] == "confront" if told else self.before.confronted >= 0

    def call(self, card: int) -> str:
        """The card and the number of its copy."""
        return self.game.card_id(card)

    def top(self, player: int) -> int:
        """The Character on top of a player's stack, or -1."""
        return top_character(self.before, player)

    def touched(self) -> Iterator[tuple[int, Cards]]:
        """The zones with another content than before."""
        before = self.before.zones
        for zone, cards in enumerate(self.after.zones):
            if cards is not before[zone]:
                yield zone, cards

    def resting(self) -> int:
        """The cards in zones with the same content as before."""
        both = zip(self.after.zones, self.before.zones, strict=True)
        return sum([len(cards) for cards, old in both if cards is old])

    @property
    def existing(self) -> int:
        """The cards of the box."""
        return len(self.game.kinds)

    def comparisons(self) -> Iterator[Comparison]:
        """As the engine told them; that its numbers are right is looked at apart."""
        for at, event in enumerate(self.events):
            if event.kind != "compare":
                continue
            target, power, cost = event.detail
            top, score = self.top(target), event.player * PER_PLAYER + SCORE
            fallen = "defeat" in self.kinds and any(
                e.kind == "defeat" and top in e.cards for e in self.events[at + 1 :]
            )
            yield Comparison(
                target,
                power,
                cost,
                fallen,
                spared=self.before.defeats >= self.game.max_defeats,
                kept=self.after.where[top] == score,
                earlier=self.events[:at],
            )

    def standing_cost(self, state: State, player: int) -> Any:
        """Worked out from what is printed; where a text has a say, as the engine reckons it."""
        key = id(state), player
        if key not in self._costs:
            cost = character_cost(self.game, state, player)
            known = self.game.character_cost(state, player) if cost is None else cost
            self._costs[key] = known
        return self._costs[key]


class Stretch(NamedTuple):
    """A part of a game: the state with which it began, and the answers since."""

    start: State
    answers: list[Option]


class Ended(NamedTuple):
    """A game that is over, or is left: its last stretch, and the state it came to."""

    since: Stretch
    state: State


Check: TypeAlias = Callable[[Step], Iterator[str]]
CheckEnd: TypeAlias = Callable[[Game, Ended], Iterator[str]]
Due: TypeAlias = Callable[[Step, Shadow], bool]


@dataclass(frozen=True, slots=True)
class Property:
    """What must hold in every game.

    `sentence` says it to people who write rules; the rules that it comes from are named by each
    book (`properties.citations`). `check` says for one step what is wrong, if anything;
    `check_end` for a whole game. An `expensive` check is made at some steps only. `statement` is
    what can be proved too; a `check` begins with it.
    `always` is what an expensive property looks at in every step all the same.

    A step that cannot have broken it need not be looked at: `kinds` are the kinds of event after
    which it must be (None: after every answer), and `due` tells by the shadow of the game whether
    it must be after others too. Now and then it is looked at all the same.
    """

    name: str
    sentence: str
    check: Check
    check_end: CheckEnd | None = None
    expensive: bool = False
    statement: Statement | None = None
    always: Check | None = None
    kinds: frozenset[str] | None = None
    due: Due | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """A property that did not hold: at which step of the game, and what was seen."""

    property: str
    step: int
    message: str

    def __str__(self) -> str:
        return f"step {self.step}: {self.property}: {self.message}"
