"""A scenario, played and recorded in the words of the contract: set-up, steps, positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules_check.conform.games import Table, further_cards
from rules_check.oracle.conformance.contract import SET_UP
from rules_check.oracle.conformance.positions import (
    dump_action,
    dump_position,
    is_chance,
    nature_action,
)
from rules_check.oracle.conformance.setups import dump_setup, unpacked
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.model import Scenario
from rules_check.oracle.scenarios.positions import build_state, laid_out
from rules_check.oracle.scenarios.runner import Played, as_it_lies, play
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.writing.json_ import dump_game

JSON = Any


@dataclass(frozen=True, slots=True)
class Recording:
    """What was given and done: `states` and `positions` have one more entry than `steps`.

    `at` says for each step of the scenario how many steps had been done before it.
    """

    played: Played
    table: Table
    mix: list[JSON]
    setup: dict[str, JSON]
    steps: list[JSON] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    positions: list[JSON] = field(default_factory=list)
    at: list[int] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.played.game


def record(scenario: Scenario, *, cut: bool = False) -> Recording:
    """Play a scenario and write down what is done; one that was `cut` may end with a decision
    open. Raises ScenarioError, ValueError."""
    played = play(scenario)
    failures = [x for x in played.outcome.failures if not (cut and x.open)]
    if failures:
        raise ValueError(str(failures[0]))
    g = played.game
    told = dump_game(g)
    seats = g.seats if told["mix"] else ()
    table = Table(g.ruleset.name, told["variant"] or "", _text(told["mix"]), tuple(seats))
    setup = _setup(g, scenario)
    setup["cards"] = further_cards(g, table)
    found = Recording(played, table, told["mix"], setup)
    start = g.new() if scenario.position is None else _begun(g, scenario)
    _replay(found, start)
    return found


def _text(value: JSON) -> str:
    import json

    return json.dumps(value)


def _setup(g: Game, scenario: Scenario) -> dict[str, JSON]:
    if scenario.position is None:
        return dump_setup(g, unpacked(g), SET_UP)
    begin = scenario.position.get("phase", "start")
    return dump_setup(g, laid_out(g, scenario.position), begin)


def _begun(g: Game, scenario: Scenario) -> State:
    assert scenario.position is not None
    return build_state(g, scenario.position, trace=False)


def _replay(found: Recording, s: State) -> None:
    """Take every decision again, and look at the position at each decision of a player."""
    g = found.game
    nature = found.setup["nature"]
    counts = [0]
    for option in _answers(found, s):
        if is_chance(s):
            nature.append(nature_action(g, s, option))
        else:
            _note(found, s)
            nature = []
            seat = g.seat(g.actor(s, option))
            action = dump_action(g, s, option)
            found.steps.append({"actor": seat, "action": action, "nature": nature})
        counts.append(len(found.steps))
        g.answer(s, option)
    _note(found, s)
    found.at.extend(counts[number] for number in found.played.begun)


def _answers(found: Recording, s: State) -> Iterator[Option]:
    """Every decision of the scenario, and what chance would still have to decide at its end."""
    yield from found.played.answers
    while is_chance(s):
        assert s.choice is not None
        yield as_it_lies(s.choice)


def _note(found: Recording, s: State) -> None:
    found.states.append(s.copy())
    found.positions.append(dump_position(found.game, s))
