"""A passage of a game, and what a property states of every passage.

A statement asks a passage only for what a `Passage` offers, and adds and compares numbers with
ordinary operators. So the same function is checked after every answer of a real game, where all
numbers are known, and proved of runs in which they are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State

Cards: TypeAlias = tuple[int, ...]

Breach: TypeAlias = tuple[str, Any]
"""What would break a property: a sentence, and whether it is so. In a proof that may be a
condition on unknown numbers; what is plainly False need not be yielded."""


class Comparison(NamedTuple):
    """A Confrontation that was decided: Power and cost as worked out, and what became of it.

    `compared` is False if the engine never compared them, `spared` True if no further Character
    could be defeated in this turn. `kept` tells whether the defeated one went to the score pile
    of its attacker, `earlier` is what happened before.
    """

    target: int
    power: Any
    cost: Any
    fallen: bool
    compared: bool = True
    spared: bool = False
    kept: bool = True
    earlier: list[Event] = []  # noqa: RUF012 (never changed)


class Began(Protocol):
    """The numbers with which a passage began."""

    @property
    def power(self) -> Any:
        """The Power of each player."""

    @property
    def spent(self) -> Any:
        """The Power that each player has spent in this turn."""

    @property
    def defeats(self) -> Any:
        """The Characters defeated in this turn."""

    @property
    def confronted(self) -> int:
        """Who is Confronted, or -1."""

    @property
    def face_up(self) -> int:
        """The Super-Villain that was turned up last, or -1."""


class Passage(Protocol):
    """A part of a game: one answer in a real one (`Step`), or a run of unknown cards and numbers
    (`symbolic.runs.Run`).
    """

    @property
    def game(self) -> Any:
        """The game."""

    @property
    def events(self) -> list[Event]:
        """What happened."""

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of event in it."""

    @property
    def began(self) -> Began:
        """The numbers at its beginning."""

    @property
    def after(self) -> State:
        """The state at its end."""

    @property
    def confronting(self) -> bool:
        """Whether it began in a turn with a Confrontation that was not cancelled."""

    @property
    def of_proof(self) -> bool:
        """Whether it stands for all passages like it, so that what one text does matters too."""

    @property
    def of_rules(self) -> bool:
        """Whether it shows the rules alone, without the text of a card."""

    @property
    def asked(self) -> frozenset[ChoiceKind]:
        """The kinds of choice that were put to players."""

    def call(self, card: int) -> str:
        """What messages call a card."""

    def top(self, player: int) -> int:
        """The Character that was on top of a player's stack at the beginning."""

    def touched(self) -> Iterator[tuple[int, Cards]]:
        """The zones that may have changed, and what is known to lie in them at the end."""

    def resting(self) -> int:
        """How many cards lie in the other zones."""

    @property
    def existing(self) -> int:
        """How many cards there are."""

    def comparisons(self) -> Iterator[Comparison]:
        """The Confrontations that are decided in it."""

    def standing_cost(self, state: State, player: int) -> Any:
        """What a player's Character costs for the choice of whom to Confront."""


def always(passage: Passage) -> bool:  # noqa: ARG001 (the signature of `Statement.speaks`)
    """Every passage is about it."""
    return True


def every_card(playset: PlaySet, nodes: list[a.Node]) -> bool:  # noqa: ARG001 (as `touches`)
    """Every card can touch it."""
    return True


@dataclass(frozen=True, slots=True)
class Statement:
    """What a property says of every passage, in a form that can be played and proved.

    `speaks` tells whether a passage is about it at all, `touches` whether a card can touch it, by
    the pieces of its text. `offers` looks at a choice before it is answered.
    """

    breaches: Callable[[Passage], Iterator[Breach]]
    speaks: Callable[[Passage], bool] = always
    touches: Callable[[PlaySet, list[a.Node]], bool] = every_card
    offers: Callable[[Passage, State, Choice], Iterator[Breach]] | None = None


def broken(breaches: Iterable[Breach]) -> Iterator[str]:
    """The sentences of those that are so, where everything is known."""
    return (sentence for sentence, condition in breaches if condition)
