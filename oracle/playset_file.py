"""The files of play sets (`cards/play/NAME.toml`) as they are written, before any card is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules_check.rules.load import load_ruleset
from rules_check.rules.model import LANGUAGE_QUESTIONS, Ruleset
from rules_check.rules.reader import RulesetError, Table

NEEDED: Final = (
    "players.allowed",
    "hand_size",
    "lineup.size",
    "opponent.kind",
    "confront.max_defeats_per_turn",
    "end_of_turn.hand_is_discard_event",
    "end.conditions",
    "score.return",
    "score.weakness_vp",
    "score.tie_breaks",
)
"""The parameters that a book has to state to be played."""


class PlaySetError(ValueError):
    """A play set is wrong: which file, which key or card in it, and what about it."""

    def __init__(self, file: str, key: str, message: str) -> None:
        self.file = file
        self.key = key
        self.message = message
        super().__init__(": ".join(part for part in (file, key, message) if part))

    def __reduce__(self) -> tuple[type[PlaySetError], tuple[str, str, str]]:
        return PlaySetError, (self.file, self.key, self.message)


@dataclass(frozen=True, slots=True)
class Values:
    """What a play set says of one card; None where it says nothing."""

    cost: int | None = None
    vp: int | None = None
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A TOML file as read, before any card is.

    `levels` makes a Character without a name of its own a level of another: its printed
    name, then the Character and the level.
    """

    file: str
    ruleset: Ruleset
    files: tuple[str, ...]
    cost: int
    vp: int
    character_vp: tuple[int, ...]
    answers: Mapping[str, str]
    values: Mapping[str, Values]
    levels: Mapping[str, tuple[str, int]]
    main_deck: Mapping[str, int]
    sides: Mapping[str, tuple[str, ...]]
    seats: tuple[str, ...]

    def error(self, key: str, message: str) -> PlaySetError:
        """An error about one key of the file (to be raised by the caller)."""
        return PlaySetError(self.file, key, message)


@lru_cache(maxsize=8)
def read_plan(text: str, file: str) -> Plan:
    """The plan that a TOML text writes; `file` is for messages."""
    try:
        return _plan(Table.parse(text, file))
    except RulesetError as error:
        raise PlaySetError(error.file, error.key, error.problem) from error


def _plan(root: Table) -> Plan:
    defaults, answers = root.table("defaults"), root.table("answers", optional=True)
    values, levels = root.table("values", optional=True), root.table("levels", optional=True)
    main_deck, sides = root.table("main_deck"), root.table("sides", optional=True)
    for question in answers:
        options = LANGUAGE_QUESTIONS.get(question, ())
        if answers.text(question) not in options:
            raise answers.error(question, f"expected one of {', '.join(options) or 'nothing'}")
    ruleset = load_ruleset(root.text("ruleset"))
    for key in NEEDED:
        if key not in ruleset.parameters:
            raise RulesetError(ruleset.file, f"parameters.{key}", "no game is played without it")
    plan = Plan(
        file=root.file,
        ruleset=ruleset,
        files=root.texts("files"),
        cost=defaults.number("cost"),
        vp=defaults.number("vp"),
        character_vp=defaults.numbers("character_vp"),
        answers=answers.all_texts(),
        values={name: _card_values(values.table(name)) for name in values},
        levels={name: _level(levels.table(name)) for name in levels},
        main_deck={name: main_deck.number(name) for name in main_deck},
        sides={name: sides.texts(name) for name in sides},
        seats=root.texts("seats"),
    )
    defaults.finish()
    root.finish()
    return plan


def _card_values(table: Table) -> Values:
    values = Values(
        table.number("cost") if table.has("cost") else None,
        table.number("vp") if table.has("vp") else None,
        table.text("symbol") if table.has("symbol") else None,
    )
    table.finish()
    return values


def _level(table: Table) -> tuple[str, int]:
    level = table.text("character"), table.number("level")
    table.finish()
    return level
