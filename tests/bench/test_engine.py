"""The measurements of the reference engine, with and without their yardstick. None is judged."""

from __future__ import annotations

import random
from collections.abc import Callable
from random import Random
from types import SimpleNamespace

import pytest

from bench import dominion, engine
from bench.dominion import RandomDecider
from bench.engine_sections import EnginePlan, EngineSections
from bench.figures import Aim, Figure, Setting, table
from bench.measure import Bench
from bench.profiling import MOST_ROWS, profile
from bench.random_play import (
    Tally,
    Walker,
    beginnings,
    copy_costs,
    game_of,
    positions,
    tally,
    walk,
    whole_games,
)
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.players.drive import play_game
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.values.choices import NATURE
from tests.effort import tries

SMALL = "rivals-batman-joker"
TALLY = {"games", "decisions", "seconds"}

with_pyminion = pytest.mark.skipif(dominion.version() is None, reason="pyminion is not installed")


@pytest.fixture(autouse=True)
def _no_waiting_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """A measurement looks through all that is loaded before each run, and lets go what
    `tests/conftest.py` has frozen: in a process of thousands of tests that takes seconds."""
    nothing = SimpleNamespace(collect=int, freeze=int, unfreeze=int)
    monkeypatch.setattr(engine, "gc", nothing)


# ------------------------------------------------------------------------ random play


@pytest.mark.parametrize("name", sorted(PLAY_SETS, key=SMALL.__ne__)[: tries(1, 4)])
def test_a_decision_is_an_answered_choice_of_a_player(name: str) -> None:
    game = game_of(name)
    rng = Random(1)
    played = play_game(game, [RandomPlayer(rng) for _ in game.seats], rng)
    state, natures = game.new(), 0
    for answer in played.answers:
        assert state.choice is not None
        natures += state.choice.player == NATURE
        game.take(state, answer)
    assert natures > 0
    rng = Random(1)
    walker = Walker(rng)
    walk(game, walker, rng)
    assert walker.decisions == played.decisions == len(played.answers) - natures
    assert whole_games(game, [1], trace=True)[:2] == (1, played.decisions)


def test_a_beginning_has_so_many_decisions() -> None:
    assert beginnings(game_of(SMALL), range(3), 20)[:2] == (3, 60)


def test_a_game_without_decisions_is_left_out() -> None:
    done = tally(range(4), lambda seed: 10 * seed)
    assert done[:2] == (3, 60)


def test_a_factor_multiplies_the_main_deck_only() -> None:
    one, four = game_of(SMALL), game_of(SMALL, 4)
    deck = sum(copies for _, copies in one.playset.main_deck)
    assert len(four.kinds) == len(one.kinds) + 3 * deck


def test_positions_are_those_before_decisions_and_copies_cost_time() -> None:
    states = positions(game_of(SMALL), range(2), 9, 40)
    assert len(states) == 9
    assert len({state.turn for state in states}) > 1
    assert all(state.choice is not None and state.choice.player != NATURE for state in states)
    assert all(cost > 0 for cost in copy_costs(states, 200))


def test_the_quickest_run_counts_and_all_take_turns() -> None:
    order: list[str] = []

    def runner(name: str, seconds: list[float]) -> Callable[[], Tally]:
        def run() -> Tally:
            order.append(name)
            return Tally(1, 1, seconds.pop())

        return run

    runs = {"ours": runner("ours", [3, 1, 2]), "theirs": runner("theirs", [4, 5, 6])}
    best, _ = engine.best_of(3, runs, {})
    assert order == ["ours", "theirs"] * 3
    assert {name: done.seconds for name, done in best.items()} == {"ours": 1, "theirs": 4}


# ---------------------------------------------------------------------------- answers


def test_without_pyminion_the_engine_is_measured_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dominion, "version", lambda: None)
    answer = engine.engine([SMALL], games=1, pyminion=1, rounds=1, number=3)
    assert answer["pyminion"] is None
    found = answer["sets"][SMALL]
    assert found.keys() == {"cards", "players", "off", "on", "quick", "copy"}
    assert found["off"].keys() == found["on"].keys() == found["quick"].keys() == TALLY
    assert found["quick"]["decisions"] > 0
    assert found["off"]["decisions"] == found["on"]["decisions"] > 0
    assert found["copy"]["positions"] == 3
    assert 0 < found["copy"]["mean"] <= found["copy"]["worst"]


def test_more_cards_are_measured() -> None:
    answer = engine.engine_growth(SMALL, [1, 3], games=1, decisions=30, rounds=1, number=3)
    assert list(answer) == ["1", "3"]
    assert answer["1"]["cards"] < answer["3"]["cards"]
    assert all(found["play"]["decisions"] == 30 for found in answer.values())


@with_pyminion
def test_pyminion_plays_the_same_games_with_and_without_its_log() -> None:
    with_log, silent = (dominion.whole_games(range(3), log=log) for log in (True, False))
    assert with_log[:2] == silent[:2]
    assert with_log.games == 3


@with_pyminion
def test_with_pyminion_both_are_measured() -> None:
    answer = engine.engine([SMALL], games=1, pyminion=2, rounds=1, number=1)
    found = answer["pyminion"]
    assert found.keys() == {"version", "players", "log", "silent"}
    assert found["log"].keys() == found["silent"].keys() == TALLY


# --------------------------------------------------------------------------- pyminion


def test_a_random_bot_counts_every_question() -> None:
    random.seed(7)
    bot, cards = RandomDecider(), ["Copper", "Silver", "Gold"]
    seen = {bot.action_phase_decision(cards, None, None) for _ in range(100)}
    assert seen == {*cards, None}
    assert {len(bot.treasure_phase_decision(cards, None, None)) for _ in range(100)} == {0, 1}
    assert bot.buy_phase_decision(valid_cards=[], player=None, game=None) is None
    assert {bot.binary_decision(prompt="", card=None) for _ in range(100)} == {True, False}
    assert bot.multi_play_decision(valid_cards=cards, required=True) in cards
    assert bot.decisions == 302


def test_a_random_bot_gives_as_many_cards_as_it_must_and_may() -> None:
    random.seed(7)
    bot, cards = RandomDecider(), ["Copper", "Silver", "Gold"]
    assert {len(bot.discard_decision(valid_cards=cards)) for _ in range(100)} == {0, 1, 2, 3}
    some = {len(bot.trash_decision(valid_cards=cards, max_num_trash=4)) for _ in range(100)}
    assert some == {0, 1, 2, 3}
    for _ in range(100):
        (gained,) = bot.gain_decision(valid_cards=cards, min_num_gain=1, max_num_gain=1)
        assert gained in cards
        two = bot.topdeck_decision(valid_cards=cards, min_num_topdeck=2, max_num_topdeck=2)
        assert len(set(two)) == 2


def test_a_game_that_does_not_end_is_given_up() -> None:
    bot = RandomDecider()
    bot.decisions = dominion.MOST_DECISIONS + 1
    with pytest.raises(dominion.Stuck):
        bot.buy_phase_decision(valid_cards=[])


# ---------------------------------------------------------------------------- figures

RUN = {"games": 2, "decisions": 6000, "seconds": 0.1}
SLOW = {"games": 2, "decisions": 2500, "seconds": 0.1}
COPY = {"positions": 3, "mean": 3.0, "worst": 21.0}
RUNS = {"off": RUN, "on": SLOW, "quick": RUN}
SETS = {SMALL: {"cards": 104, "players": 2, **RUNS, "copy": COPY}}
PYMINION = {"version": "0.4.0", "players": 2, "log": SLOW, "silent": RUN}


class Canned(Bench):
    """Has all answers already."""

    def __init__(self, pyminion: object) -> None:
        self._pyminion = pyminion

    def ask(self, task: str, **arguments: object) -> dict[str, object]:
        if task == "engine":
            return {"sets": SETS, "pyminion": self._pyminion}
        assert arguments["factors"] == (1, 8)
        return {
            "1": {"cards": 100, "play": RUN, "copy": COPY},
            "8": {"cards": 800, "play": SLOW, "copy": COPY},
        }


def figures(pyminion: object) -> list[Figure]:
    return list(EngineSections(Canned(pyminion), EnginePlan(1, 1, 1, 3, (1, 8), 1, 9)).all())


def test_aims_are_judged_against_the_yardstick() -> None:
    made = {(figure.section, figure.name): figure for figure in figures(PYMINION)}
    against = "decisions a second, in those of pyminion 0.4.0"
    off, on = made[against, f"{SMALL}, trace off"], made[against, f"{SMALL}, trace on"]
    assert off.value == pytest.approx(1.0)
    assert on.value == pytest.approx(1 / 2.4)
    assert off.met is False
    assert on.met is False
    assert made[against, f"{SMALL}, quick engine"].met is True
    logged = made[against, f"{SMALL}, trace on; it with its log"]
    assert logged.value == pytest.approx(1.0)
    assert logged.met is None
    copies = [figure for figure in made.values() if figure.section.startswith("State.copy()")]
    assert [figure.met for figure in copies] == [True, False]


def test_without_the_yardstick_there_are_no_ratios_and_the_table_says_so() -> None:
    made = figures(None)
    assert not any("pyminion" in figure.section + figure.name for figure in made)
    assert [figure.value for figure in made if figure.name.endswith("time a decision")] == [
        pytest.approx(2.4)
    ] * len(PLAY_SETS)
    missing = "pyminion is not installed: the yardstick of the engine is missing"
    assert missing in table(Setting("3.11", 2, quick=False), made)
    assert missing not in table(Setting("3.11", 2, quick=False, pyminion="0.4.0"), made)


def test_an_aim_can_be_a_lower_bound() -> None:
    least = Aim(2, "at least x2", side="least")
    met = [Figure("", "", value, "ratio", least).met for value in (1.99, 2, 3)]
    assert met == [False, True, True]


# ---------------------------------------------------------------------------- profile


def test_a_profile_shows_functions_and_files_of_the_engine() -> None:
    head, functions, files = profile(SMALL, 1).split("\n\n")
    assert head.startswith(f"{SMALL}: 1 random games, ")
    rows = functions.splitlines()[1:]
    assert len(rows) == MOST_ROWS
    shares = [float(row.split()[0]) for row in rows]
    assert shares == sorted(shares, reverse=True)
    assert any("oracle/quick/playing.py: run, line " in row for row in rows)
    assert "%  rules_check/oracle/quick/playing.py\n" in files
