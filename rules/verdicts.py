"""What is found about each open question: a game in which it matters, or why there is none.

The files stand in `rules/games/`. A `[[game]]` is a position, actions and, for each reading, how
the engine plays it and what comes of it; `oracle.scenarios` understands these. A `[[verdict]]`
says that a question never matters ("same"), needs what no book prints ("not printed"), or that
the engine plays one reading only ("not played").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from rules_check.rules.folders import RULES, folders
from rules_check.rules.model import Question
from rules_check.rules.reader import Table
from rules_check.rules.rulebooks import read_file

GAMES: Final = "games"
"""The folder with the files, inside that of the rules."""

Word: TypeAlias = Literal["executable", "same", "not printed", "not played"]
Unplayed: TypeAlias = Literal["same", "not printed", "not played"]

_GIVEN: Final = ("game", "players", "variant", "mix", "given")
_READ: Final = ("rulings", "parameters", "switches", "turn", "end_of_turn")


@dataclass(frozen=True, slots=True)
class PlayedReading:
    """One reading of a question in its game.

    `number` counts the readings of the question from 1. `changes` says what makes the engine play
    it (empty: as the books are read anyway), `cards` are cards whose text says only this reading,
    `when` what is done besides, and `then` what comes of it.
    """

    number: int
    changes: Mapping[str, Any]
    cards: str
    when: tuple[str, ...]
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is found about one question: a game with its readings, or a reason why there is none.

    `table` has the keys of a scenario file that say who plays and what is given; `when` is what
    is done under every reading.
    """

    question: str
    word: Word
    file: str
    reason: str = ""
    table: Mapping[str, Any] = field(default_factory=dict, hash=False)
    when: tuple[str, ...] = ()
    readings: tuple[PlayedReading, ...] = ()


def load_verdicts() -> Mapping[str, Verdict]:
    """The verdict on each question, by its id; those of further books too. Raises RulesetError."""
    return _verdicts(folders())


@cache
def _verdicts(everywhere: tuple[Path, ...]) -> Mapping[str, Verdict]:
    found: dict[str, Verdict] = {}
    for folder in everywhere:
        for path in sorted((folder / RULES / GAMES).glob("*.toml")):
            for table, verdict in parse_verdicts(*read_file(path)):
                if verdict.question in found:
                    there = found[verdict.question].file
                    raise table.error("question", f"{verdict.question} is also in {there}")
                found[verdict.question] = verdict
    return found


def parse_verdicts(text: str, file: str) -> Iterator[tuple[Table, Verdict]]:
    """The verdicts of one TOML text, each with its table for messages."""
    root = Table.parse(text, file)
    for table in root.tables("game", optional=True):
        yield table, _game(table, file)
    for table in root.tables("verdict", optional=True):
        yield table, _verdict(table, file)
    root.finish()


def _verdict(table: Table, file: str) -> Verdict:
    word = table.word("is", Unplayed)
    verdict = Verdict(table.text("question"), word, file, table.text("reason"))
    table.finish()
    return verdict


def _game(table: Table, file: str) -> Verdict:
    question = table.text("question")
    given = {key: table.value(key) for key in _GIVEN if table.has(key)}
    when = tuple(table.list_of_texts("when")) if table.has("when") else ()
    readings = tuple(_reading(one) for one in table.tables("reading"))
    table.finish()
    numbers = [reading.number for reading in readings]
    if len(numbers) < 2 or len(set(numbers)) < len(numbers):
        raise table.error("reading", "expected two or more, each of another number")
    return Verdict(question, "executable", file, "", given, when, readings)


def _reading(table: Table) -> PlayedReading:
    reading = PlayedReading(
        number=table.number("number"),
        changes={key: table.value(key) for key in _READ if table.has(key)},
        cards=table.text("cards", ""),
        when=tuple(table.list_of_texts("when")) if table.has("when") else (),
        then=tuple(table.list_of_texts("then")),
    )
    table.finish()
    if not reading.then:
        raise table.error("then", "is empty")
    return reading


def problem_with(verdict: Verdict, question: Question) -> str:
    """What does not fit the question; empty if everything does."""
    for reading in verdict.readings:
        if not 1 <= reading.number <= len(question.readings):
            return f"reading {reading.number}: {question.id} has {len(question.readings)}"
    return ""
