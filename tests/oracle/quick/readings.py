"""Games that are there because a rule can be read in another way: those of the questions of the
rules, the scenarios of rulings, and some of our own for readings that only another book chooses."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules_check.oracle.box.reading import Reading
from rules_check.oracle.scenarios.files import load_scenarios, scenario_of
from rules_check.oracle.scenarios.model import Scenario
from rules_check.oracle.values.switches import switches_of
from rules_check.rulebook.games import reading_of, scenario_for
from rules_check.rules.load import load_ruleset
from rules_check.rules.verdicts import load_verdicts

SCENARIOS: Final = Path(__file__).parents[2] / "scenarios"
OWN: Final = Path(__file__).parent / "readings.toml"


class Case(NamedTuple):
    """A scenario in a reading, and by what it is called."""

    name: str
    scenario: Scenario
    changes: Mapping[str, Any]
    """What is read otherwise: switches, parameters and orders of steps."""
    comes_true: bool
    """Whether what it says comes true in this reading, and not in another only."""
    own: bool = False
    """Whether it stands here only, and is no question of the rules and no scenario of a ruling."""


def changes_of(game: str, reading: Reading) -> Mapping[str, Any]:
    """What a reading changes in a game."""
    book = load_ruleset(game)
    own = {ruling.id for ruling in book.rulings}
    flipped = {id_: number for id_, number in reading.rulings if id_ in own}
    read = switches_of(book, flipped).but(**dict(reading.switches))
    orders = {"turn": reading.turn, "end_of_turn": reading.end_of_turn}
    found: dict[str, Any] = dict(read.unlike(switches_of(book, {})))
    return {**found, **dict(reading.parameters), **{k: v for k, v in orders.items() if v}}


def question_games() -> Iterator[Case]:
    """The games of the questions of the rules: what each reading says, by the rules of each."""
    for id_, verdict in load_verdicts().items():
        for script in verdict.readings if verdict.word == "executable" else ():
            for rules in verdict.readings:
                if not rules.changes:
                    continue
                read = reading_of(verdict, rules)
                scenario = scenario_for(verdict, script, rules)
                name = f"{id_} {script.number} by {rules.number}"
                so = script.number == rules.number
                yield Case(name, scenario, changes_of(scenario.game, read), so)


@cache
def all_scenarios() -> list[Scenario]:
    """Every scenario."""
    return [x for x in load_scenarios(SCENARIOS) if not x.set_up_refused]


def ruling_games() -> Iterator[Case]:
    """The scenarios of rulings, in each reading that the book does not choose."""
    for one in all_scenarios():
        if one.end_of_turn:
            yield Case(one.id, one, {"end_of_turn": one.end_of_turn}, True)
        for number in one.flips:
            read = replace(one.reading, rulings=((one.ruling, number),))
            books = [one.game] if one.mix is None else [one.game, one.mix.other]
            changed = {k: v for book in books for k, v in changes_of(book, read).items()}
            if changed:
                yield Case(f"{one.id} {number}", replace(one, reading=read), changed, False)


def own_games() -> Iterator[Case]:
    """Games for readings that a book chooses, in the game of another."""
    for table in tomllib.loads(OWN.read_text(encoding="utf-8"))["game"]:
        switch, _, value = table["id"].partition("=")
        scenario = scenario_of(table, OWN.name, Reading(switches=((switch, value),)))
        yield Case(table["id"], scenario, {switch: value}, True, own=True)


@cache
def written() -> list[Case]:
    """The games that are there because of a reading."""
    return [*question_games(), *ruling_games(), *own_games()]
