"""The driver: whole games, every answer written down, and the same game again from them.

RULES_CHECK_GAMES says in how many games every decision is looked at, the play sets taken in
turn; `make campaign` takes 200.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import (
    BadReplay,
    EndlessGame,
    play_game,
    play_on,
    replay_answers,
)
from rules_check.oracle.players.player import RandomPlayer, ScriptedPlayer
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.seen import view
from rules_check.oracle.values.choices import NATURE, Choice
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import END, PASS, YES, AssistWith, Order
from rules_check.oracle.values.state import State
from rules_check.oracle.writing.json_ import dump_option, load_option
from tests.effort import tries

GAMES = int(os.environ.get("RULES_CHECK_GAMES", tries(2, 4)))
EVERY = 1 if "RULES_CHECK_GAMES" in os.environ else tries(5, 1)
each_play_set = pytest.mark.parametrize("name", PLAY_SETS)
some_play_sets = pytest.mark.parametrize("name", PLAY_SETS[:: tries(2, 1)])


@cache
def game_of(name: str) -> Game:
    return Game(load_play_set(name))


def randomly(name: str, seed: int, *, trace: bool = False) -> tuple[State, list[Option], int]:
    game, rng = game_of(name), Random(seed)
    return play_game(game, [RandomPlayer(rng) for _ in game.seats], rng, trace=trace)


# ------------------------------------------------------------------------ whole games


@each_play_set
def test_a_game_comes_to_its_end(name: str) -> None:
    state, answers, decisions = randomly(name, 0)
    assert state.choice is None
    assert state.result is not None
    assert 0 < decisions < len(answers)


@some_play_sets
def test_the_answers_make_the_same_game_again(name: str) -> None:
    state, answers, _ = randomly(name, 1, trace=True)
    again = game_of(name).new(trace=True)
    replay_answers(game_of(name), again, answers)
    assert (again, again.trace) == (state, state.trace)


def test_the_trace_changes_nothing_but_the_trace() -> None:
    with_trace, without = randomly(PLAY_SETS[1], 2, trace=True), randomly(PLAY_SETS[1], 2)
    assert with_trace == without
    assert with_trace[0].trace
    assert without[0].trace is None


def test_a_game_without_an_end_is_an_error() -> None:
    game, rng = game_of(PLAY_SETS[0]), Random(0)
    with pytest.raises(EndlessGame, match="not over after 50 answers, in turn") as caught:
        play_game(game, [RandomPlayer(rng) for _ in game.seats], rng, limit=50)
    assert pickle.loads(pickle.dumps(caught.value)).limit == 50


def test_a_player_who_raises_leaves_the_game_as_it_is() -> None:
    game, rng = game_of(PLAY_SETS[1]), Random(0)
    state, answers = game.new(), list[Option]()
    with pytest.raises(Exception, match="no answer is left"):
        play_on(game, state, [ScriptedPlayer(())] * 2, rng, answers)
    again = game.new()
    replay_answers(game, again, answers)
    assert again == state
    assert again.choice is not None
    assert again.choice.player != NATURE


def test_nature_shuffles_all_cards_of_a_pile_in_any_order() -> None:
    game = game_of(PLAY_SETS[1])
    firsts = set()
    for seed in range(40):
        answers: list[Option] = []
        with pytest.raises(EndlessGame):
            play_on(game, game.new(), [], Random(seed), answers, limit=1)
        (order,) = answers
        assert isinstance(order, Order)
        assert sorted(order.cards) == sorted(game.zone(game.new(), "main-deck"))
        firsts.add(order.cards[0])
    assert len(firsts) > 15


# ------------------------------------------------------------------- who is asked what


class Recorder:
    """Answers by a rule and writes down what it was asked."""

    def __init__(self, *wishes: str) -> None:
        self.wishes = wishes
        self.asked: list[list[str]] = []

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        assert choice is state.choice
        labels = [game.label(state, option) for option in options]
        self.asked.append(labels)
        for wish in self.wishes:
            if wish in labels:
                return options[labels.index(wish)]
        return options[-1]


def confrontation() -> tuple[Game, State]:
    position = {
        "active": "P1",
        "phase": "play",
        "confront": "P2",
        "P1": {"hand": ["Punch x2"]},
        "P3": {"hand": ["Enhanced Strength", "Punch"]},
    }
    return game_of("confrontations"), build_state(game_of("confrontations"), position)


def until_turn_ends(game: Game, state: State, players: Sequence[Recorder]) -> list[Option]:
    answers: list[Option] = []
    turn = state.turn
    while state.turn == turn and state.choice is not None:
        with pytest.raises(EndlessGame):
            play_on(game, state, players, Random(0), answers, limit=1)
    return answers


def test_a_partner_is_asked_first_with_its_own_cards_and_may_pass() -> None:
    game, state = confrontation()
    players = [Recorder("play Punch"), Recorder(), Recorder("pass"), Recorder()]
    until_turn_ends(game, state, players)
    assist = ["assist with Enhanced Strength", "pass"]
    assert players[2].asked[:3] == [assist, assist, assist], "once for each choice"
    assert players[0].asked[:3] == [["play Punch", "done"], ["play Punch", "done"], ["done"]]


def test_a_partner_who_assists_acts_in_place_of_the_active_player() -> None:
    game, state = confrontation()
    players = [
        Recorder("play Punch"),
        Recorder(),
        Recorder("assist with Enhanced Strength"),
        Recorder(),
    ]
    answers = until_turn_ends(game, state, players)
    assert isinstance(answers[0], AssistWith)
    assert PASS not in answers, "that a partner passes is no answer of the game"
    assert len([labels for labels in players[2].asked if len(labels) > 1]) >= 1
    assert ["assist with Enhanced Strength", "pass"] not in players[2].asked[1:]


# --------------------------------------------------------------------------- replaying


def test_a_replay_names_the_answer_that_does_not_fit() -> None:
    game = game_of(PLAY_SETS[1])
    _, answers, _ = randomly(PLAY_SETS[1], 0)
    first = next(at for at, option in enumerate(answers) if option == END)
    wrong = [*answers[:first], YES, *answers[first + 1 :]]
    with pytest.raises(BadReplay) as caught:
        replay_answers(game, game.new(), wrong)
    assert caught.value.number == first + 1
    assert str(caught.value).startswith(f"answer {first + 1}: ")
    assert caught.value.code


def test_a_replay_that_goes_on_after_the_end_is_refused() -> None:
    game = game_of(PLAY_SETS[1])
    _, answers, _ = randomly(PLAY_SETS[1], 0)
    with pytest.raises(BadReplay, match="over") as caught:
        replay_answers(game, game.new(), [*answers, END])
    assert caught.value.number == len(answers) + 1


# ------------------------------------------------------------- every decision, as JSON


class Inspector(RandomPlayer):
    """A random player that looks at every position it is asked in, or at some (`EVERY`)."""

    asked = 0

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        self.asked += 1
        if self.asked % EVERY:
            return super().decide(game, state, choice, options)
        text = json.dumps(game.dump(state))
        again = game.load(json.loads(text))
        assert again == state
        assert hash(again) == hash(state)
        assert json.dumps(game.dump(again)) == text
        assert state.copy() == state
        labels = []
        for option in choice.options:
            value = json.loads(json.dumps(dump_option(game, option)))
            assert load_option(game, value) == option
            assert game.refuse(state, option) is None
            labels.append(game.label(state, option))
            assert game.parse(state, labels[-1]) == option
        assert len(set(labels)) == len(labels), labels
        json.dumps(view(game, state, choice.player))
        answer = super().decide(game, state, choice, options)
        if answer in choice.options:
            beside = state.copy()
            game.take(beside, answer)
            game.take(again, answer)
            assert again == beside, "the loaded state goes on in the same way"
        return answer


@pytest.mark.parametrize("seed", range(GAMES))
def test_states_and_choices_survive_json_at_every_decision(seed: int) -> None:
    game, rng = game_of(PLAY_SETS[seed % len(PLAY_SETS)]), Random(seed)
    play_game(game, [Inspector(rng) for _ in game.seats], rng)
