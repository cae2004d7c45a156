"""The table: the position, the answers so far, and what the functions of this package ask of
each other.

A text is a plain function that calls `ask`. When the answers are used up `ask` raises, the choice
is shown, and with the next answer the whole step is run again from the position at rest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rules_check.grammar.core import forms as c
from rules_check.oracle.letter.box import Game, Kind
from rules_check.oracle.letter.position import (
    Aimed,
    Card,
    Fact,
    Frame,
    Outcome,
    Player,
    Position,
    Standing,
    Zone,
)

Action: TypeAlias = tuple[Any, ...]
"""An action of the contract, ("play", "Punch#1")."""

CHANCE = "nature"


@dataclass(frozen=True, slots=True)
class Choice:
    """Who has to decide, what about, and every possible answer. `alike` are further answers that
    are as good: copies of a card in the same zone."""

    player: Player
    kind: str
    options: tuple[Action, ...]
    alike: tuple[Action, ...] = ()
    actors: tuple[tuple[Action, Player], ...] = ()
    """Actions that somebody else takes than whoever decides."""

    def actor(self, action: Action) -> Player:
        """Whose action it is."""
        return dict(self.actors).get(action, self.player)


class Undecided(Exception):
    """The answers are used up: somebody, or chance, has to decide."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        super().__init__(choice.kind)


class Impossible(ValueError):
    """What chance is said to decide cannot be."""


@dataclass(slots=True)
class Answer:
    """What a player has answered, and what chance decides from there to the next decision."""

    action: Action | None
    nature: tuple[Action, ...]


@dataclass(slots=True)
class Tape:
    """The answers so far: which one was given last, and how much chance has used of it."""

    answers: list[Answer]
    at: int = 0
    used: int = 0


@dataclass(slots=True)
class Proposed:
    """A move that a text steps in for: it happens only if the text says so."""

    fact: Fact
    top: bool
    happened: bool = False


@dataclass(slots=True)
class Table(ABC):
    """One game while a step of it is run."""

    game: Game
    pos: Position
    tape: Tape
    frames: list[Frame] = field(default_factory=list)
    """The texts that are being carried out, the innermost last."""
    attacks: list[Aimed] = field(default_factory=list)
    changing: list[str] = field(default_factory=list)
    """Which attributes are being worked out, so that changes are read in their order."""
    moment: Fact | None = None
    """The event that is being looked at."""
    replacing: list[tuple[Any, ...]] = field(default_factory=list)
    """The texts that step in for something right now."""
    proposed: list[Proposed] = field(default_factory=list)
    """The moves for which they do."""

    # ------------------------------------------------------------------ what is asked

    def ask(
        self,
        player: Player,
        kind: str,
        options: Iterable[Action],
        alike: Iterable[Action] = (),
        actors: Iterable[tuple[Action, Player]] = (),
    ) -> Action:
        """What a player decides. A decision with one possible answer is not asked."""
        found = tuple(options)
        if len(found) == 1:
            return found[0]
        return self.decide(Choice(player, kind, found, tuple(alike), tuple(actors)))

    def decide(self, choice: Choice) -> Action:
        """The next answer. Raises Undecided if there is none yet."""
        tape = self.tape
        if tape.at + 1 >= len(tape.answers):
            raise Undecided(choice)
        tape.at, tape.used = tape.at + 1, 0
        action = tape.answers[tape.at].action
        assert action is not None
        return action

    def chance(self, kind: str, cards: Sequence[Card]) -> Action:
        """What chance decides. Raises Undecided if it has not been told."""
        tape = self.tape
        nature = tape.answers[tape.at].nature
        if tape.used >= len(nature):
            raise Undecided(Choice(CHANCE, kind, ()))
        action = nature[tape.used]
        tape.used += 1
        if not set(action[1:]) <= set(cards) or (
            kind == "shuffle" and sorted(action[1:]) != sorted(cards)
        ):
            raise Impossible(f"chance cannot decide {action!r:.60}")
        return action

    # ------------------------------------------------------------------ cards

    def kind(self, card: Card) -> Kind:
        """The kind of a card."""
        return self.game.kind(card)

    def one_of_each(self, cards: Iterable[Card]) -> list[Card]:
        """Cards with the same key in the same zone are one option: the first of them."""
        found: dict[tuple[str, Zone], Card] = {}
        for card in cards:
            found.setdefault((self.kind(card).key, self.pos.where(card)), card)
        return list(found.values())

    def shuffle(self, zone: Zone) -> None:
        """Chance puts a pile in order."""
        cards = self.pos.cards(zone)
        self.pos.zones[zone] = self.chance("shuffle", cards)[1:]

    # ------------------------------------------------------------------ what others answer

    @abstractmethod
    def value(self, f: Frame, form: c.Value) -> Any:
        """What a value is now."""

    @abstractmethod
    def is_so(self, f: Frame, form: c.Value) -> bool | None:
        """Whether a condition holds; None: it speaks of a card that is not there."""

    @abstractmethod
    def standing(self, sort: str) -> list[Standing]:
        """Everything of a sort that stands now."""

    @abstractmethod
    def changed_each(self, row: str, several: list[tuple[tuple[Any, ...], Any]]) -> list[Any]:
        """An attribute of each of several, as it was printed, with what stands makes of it."""

    def changed(self, row: str, of: tuple[Any, ...], printed: Any) -> Any:
        """The same of one."""
        (found,) = self.changed_each(row, [(of, printed)])
        return found

    @abstractmethod
    def within(self, f: Frame, window: c.Value | None, turn: int) -> bool:
        """Whether it is that time now, for something that began in a turn."""

    @abstractmethod
    def possible(self, f: Frame, block: c.Block) -> bool:
        """Whether a block can be done in full."""

    @abstractmethod
    def carry_out(self, f: Frame, block: c.Block) -> Outcome:
        """Carry out statements, and tell what came of them."""

    @abstractmethod
    def steps(self, f: Frame, block: c.Block) -> Outcome:
        """The same, without a block of its own: names stay what they are."""

    @abstractmethod
    def happen(self, fact: Fact) -> Fact:
        """Note a fact; what waits for it becomes pending."""

    @abstractmethod
    def look_at_power(self) -> None:
        """Give the Power that follows the game."""

    @abstractmethod
    def resolve(self) -> None:
        """Resolve what is pending."""

    @abstractmethod
    def arrive(self) -> None:
        """Super-Villains that have come into the Line-Up appear."""

    @abstractmethod
    def refill(self) -> bool:
        """Fill the Line-Up; tells whether there were enough cards."""
