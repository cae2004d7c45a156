"""Each property notices an engine that breaks it, in a game of a few answers (10 to 14)."""

from __future__ import annotations

from typing import Any

from rules_check.oracle.effects.playing import play_card
from rules_check.oracle.game import Game
from rules_check.oracle.running.agenda import TASKS
from rules_check.oracle.turns import confrontation, main_phase, refusing, scoring
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Triggers
from rules_check.oracle.writing import json_, view
from tests.properties.short_games import CONFRONT, broken, buying, seen

# --------------------------------------------------------------------- 10 offered-or-refused


def test_an_action_that_is_not_offered_can_be_done(conf, monkeypatch):
    monkeypatch.setattr(refusing, "refuse", lambda *_: None)
    monkeypatch.setattr("rules_check.oracle.game.refuse", lambda *_: None)
    found = seen(conf, buying("Hired Muscle", power=0), ["play Punch"])
    broken(found, "offered-or-refused", "is not offered and can be done")


def test_an_action_that_is_offered_fails(conf, monkeypatch):
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(main_phase, "buy_card", fails)
    found = seen(conf, buying("Hired Muscle"), ["play Punch"])
    broken(found, "offered-or-refused", "buy Hired Muscle is offered: ZeroDivisionError: no")


def test_a_taken_action_fails(conf, monkeypatch):
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(main_phase, "buy_card", fails)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "offered-or-refused", "buy Hired Muscle: ZeroDivisionError: no")


# -------------------------------------------------------------------------- 11 end-and-score

LAST = {
    "P1": {"hand": ["Punch"], "deck": ["Punch x9"]},
    "line_up": ["Crossbow Teacher"],
    "main_deck_size": 0,
    "phase": "play",
}
"""The Line-Up cannot be filled at the end of this turn."""


def test_a_wrong_score(joker, monkeypatch):
    score = scoring.score
    monkeypatch.setattr(scoring, "score", lambda *args: score(*args) + 1)
    found = seen(joker, LAST, ["end turn"])
    broken(found, "end-and-score", "the scores are (1, 1); counted again they are (0, 0)")


def test_the_game_goes_on_without_a_last_character(joker, monkeypatch):
    monkeypatch.setattr(confrontation, "last_fell", lambda *_: None)
    position = {**CONFRONT, "P2": {"level": 3}, "power": {"P1": 15}}
    found = seen(joker, position, ["done"])
    broken(found, "end-and-score", "The Joker has fallen, and the game goes on")


def test_the_game_ends_too_soon(joker, monkeypatch):
    monkeypatch.setattr("rules_check.oracle.turns.turn.refill_line_up", lambda *_: False)
    position = {**LAST, "main_deck_size": 9}
    found = seen(joker, position, ["end turn"])
    broken(found, "end-and-score", "ended because cards were lacking, and there are enough")


# --------------------------------------------------------------------------- 12 hidden-cards


def test_a_player_sees_the_hands_of_the_foes(conf, monkeypatch):
    monkeypatch.setattr(view, "sees_hand", lambda *_: True)
    position = {**buying("Hired Muscle"), "P2": {"hand": ["Orion", "Punch"]}}
    found = seen(conf, position, ["play Punch"])
    broken(found, "hidden-cards", "Superman can see hidden cards under 'players'")


# ------------------------------------------------------------------------------ 13 turn-ends


def test_a_turn_that_cannot_be_ended(conf, monkeypatch):
    monkeypatch.setattr(main_phase, "why_no_end", lambda *_: "end.not_now")
    position = {
        "P1": {"hand": ["Punch"], "play": ["Lighthouse Cove"], "deck": ["Punch x5"]},
        "phase": "play",
        "power": {"P1": 3},
    }
    monkeypatch.setattr(main_phase, "start_use", lambda *_: None)
    found = seen(conf, position, ["play Punch"])
    broken(found, "turn-ends", "turn 1 goes on after 3,000 answers")


def test_a_resolution_that_runs_forever(conf, monkeypatch):
    def again(_g: Game, s: State, todo: Any) -> None:
        s.agenda.append(todo)

    monkeypatch.setitem(TASKS, Triggers, again)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "turn-ends", "no decision after 20,000 tasks")


# ------------------------------------------------------------------------ 14 replay-and-json


def test_a_value_is_lost_in_json(conf, monkeypatch):
    monkeypatch.setattr(json_, "PLAIN", tuple(x for x in json_.PLAIN if x != "announced"))
    position = {**CONFRONT, "P2": {"hand": ["Orion"]}}
    found = seen(conf, position, ["play Punch"])
    broken(found, "replay-and-json", "the state is another one after JSON: announced")


def test_the_same_answers_lead_elsewhere(conf, monkeypatch):
    times = iter(range(100))
    give = play_card

    def fickle(g: Game, s: State, player: int, card: int, *rest: Any) -> None:
        give(g, s, player, card, *rest)
        s.serial += next(times)

    monkeypatch.setattr(main_phase, "play_card", fickle)
    found = seen(conf, buying("Hired Muscle"), ["play Punch"])
    broken(found, "replay-and-json", "the same answer leads to another state: serial")
