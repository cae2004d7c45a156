"""Plays games under the eyes of a referee, who checks every property at every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import LIMIT, EndlessGame, play_on
from rules_check.oracle.players.player import Player
from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import STOPS, Order
from rules_check.oracle.values.state import State
from rules_check.properties.citations import applies
from rules_check.properties.model import Check, Due, Ended, Property, Span, Step, Stretch, Violation
from rules_check.properties.registry import PROPERTIES
from rules_check.properties.shadow import Shadow

EXPENSIVE_EVERY: Final = 1_000
"""An expensive property is checked at one step in so many; each of them at other steps."""

WHOLE_EVERY: Final = 100
"""At one step in so many every other property is looked at, whether it is due or not. The answers
since then are given again where a stretch of the game is played once more."""


Looks: TypeAlias = tuple[Property, Check, Due | None]
"""A property, what it looks at, and whether it must."""


class Broken(Exception):
    """A property did not hold."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__("; ".join(map(str, violations)))


class Referee:
    """Takes the answers of one game, and checks what they lead to.

    `answers` are those taken so far, the last one included that broke a property. `fired` and
    `played` tell which rules and cards have come up in the game.
    """

    def __init__(
        self,
        game: Game,
        state: State,
        properties: Sequence[Property] = PROPERTIES,
        every: int = EXPENSIVE_EVERY,
        whole: int = WHOLE_EVERY,
    ) -> None:
        self.game = game
        self.start = state.copy()
        self.answers: list[Option] = []
        self.fired: set[str] = set()
        self._topics = game.book_topics
        self._known: set[Any] = set()  # events alike, whose rules have been noted
        self.played: set[int] = set()
        self._events: list[Event] = state.trace if state.trace is not None else []
        self._see(self._events)
        properties = [p for p in properties if applies(p, game.ruleset.name)]
        self._cheap = [p for p in properties if not p.expensive]
        self._expensive = [
            (at * every // 7 % every, p) for at, p in enumerate(properties) if p.expensive
        ]
        self._always = [p for p in properties if p.always is not None]
        self._ends = [p for p in properties if p.check_end is not None]
        self._every = every
        self._whole = whole
        self._shift = 0
        self._shadow = Shadow(game, state, self._events)
        self._since = Stretch(self.start, [])
        self._plans: dict[frozenset[str] | None, tuple[Looks, ...]] = {}

    def branch(self) -> Referee:
        """A referee who has seen the same, and goes on alone."""
        other = copy(self)
        other.answers = self.answers[:]
        other._events = self._events[:]
        other._shadow = self._shadow.branch()
        other._since = Stretch(self._since.start, self._since.answers[:])
        return other

    def take(self, state: State, option: Option) -> None:
        """Take an answer, as `Game.take` does. Raises Broken."""
        shadow = self._shadow
        if not shadow.meets(state):
            shadow.lay(state)  # somebody has changed it
            self._since = Stretch(state.copy(), [])
        kept = state.keep()
        state.trace = []
        if not self.answers:
            self._shift = _luck(option)
        self.answers.append(option)
        self._since.answers.append(option)
        try:
            self.game.take(state, option)
        except RunsForever as error:
            raise self._broken("turn-ends", str(error)) from error
        except Exception as error:
            said = f"{self._label(kept(), option)}: {type(error).__name__}: {error}"
            raise self._broken("offered-or-refused", said) from error
        self._see(state.trace)
        shadow.follow(state.trace, state)
        self._check(self._step(kept, option, state.trace, state))
        if shadow.astray or shadow.off:
            shadow.lay(state)
        else:
            shadow.note(state)
        if len(self._since.answers) >= self._whole:
            self._since = Stretch(state.copy(), [])

    def end(self, state: State) -> tuple[Violation, ...]:
        """The game is over (or is left): what does not hold of it as a whole."""
        ended = Ended(self._since, state)
        return tuple(
            Violation(p.name, len(self.answers), message)
            for p in self._ends
            if p.check_end is not None
            for message in p.check_end(self.game, ended)
        )

    def failure(self, error: Exception) -> Violation:
        """A player, or a check, that could not cope with the position it was given."""
        said = f"nobody can go on: {type(error).__name__}: {error}"
        return Violation("offered-or-refused", len(self.answers), said)

    def _check(self, step: Step) -> None:
        found: list[Violation] = []
        number, shadow = step.number + self._shift, self._shadow
        kinds = step.kinds if number % self._whole else None
        plan = self._plans.get(kinds)
        if plan is None:
            plan = self._plans[kinds] = tuple(self._looks(kinds))
        for prop, check, due in plan:
            if due is None or due(step, shadow):
                found += [Violation(prop.name, step.number, said) for said in check(step)]
        rest = number % self._every
        for offset, prop in self._expensive:
            if rest == offset:
                found += [Violation(prop.name, step.number, said) for said in prop.check(step)]
        if found:
            raise Broken(found)

    def _looks(self, kinds: frozenset[str] | None) -> Iterator[Looks]:
        """What is looked at in a step with these kinds of events; None: everything."""
        checks = [(prop, prop.check) for prop in self._cheap]
        checks += [(prop, prop.always) for prop in self._always if prop.always is not None]
        for prop, check in checks:
            if kinds is None or prop.kinds is None or not prop.kinds.isdisjoint(kinds):
                yield prop, check, None
            elif prop.due is not None:
                yield prop, check, prop.due

    def _step(
        self, before: Callable[[], State], option: Option, events: list[Event], after: State
    ) -> Step:
        number, kinds = len(self.answers), frozenset([event[0] for event in events])
        turn, fresh = self._events, len(self._events)
        if "turn" in kinds:
            spans: list[Span] = []
            for event in events:
                if event.kind == "turn":
                    spans.append(Span(turn, fresh))
                    turn, fresh = [], 0
                turn.append(event)
            spans.append(Span(turn, fresh))
            self._events = turn
            touched = tuple(spans)
        else:
            turn += events
            touched = (Span(turn, fresh),)
        shadow, since = self._shadow, self._since
        return Step(self.game, before, option, events, after, number, kinds, touched, shadow, since)

    def _see(self, events: Sequence[Event]) -> None:
        known, game = self._known, self.game
        for event in events:
            if event[0] == "play":
                self.played.update(event[2])
            if event[4] in known or event in known:
                continue
            _, player, cards, detail, topic = event
            if not self._topics.asks_for_words(topic):
                known.add(topic)
            else:
                sort = game.kind_index[cards[0]] if len(cards) == 1 else cards
                key = (topic, sort, detail, player)
                known.add(event)
                if key in known:
                    continue
                known.add(key)
            self.fired.update(game.rules_of(event))

    def _broken(self, name: str, message: str) -> Broken:
        return Broken([Violation(name, len(self.answers), message)])

    def _label(self, state: State, option: Option) -> str:
        try:
            return self.game.label(state, option)
        except Exception:  # noqa: BLE001 (the message has to be about the first defect)
            return str(option)


def _luck(option: Option) -> int:
    """A number that differs from game to game, by the first shuffle: each game is looked at as a
    whole at steps of its own."""
    return (
        sum(at * card for at, card in enumerate(option.cards)) if isinstance(option, Order) else 0
    )


PATIENCE: Final = 150
"""After so many decisions in one turn a player only wants to end it."""


class Impatient:
    """A player who decides like another one, but not without end: some cards can be played
    again and again."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._turn = self._count = 0

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        """What the other player says, or a word that ends something."""
        if state.turn != self._turn:
            self._turn, self._count = state.turn, 0
        self._count += 1
        if self._count > PATIENCE:
            for option in STOPS:
                if option in options:
                    return option
        return self._player.decide(game, state, choice, options)


class Refereed(NamedTuple):
    """A game and what the referee saw: no violation, or those of the step that ended it.

    `left`: the game was given up after too many answers.
    """

    state: State
    answers: list[Option]
    decisions: int
    violations: tuple[Violation, ...]
    fired: frozenset[str]
    played: frozenset[int]
    left: bool = False


def play_refereed(
    game: Game,
    players: Sequence[Player],
    rng: Random,
    *,
    properties: Sequence[Property] = PROPERTIES,
    every: int = EXPENSIVE_EVERY,
    whole: int = WHOLE_EVERY,
    limit: int = LIMIT,
) -> Refereed:
    """A game in which every step is checked; it ends where a property does not hold."""
    state = game.new(trace=True)
    referee = Referee(game, state, properties, every, whole)
    seated = [Impatient(player) for player in players]
    violations: tuple[Violation, ...] = ()
    decisions, left = 0, False
    try:
        decisions = play_on(game, state, seated, rng, [], limit=limit, take=referee.take)
    except Broken as broken:
        violations = broken.violations
    except EndlessGame:
        left = True
    except Exception as error:  # noqa: BLE001 (a player or a check cannot cope with this game)
        violations = (referee.failure(error),)
    if not violations:
        violations = referee.end(state)
    return Refereed(
        state,
        referee.answers,
        decisions or len(referee.answers),
        violations,
        frozenset(referee.fired),
        frozenset(referee.played),
        left,
    )
