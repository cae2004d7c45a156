"""Scenarios as read: their steps, and what is wrong where one cannot be read or played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rules_check.oracle.box.arranging import Mixed
from rules_check.oracle.box.reading import AS_PRINTED, Reading
from rules_check.oracle.scenarios.event_checks import Check
from rules_check.oracle.scenarios.own_cards import OwnCards
from rules_check.rules.load import load_ruleset


class ScenarioError(ValueError):
    """A scenario cannot be read or played as written: where it stands, and what is wrong.

    `number` counts the scenarios of the file from 1 (0: the file itself), `key` is the key that
    is wrong, and `words` the part of its value, each empty where there is none.
    """

    def __init__(
        self,
        file: str,
        scenario: str,
        problem: str,
        *,
        number: int = 0,
        key: str = "",
        words: str = "",
    ) -> None:
        self.file = file
        self.scenario = scenario
        self.problem = problem
        self.number = number
        self.key = key
        self.words = words
        super().__init__(": ".join(part for part in (file, scenario, problem) if part))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, dict(self.__dict__))


def _again(kind: type[ScenarioError], args: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    """The same error in another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class BadKey(ScenarioError):
    """A key of the file is missing, unknown, or has a wrong value."""

    def __init__(
        self, file: str, scenario: str, key: str, problem: str, *, number: int = 0, words: str = ""
    ) -> None:
        said = f"{key}: {problem}" if key else problem
        super().__init__(file, scenario, said, number=number, key=key, words=words)
        self.reason = problem


class NotToml(BadKey):
    """The file as a whole cannot be read."""


class BadPosition(ScenarioError):
    """The game or the position of a scenario cannot be built."""


class BrokenCards(ScenarioError):
    """A scenario is not played, because a card that it needs has errors."""


# --------------------------------------------------------------------------- steps


@dataclass(frozen=True, slots=True)
class Act:
    """A player does something, or tries to and is refused with a code."""

    text: str
    seat: int
    label: str
    times: int = 1
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Fate:
    """Nature answers: some cards of a shuffle first, or an option; with neither, as it lies."""

    text: str
    first: tuple[str, ...] = ()
    label: str = ""
    times: int = 1


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold at this point."""

    text: str
    check: Check


Step: TypeAlias = Act | Fate | Expect


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as read. `position` is None for a game that begins with its set-up.

    `players` are the Characters by seat, empty for those of the play set. `set_up_refused` is
    part of what the engine must say to such players, empty where there is a game. `own` are the
    card files that join the game, `draft` says that nobody has confirmed what is expected,
    `number` counts the scenarios of its file, and the first `acts` steps stand under `when`.
    `end_of_turn` names the printed order of steps that ends a turn, empty for the first.
    `reading` is what is read otherwise than the books say.
    """

    file: str
    id: str
    game: str
    rules: tuple[str, ...]
    title: str
    steps: tuple[Step, ...]
    position: Mapping[str, Any] | None = field(default=None, hash=False)
    cards: str = ""
    ruling: str = ""
    variant: str = ""
    players: tuple[str, ...] = ()
    set_up_refused: str = ""
    mix: Mixed | None = None
    own: tuple[OwnCards, ...] = ()
    draft: bool = False
    number: int = 0
    acts: int = 0
    end_of_turn: str = ""
    reading: Reading = AS_PRINTED

    @property
    def flips(self) -> tuple[int, ...]:
        """The readings of its ruling that the book does not choose, counted from 1."""
        books = (self.game, *([self.mix.other] if self.mix else []))
        for ruling in (ruling for book in books for ruling in load_ruleset(book).rulings):
            if ruling.id == self.ruling:
                readings = range(1, len(ruling.readings) + 1)
                return tuple(number for number in readings if number != ruling.answer)
        return ()
