"""What a property is, and what it looks at: one step of a game, or a whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules_check.oracle.game import Game
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State


class Span(NamedTuple):
    """The events of one turn so far; those from `fresh` on belong to the step.

    The event "turn" is the first of its turn. Before the first turn lies the set-up.
    """

    events: list[Event]
    fresh: int

    def new(self) -> list[Event]:
        """The events of this turn that the step has added."""
        return self.events[self.fresh :]


class Step(NamedTuple):
    """One answer and what came of it.

    `events` is the trace of this step, `kinds` the kinds of event in it. `spans` are the turns
    that the step touches, the last of them still going on; `number` counts the steps of the
    game from 1.
    """

    game: Game
    before: State
    option: Option
    events: list[Event]
    after: State
    number: int
    kinds: frozenset[str]
    spans: tuple[Span, ...]

    @property
    def ended(self) -> tuple[Span, ...]:
        """The turns that came to their end in this step."""
        return self.spans[:-1]


class Ended(NamedTuple):
    """A whole game: the state it began with, the answers, and the state it came to."""

    start: State
    answers: list[Option]
    state: State


Check: TypeAlias = Callable[[Step], Iterator[str]]
CheckEnd: TypeAlias = Callable[[Game, Ended], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Property:
    """What must hold in every game.

    `sentence` says it to people who write rules, `rules` names the rules of each book that it
    comes from. `check` says for one step what is wrong, if anything; `check_end` for a whole
    game. A `dear` check is made at some steps only.
    """

    name: str
    sentence: str
    rules: Mapping[str, tuple[str, ...]]
    check: Check
    check_end: CheckEnd | None = None
    dear: bool = False


@dataclass(frozen=True, slots=True)
class Violation:
    """A property that did not hold: at which step of the game, and what was seen."""

    property: str
    step: int
    message: str

    def __str__(self) -> str:
        return f"step {self.step}: {self.property}: {self.message}"


def nothing(step: Step) -> Iterator[str]:  # noqa: ARG001 (the signature of a check)
    """The check of a property that only speaks of whole games."""
    return iter(())
