"""Scenario files: reading `*.toml` into scenarios, with errors that say where they stand.

docs/scenario-files.md tells how to write one; `oracle.scenarios.runner` plays them. The scenarios
of the project name the rules that they show; those of others name the card files they are about.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from rules_check.grammar.findings import closest
from rules_check.oracle.box.arranging import Mixed
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.reading import Reading
from rules_check.oracle.scenarios.checks import parse_check
from rules_check.oracle.scenarios.model import (
    Act,
    BadKey,
    BadPosition,
    BrokenCards,
    Expect,
    Fate,
    NotToml,
    Scenario,
    ScenarioError,
    Step,
)
from rules_check.oracle.scenarios.moments import UnreadableLine, parse_cards, parse_seat
from rules_check.oracle.scenarios.own_cards import OwnCards
from rules_check.rules.load import load_ruleset

__all__ = [
    "BadKey",
    "BadPosition",
    "BrokenCards",
    "NotToml",
    "OwnFile",
    "Scenario",
    "ScenarioError",
    "load_scenarios",
    "read_own_scenarios",
    "read_scenarios",
    "scenario_of",
]

NEW: Final = "new"
"""The word for a game that begins with its set-up."""

FindCards: TypeAlias = Callable[[str], OwnCards]
"""The card file that a scenario file names."""

_FILE_KEYS: Final = frozenset({"game", "players", "variant", "mix", "scenario"})
_SCENARIO_KEYS: Final = frozenset(
    {"id", "game", "rules", "ruling", "title", "players", "variant", "mix", "given", "when", "then"}
    | {"end_of_turn"}
)
_OWN_FILE_KEYS: Final = _FILE_KEYS | {"cards"}
_OWN_SCENARIO_KEYS: Final = _SCENARIO_KEYS | {"cards", "draft"}
_MIX_KEYS: Final[Mapping[str, type]] = {"with": str, "how": str, "out": list}
_SEATS: Final = ("P1", "P2", "P3", "P4", "P5")
_POSITION_KEYS: Final[Mapping[str, type]] = {
    "active": str,
    "phase": str,
    "confront": str,
    "line_up": list,
    "main_deck": list,
    "destroyed": list,
    "removed": list,
    "stacks": dict,
    "super_villains": list,
    "face_down": bool,
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
    bool: "true or false",
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
    root = _root(text, file)
    root.only(_FILE_KEYS)
    for keys in _tables(root):
        yield _read(keys, root)


class OwnFile(NamedTuple):
    """The scenarios of a file that can be read, and what is wrong with the others."""

    scenarios: tuple[Scenario, ...]
    errors: tuple[ScenarioError, ...]


def read_own_scenarios(text: str, file: str, find_cards: FindCards) -> OwnFile:
    """The scenarios of somebody's own file, which may name card files but needs no rules.

    What is wrong with one scenario keeps no other from being read.
    """
    errors: dict[str, ScenarioError] = {}
    scenarios: dict[str, Scenario] = {}

    def note(error: ScenarioError) -> None:
        errors.setdefault(str(error), error)

    try:
        root = _root(text, file)
        tables = list(_tables(root))
    except BadKey as error:
        return OwnFile((), (error,))
    try:
        root.only(_OWN_FILE_KEYS)
    except BadKey as error:
        note(error)
    for keys in tables:
        try:
            scenario = _read(keys, root, find_cards)
            if scenario.id in scenarios:
                before = scenarios[scenario.id].number
                raise keys.error("id", f"scenario {before} of this file has it already")
            scenarios[scenario.id] = scenario
        except ScenarioError as error:
            note(error)
    return OwnFile(tuple(scenarios.values()), tuple(errors.values()))


def scenario_of(table: Mapping[str, Any], file: str, reading: Reading) -> Scenario:
    """One scenario from the values of its table, played by a reading. Raises ScenarioError.

    It needs to name no rules, and names no card files.
    """
    keys = _Keys(file, str(table.get("id", "")), table)
    return replace(_read(keys, _Keys(file, "", {}), _no_file), reading=reading)


def _no_file(name: str) -> OwnCards:
    return OwnCards(name, "", "", problem="write the cards themselves (given.cards)")


def _root(text: str, file: str) -> _Keys:
    try:
        return _Keys(file, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise NotToml(file, "", "", f"not valid TOML: {error}") from error
    except RecursionError as error:
        raise NotToml(file, "", "", "not valid TOML: too many brackets in brackets") from error


def _tables(root: _Keys) -> Iterator[_Keys]:
    """The tables of the scenarios."""
    for number, table in enumerate(root.get("scenario", list, []), start=1):
        if type(table) is not dict:
            raise root.error("scenario", "expected [[scenario]] tables")
        yield _Keys(root.file, str(table.get("id", f"scenario {number}")), table, number=number)


@dataclass(frozen=True, slots=True)
class _Keys:
    """A table of a file, with errors that say where it stands."""

    file: str
    scenario: str
    data: Mapping[str, Any]
    inside: str = ""
    number: int = 0

    def error(self, key: str, problem: str, words: str = "") -> BadKey:
        """An error about one key, or some words of its value (to be raised by the caller)."""
        key = f"{self.inside}{key}"
        return BadKey(self.file, self.scenario, key, problem, number=self.number, words=words)

    def only(self, known: frozenset[str]) -> None:
        """Refuse keys that are not known."""
        for key in self.data:
            if key not in known:
                near = closest(key, known)
                meant = f"; did you mean {near!r}?" if near else ""
                listed = f"; known are {', '.join(sorted(known))}"
                raise self.error(key, f"is not known here{meant or listed}")

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


def _read(keys: _Keys, root: _Keys, find_cards: FindCards | None = None) -> Scenario:
    """One scenario: of the project, or, where its card files can be found, of somebody else."""
    keys.only(_SCENARIO_KEYS if find_cards is None else _OWN_SCENARIO_KEYS)
    id_ = keys.get("id", str)
    own = () if find_cards is None else _own_cards(keys, root, find_cards)
    game = keys.get("game", str, root.get("game", str, own[0].ruleset if own else ""))
    if game not in play_set_names():
        raise _bad_game(keys, game, own)
    rules = keys.texts("rules", None if find_cards is None else [])
    ruling = keys.get("ruling", str, "")
    mix = _mix(keys) or _mix(root)
    books = (game, mix.other) if mix else (game,)
    _check_ids(keys, books, rules, ruling)
    if find_cards is None:
        _check_id(keys, id_, rules, ruling)
    for cards in own:
        if cards.ruleset not in books:
            problem = f"{cards.path} is for {cards.ruleset}, not for {' and '.join(books)}"
            raise keys.error("cards" if "cards" in keys.data else "game", problem)
    position, given_cards = _given(keys)
    then = keys.texts("then")
    refused = _set_up_refused(then)
    when = keys.texts("when", [])
    if not then or (refused and "when" in keys.data):
        raise keys.error("then", "expects nothing" if not then else "nobody plays: drop `when`")
    steps = [] if refused else [*when, *(f"then {line}" for line in then)]
    return Scenario(
        file=keys.file,
        id=id_,
        game=game,
        rules=rules,
        title=keys.get("title", str, None if find_cards is None else ""),
        steps=tuple(_step(keys, line, at < len(when)) for at, line in enumerate(steps)),
        position=position,
        cards=given_cards,
        ruling=ruling,
        variant=keys.get("variant", str, root.get("variant", str, "")),
        end_of_turn=keys.get("end_of_turn", str, ""),
        players=keys.texts("players", list(root.texts("players", []))),
        set_up_refused=refused,
        mix=mix,
        own=own,
        draft=keys.get("draft", bool, False),
        number=keys.number,
        acts=len(when),
    )


def _own_cards(keys: _Keys, root: _Keys, find_cards: FindCards) -> tuple[OwnCards, ...]:
    """The card files of a scenario: its own, else those of the whole file."""
    names = keys.texts("cards", list(root.texts("cards", [])))
    own = {name: find_cards(name) for name in names}
    for name, cards in own.items():
        if cards.problem:
            place = {"key": "cards", "words": name}
            raise BrokenCards(keys.file, keys.scenario, cards.problem, number=keys.number, **place)
    return tuple(own.values())


def _bad_game(keys: _Keys, game: str, own: tuple[OwnCards, ...]) -> BadKey:
    known = ", ".join(play_set_names())
    if not game:
        return keys.error("game", f"is missing; name one of {known}, or a card file (`cards`)")
    if "game" not in keys.data and own and own[0].ruleset == game:
        problem = f"{own[0].path} is for {game}, which is not played; played are {known}"
        return keys.error("cards", problem)
    return keys.error("game", f"expected one of {known}, found {game!r}", game)


def _mix(keys: _Keys) -> Mixed | None:
    if "mix" not in keys.data:
        return None
    table = replace(keys, data=keys.get("mix", dict), inside="mix.")
    table.checked(_MIX_KEYS)
    mixed = Mixed(table.get("with", str), table.get("how", str), table.texts("out", []))
    if mixed.other not in play_set_names():
        raise table.error("with", f"expected one of {', '.join(play_set_names())}")
    return mixed


def _check_ids(keys: _Keys, books: tuple[str, ...], rules: tuple[str, ...], ruling: str) -> None:
    """Rules and rulings are those of the books."""
    for rule in rules:
        if not any(rule in load_ruleset(book).rules for book in books):
            raise keys.error("rules", f"the book has no rule {rule}", rule)
    known = {known.id for book in books for known in load_ruleset(book).rulings}
    if ruling and ruling not in known:
        raise keys.error("ruling", f"the book has no ruling {ruling}", ruling)


def _check_id(keys: _Keys, id_: str, rules: tuple[str, ...], ruling: str) -> None:
    """A scenario of the project is named for its rule or ruling."""
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


def _step(keys: _Keys, line: str, acts: bool) -> Step:
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
        words = line if acts else line.removeprefix("then ")
        raise keys.error("when" if acts else "then", str(error), words) from error


def _fate(line: str, answer: str) -> Fate:
    if match := re.fullmatch(r"as it lies(?: x(\d+))?", answer):
        return Fate(line, times=int(match[1] or 1))
    if answer.startswith("order "):
        return Fate(line, first=parse_cards(answer.removeprefix("order ")))
    return Fate(line, label=answer)
