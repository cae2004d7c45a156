"""Games that Hypothesis plays; what it finds, it makes short and tells as a story."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.game import Game
from rules_check.oracle.quick import confrontation
from rules_check.oracle.quick.state import State
from rules_check.oracle.quick.values import cost_to_defeat
from rules_check.properties.machine import GameMachine, Refuted, play_picks
from rules_check.properties.strategies.games import game_of, named_positions, picks
from tests.effort import tries

few = settings(
    max_examples=tries(15, 40),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
)


def test_whole_games_by_a_machine():
    run_state_machine_as_test(
        GameMachine, settings=settings(few, max_examples=tries(6, 12), stateful_step_count=25)
    )


@few
@given(named_positions(PLAY_SETS), picks)
def test_short_games_from_any_position(at, numbers):
    name, position = at
    play_picks(game_of(name), position, numbers, every=2)


def test_a_failure_is_made_short_and_told(monkeypatch):
    """The shortest game with a Confrontation at exactly the cost, with "exceed" made "equal"."""
    defeat = confrontation.defeat

    def exceeding(s: State, winner: int, loser: int, card: int) -> None:
        if s.power[winner] > cost_to_defeat(s, card, winner):
            defeat(s, winner, loser, card)

    monkeypatch.setattr(confrontation, "defeat", exceeding)

    # Having found one, Hypothesis would look for others for ten seconds by the clock: on a slow
    # machine it would find fewer, and make another one short.
    @settings(few, max_examples=400, database=None, report_multiple_bugs=False)
    @given(named_positions(("rivals-batman-joker",)), picks)
    def search(at: tuple[str, dict[str, object]], numbers: list[int]) -> None:
        name, position = at
        play_picks(
            game_of(name),
            {**position, "phase": "play", "confront": "P2", "active": "P1", "power": {"P1": 9}},
            numbers,
            every=50,
        )

    with pytest.raises(Refuted) as found:
        search()
    told = str(found.value)
    assert "block-exceeds-power: The Joker stands although the cost" in told
    assert "RBJ-B06" in told
    answers = told.split("answers):")[1].strip().splitlines()
    assert len([line for line in answers if "turn" in line]) <= 3, told
    assert "Batman: done" in told


def test_the_games_are_those_of_the_play_sets():
    assert isinstance(game_of("confrontations"), Game)
    assert game_of("confrontations") is game_of("confrontations")
