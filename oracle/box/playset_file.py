"""The files of play sets (`cards/play/NAME.toml`), and what has to be right of them as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules_check.grammar.cardmodel import UNKNOWN, Card
from rules_check.rules.language import told
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Ruleset
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
    name, then the Character and the level (0 where Characters have none).
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
    super_villains: Mapping[str, int]
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
    villains = root.table("super_villains", optional=True)
    for question in answers:
        options = told(question).answers
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
        character_vp=defaults.numbers("character_vp", ()),
        answers=answers.all_texts(),
        values={name: _card_values(values.table(name)) for name in values},
        levels={name: _level(levels.table(name)) for name in levels},
        main_deck={name: main_deck.number(name) for name in main_deck},
        super_villains={name: villains.number(name) for name in villains},
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
    level = table.text("character"), table.number("level", 0)
    table.finish()
    return level


# ---------------------------------------------------- what is checked of it as a whole


def check_rulings(ruleset: Ruleset, rulings: Mapping[str, int]) -> None:
    """Other readings are for rulings that there are, and are readings of theirs."""
    known = {ruling.id: ruling for ruling in ruleset.rulings}
    for id_, reading in rulings.items():
        if id_ not in known:
            raise PlaySetError(f"rules/{ruleset.name}.toml", id_, "there is no such ruling")
        readings = len(known[id_].readings)
        if not 1 <= reading <= readings:
            message = f"expected reading 1 to {readings}, found {reading}"
            raise PlaySetError(f"rules/{ruleset.name}.toml", id_, message)


def check_names(plan: Plan, cards: Mapping[str, Card]) -> None:
    """Values and levels are for cards that there are, and for what their lines do not print."""
    for table, key in ((plan.values, "values"), (plan.levels, "levels")):
        for name in table:
            if name not in cards:
                raise plan.error(f"{key}.{name}", "no card of the files has this name")
    for name, values in plan.values.items():
        line = cards[name].line
        for key in ("cost", "vp", "symbol"):
            stands = getattr(line, key)
            if getattr(values, key) is not None and stands not in (None, UNKNOWN):
                raise plan.error(f"values.{name}.{key}", "the card file has a value")


def checked_sides(plan: Plan) -> Mapping[str, tuple[str, ...]]:
    """The sides, which have to share all Characters between them."""
    if plan.sides or plan.ruleset.teams:
        named = [name for side in plan.sides.values() for name in side]
        if sorted(named) != sorted(plan.ruleset.characters):
            raise plan.error("sides", "every Character belongs to one side")
    return plan.sides


def checked_seats(plan: Plan) -> tuple[str, ...]:
    """Who plays, in turn order; the members of a team do not sit next to each other."""
    allowed = plan.ruleset.parameters["players.allowed"]
    assert isinstance(allowed, tuple)
    if len(plan.seats) not in allowed:
        numbers = " or ".join(map(str, allowed))
        raise plan.error("seats", f"expected {numbers} players, found {len(plan.seats)}")
    for name in plan.seats:
        if name not in plan.ruleset.characters:
            raise plan.error("seats", f"{name} is no {plan.ruleset.character_word} of the game")
    side_of = {name: side for side, names in plan.sides.items() for name in names}
    for place, name in enumerate(plan.seats):
        if side_of and side_of[name] == side_of[plan.seats[place - 1]]:
            raise plan.error("seats", f"{name} sits next to a member of the same side")
    return plan.seats
