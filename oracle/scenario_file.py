"""Scenario files: reading `*.toml` into scenarios, with errors that say where they stand.

tests/scenarios/README.md tells how to write one; `oracle.scenario` plays them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from rules_check.oracle.names import play_set_names
from rules_check.oracle.scenario_checks import Check, parse_check
from rules_check.oracle.scenario_moment import UnreadableLine, parse_cards, parse_seat
from rules_check.rules.load import load_ruleset

NEW: Final = "new"
"""The word for a game that begins with its set-up."""


class ScenarioError(ValueError):
    """A scenario cannot be read or played as written: where it stands, and what is wrong."""

    def __init__(self, file: str, scenario: str, problem: str) -> None:
        self.file = file
        self.scenario = scenario
        self.problem = problem
        super().__init__(": ".join(part for part in (file, scenario, problem) if part))

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[Any, ...]]:
        return type(self), (self.file, self.scenario, self.problem)


class BadKey(ScenarioError):
    """A key of the file is missing, unknown, or has a wrong value."""

    def __init__(self, file: str, scenario: str, key: str, problem: str) -> None:
        super().__init__(file, scenario, f"{key}: {problem}" if key else problem)
        self.key = key
        self.reason = problem

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[Any, ...]]:
        return type(self), (self.file, self.scenario, self.key, self.reason)


class BadPosition(ScenarioError):
    """The game or the position of a scenario cannot be built."""


# --------------------------------------------------------------------------- model


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


class Mixed(NamedTuple):
    """Another game that is mixed in, how, and the Characters whose cards are taken out."""

    other: str
    how: str
    out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as read. `position` is None for a game that begins with its set-up.

    `players` are the Characters by seat, empty for those of the play set. `set_up_refused` is
    part of what the engine must say to such players, empty where there is a game.
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

    @property
    def flips(self) -> tuple[int, ...]:
        """The readings of its ruling that the book does not choose, counted from 1."""
        for ruling in load_ruleset(self.game).rulings:
            if ruling.id == self.ruling:
                readings = range(1, len(ruling.readings) + 1)
                return tuple(number for number in readings if number != ruling.answer)
        return ()


# ------------------------------------------------------------------------- reading

_FILE_KEYS: Final = frozenset({"game", "players", "variant", "mix", "scenario"})
_SCENARIO_KEYS: Final = frozenset(
    {"id", "game", "rules", "ruling", "title", "players", "variant", "mix", "given", "when", "then"}
)
_MIX_KEYS: Final[Mapping[str, type]] = {"with": str, "how": str, "out": list}
_SEATS: Final = ("P1", "P2", "P3", "P4")
_POSITION_KEYS: Final[Mapping[str, type]] = {
    "active": str,
    "phase": str,
    "confront": str,
    "line_up": list,
    "main_deck": list,
    "destroyed": list,
    "removed": list,
    "stacks": dict,
    "main_deck_size": int,
    "power": dict,
    "turn": int,
    "order": list,
    **dict.fromkeys(_SEATS, dict),
}
_SEAT_KEYS: Final[Mapping[str, type]] = {
    **dict.fromkeys(("hand", "deck", "discard", "play", "parked", "score"), list),
    "level": int,
    "beaten_by": str,
}
_TYPES: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    list: "a list of texts",
    dict: "a table",
}


def load_scenarios(directory: Path) -> tuple[Scenario, ...]:
    """Every scenario of the TOML files in a folder, by file name. Raises ScenarioError."""
    scenarios: list[Scenario] = []
    for path in sorted(directory.glob("*.toml")):
        scenarios += read_scenarios(path.read_text(encoding="utf-8"), path.name)
    first: dict[str, str] = {}
    for scenario in scenarios:
        if scenario.id in first:
            raise BadKey(scenario.file, scenario.id, "id", f"already used in {first[scenario.id]}")
        first[scenario.id] = scenario.file
    return tuple(scenarios)


def read_scenarios(text: str, file: str) -> Iterator[Scenario]:
    """The scenarios of one TOML text; `file` is for messages. Raises ScenarioError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadKey(file, "", "", f"not valid TOML: {error}") from error
    root = _Keys(file, "", data)
    root.only(_FILE_KEYS)
    for place, table in enumerate(root.get("scenario", list, []), start=1):
        if type(table) is not dict:
            raise root.error("scenario", "expected [[scenario]] tables")
        yield _read(_Keys(file, str(table.get("id", f"scenario {place}")), table), root)


@dataclass(frozen=True, slots=True)
class _Keys:
    """A table of a file, with errors that say where it stands."""

    file: str
    scenario: str
    data: Mapping[str, Any]
    inside: str = ""

    def error(self, key: str, problem: str) -> BadKey:
        """An error about one key (to be raised by the caller)."""
        return BadKey(self.file, self.scenario, f"{self.inside}{key}", problem)

    def only(self, known: frozenset[str]) -> None:
        """Refuse keys that are not known."""
        for key in self.data:
            if key not in known:
                raise self.error(key, f"is not known here; known are {', '.join(sorted(known))}")

    def get(self, key: str, kind: type, default: Any = None) -> Any:
        """A value of a type, or the default; missing without a default is an error."""
        value = self.data.get(key, default)
        if value is None:
            raise self.error(key, "is missing")
        if type(value) is not kind:
            raise self.error(key, f"expected {_TYPES[kind]}, found {value!r}")
        return value

    def texts(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        """A list of texts."""
        values = self.get(key, list, default)
        for value in values:
            if type(value) is not str:
                raise self.error(key, f"expected {_TYPES[list]}, found {value!r} in it")
        return tuple(values)

    def checked(self, kinds: Mapping[str, type]) -> Mapping[str, Any]:
        """The whole table, where every key has a type."""
        self.only(frozenset(kinds))
        for key in self.data:
            kind = kinds[key]
            if kind is list:
                self.texts(key)
            else:
                self.get(key, kind)
        return self.data


def _read(keys: _Keys, root: _Keys) -> Scenario:
    keys.only(_SCENARIO_KEYS)
    id_, game = keys.get("id", str), keys.get("game", str, root.get("game", str, ""))
    if game not in play_set_names():
        raise keys.error("game", f"expected one of {', '.join(play_set_names())}, found {game!r}")
    rules, ruling = keys.texts("rules"), keys.get("ruling", str, "")
    mix = _mix(keys) or _mix(root)
    books = (game, mix.other) if mix else (game,)
    _check_ids(keys, books, id_, rules, ruling)
    position, cards = _given(keys)
    then = keys.texts("then")
    refused = _set_up_refused(then)
    steps = [] if refused else [*keys.texts("when", []), *(f"then {line}" for line in then)]
    if not then or (refused and "when" in keys.data):
        raise keys.error("then", "expects nothing" if not then else "nobody plays: drop `when`")
    return Scenario(
        file=keys.file,
        id=id_,
        game=game,
        rules=rules,
        title=keys.get("title", str),
        steps=tuple(_step(keys, line) for line in steps),
        position=position,
        cards=cards,
        ruling=ruling,
        variant=keys.get("variant", str, root.get("variant", str, "")),
        players=keys.texts("players", list(root.texts("players", []))),
        set_up_refused=refused,
        mix=mix,
    )


def _mix(keys: _Keys) -> Mixed | None:
    if "mix" not in keys.data:
        return None
    table = replace(keys, data=keys.get("mix", dict), inside="mix.")
    table.checked(_MIX_KEYS)
    mixed = Mixed(table.get("with", str), table.get("how", str), table.texts("out", []))
    if mixed.other not in play_set_names():
        raise table.error("with", f"expected one of {', '.join(play_set_names())}")
    return mixed


def _check_ids(
    keys: _Keys, books: tuple[str, ...], id_: str, rules: tuple[str, ...], ruling: str
) -> None:
    ruleset = load_ruleset(books[0])
    for rule in rules:
        if not any(rule in load_ruleset(book).rules for book in books):
            raise keys.error("rules", f"the book has no rule {rule}")
    if ruling and ruling not in {known.id for known in ruleset.rulings}:
        raise keys.error("ruling", f"the book has no ruling {ruling}")
    named = re.match(r"[A-Z]+-[A-Z]+\d+", id_)
    if named is None or named[0] not in (*rules, ruling):
        raise keys.error("id", "expected the id of one of its rules at the beginning")


def _given(keys: _Keys) -> tuple[Mapping[str, Any] | None, str]:
    """The position, and the text of further cards; no position for a new game."""
    if keys.data.get("given") == NEW:
        return None, ""
    given = dict(keys.get("given", dict, {}))
    table = replace(keys, data=given, inside="given.")
    cards: str = table.get("cards", str, "")
    given.pop("cards", None)
    if "new" in given:
        if given != {"new": True}:
            raise table.error("new", "a new game is given nothing but `new = true` and `cards`")
        return None, cards
    table.checked(_POSITION_KEYS)
    for seat in _SEATS:
        if seat in given:
            replace(table, data=given[seat], inside=f"given.{seat}.").checked(_SEAT_KEYS)
    return given, cards


def _set_up_refused(then: tuple[str, ...]) -> str:
    match = re.fullmatch(r"set-up refused: (\S.*)", then[0]) if len(then) == 1 else None
    return match[1] if match else ""


def _step(keys: _Keys, line: str) -> Step:
    try:
        if line.startswith("then "):
            return Expect(line, parse_check(line.removeprefix("then ").strip()))
        if line.startswith("nature: "):
            return _fate(line, line.removeprefix("nature: "))
        match = re.fullmatch(r"(P\d): (\S.*?)(?: x(\d+))?(?: -> refused (\S+))?", line)
        if match is None:
            raise UnreadableLine(line, "expected `P1: ...`, `nature: ...` or `then ...`")
        times = int(match[3] or 1)
        if times < 1 or (match[4] and times > 1):
            raise UnreadableLine(line, "a refused action is tried once, any other at least once")
        return Act(line, parse_seat(match[1]), match[2], times, match[4] or "")
    except UnreadableLine as error:
        where = "then" if line.startswith("then ") else "when"
        raise keys.error(where, str(error)) from error


def _fate(line: str, answer: str) -> Fate:
    if match := re.fullmatch(r"as it lies(?: x(\d+))?", answer):
        return Fate(line, times=int(match[1] or 1))
    if answer.startswith("order "):
        return Fate(line, first=parse_cards(answer.removeprefix("order ")))
    return Fate(line, label=answer)
