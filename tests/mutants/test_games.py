"""Games of the mutants: recorded, broken off at a fault, and shortened."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game, Refused
from rules_check.oracle.scenarios.files import Scenario, load_scenarios
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.state import State
from rules_check.properties.model import Property, Step
from rules_check.properties.registry import PROPERTIES
from tests.mutants.games import (
    Find,
    RecordedGame,
    Recording,
    broken,
    properties_in,
    shortened,
    told,
)
from tests.mutants.trial import SCENARIOS, played, unrefereed_scenarios

NAMES = [prop.name for prop in PROPERTIES]


@pytest.fixture
def game() -> RecordedGame:
    RecordedGame.recorded()
    return RecordedGame(load_play_set("confrontations"))


def punches(game: Game) -> State:
    given = {"hand": ["Punch x3", "Vulnerability"], "deck": ["Vulnerability x5"]}
    return build_state(game, {"phase": "play", "P1": given, "P2": {"hand": ["Punch x5"]}})


def play(game: Game, state: State, *labels: str) -> None:
    for label in labels:
        game.answer(state, game.parse(state, label))


def test_game_is_recorded_without_what_was_refused(game: RecordedGame) -> None:
    state = punches(game)
    play(game, state, "play Punch")
    with pytest.raises(Refused):
        play(game, state, "confront Lex Luthor")
    play(game, state, "play Vulnerability")
    recording = game.recorded()
    assert recording is not None
    assert told(recording) == ["P1: play Punch", "P1: play Vulnerability"]
    assert game.recorded() is None


def test_confrontation_of_a_given_position_counts_as_announced(game: RecordedGame) -> None:
    hand = {"hand": ["Punch x9", "Vulnerability"]}
    state = build_state(game, {"phase": "play", "confront": "P2", "P1": hand})
    play(game, state, *["play Punch"] * 9, "done")
    recording = game.recorded()
    assert recording is not None
    assert recording.turn[-1].kind == "confront"
    assert told(recording) == ["P1: play Punch x9", "P1: done"]
    assert broken(recording) is None


def no_punch(step: Step) -> Iterator[str]:
    """A property that does not hold, for the tests."""
    for event in step.events:
        if event.kind == "play" and step.game.name(event.cards[0]) == "Punch":
            yield "a Punch was played"


NO_PUNCH = Property(NAMES[0], "Nobody plays a Punch.", no_punch)


def test_game_that_breaks_a_property_ends_there(game: RecordedGame) -> None:
    state = punches(game)
    play(game, state, "play Vulnerability", "play Punch", "play Punch")
    recording = game.recorded()
    assert recording is not None
    assert broken(recording) is None
    find = broken(recording, [NO_PUNCH])
    assert find is not None
    assert told(find.recording) == ["P1: play Vulnerability", "P1: play Punch"]
    assert find.violations[0].message == "a Punch was played"


def test_game_is_shortened_to_what_is_needed(
    game: RecordedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = punches(game)
    play(game, state, "play Vulnerability", "end turn", "no Confrontation", "play Punch")
    recording = game.recorded()
    assert recording is not None
    find = broken(recording, [NO_PUNCH])
    assert find is not None
    monkeypatch.setattr("tests.mutants.games.PROPERTIES", (NO_PUNCH,))
    short = shortened(find)
    assert told(short.recording) == ["P2: no Confrontation", "P2: play Punch"]


def test_game_that_cannot_be_shortened_stays_as_it_is(game: RecordedGame) -> None:
    state = punches(game)
    play(game, state, "play Punch")
    recording = game.recorded()
    assert isinstance(recording, Recording)
    find = broken(recording, [NO_PUNCH])
    assert isinstance(find, Find)
    assert shortened(find) is find


# ------------------------------------------------------------------ the games of scenarios


@cache
def scenarios() -> dict[str, Scenario]:
    return {scenario.id: scenario for scenario in load_scenarios(SCENARIOS)}


def scenario_broken(name: str) -> Find | None:
    problem, recording = played(scenarios()[name])
    assert not problem
    assert recording is not None
    return broken(recording, properties_in(recording.game))


@pytest.mark.parametrize(
    "name",
    [
        "CONF-TS05-cannot-play-block-cards",  # all in one step
        "CONF-RE03-round-and-round",  # its own card sets itself off
        "HU-LO04-each-time-once",  # the book caps a text that says "each time"
    ],
)
def test_what_a_scenario_is_about_breaks_no_property(name: str) -> None:
    assert scenario_broken(name) is None


@pytest.mark.parametrize("name", unrefereed_scenarios())
def test_property_is_broken_without_a_fault_where_it_is_not_asked(name: str) -> None:
    assert scenario_broken(name) is not None
    assert unrefereed_scenarios()[name].endswith(".")
