"""Each property notices an engine that breaks it, in a game of a few answers (10 to 14)."""

from __future__ import annotations

from typing import Any

from rules_check.oracle import game as face
from rules_check.oracle import seen as seeing
from rules_check.oracle.quick import acts, confrontation, scoring, turn, waiting, writing
from rules_check.oracle.quick.state import Game, Option, State
from tests.properties.quick_faults import fails, nothing, rewrite
from tests.properties.short_games import CONFRONT, broken, buying, seen
from tests.properties.test_broken_engine_forgotten import with_pear

# --------------------------------------------------------------------- 10 offered-or-refused


def test_an_action_that_is_not_offered_can_be_done(conf, monkeypatch):
    monkeypatch.setattr(face.Game, "refuse", nothing)
    found = seen(conf, buying("Hired Muscle", power=0), ["play Punch"])
    broken(found, "offered-or-refused", "is not offered and can be done")


def test_a_card_that_is_no_copy_of_an_offered_one_can_be_bought(conf, monkeypatch):
    def whatever(s: State, options: tuple[Option, ...]) -> list[Option]:
        return [(tag, x) for tag, *one in options if one for x in s.zones[s.where[one[0]]]]

    monkeypatch.setattr(face, "alike", whatever)
    position = {
        "P1": {"hand": ["Vulnerability x3"]},
        "line_up": ["Borrowed Grimoire", "Hired Muscle"],
        "phase": "play",
        "power": {"P1": 3},
    }
    found = seen(conf, position, ["play Vulnerability"] * 3)
    muscle = next(card for card, kind in enumerate(conf.kinds) if kind.name == "Hired Muscle")
    broken(found, "offered-or-refused", f"{muscle} is not offered and can be done")


def test_an_action_that_is_offered_fails(conf, monkeypatch):
    monkeypatch.setattr(turn, "buy_card", fails)
    found = seen(conf, buying("Hired Muscle"), ["play Punch"])
    broken(found, "offered-or-refused", "buy Hired Muscle is offered: ZeroDivisionError: no")


def test_a_taken_action_fails(conf, monkeypatch):
    monkeypatch.setattr(turn, "buy_card", fails)
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
    monkeypatch.setattr(confrontation, "last_fell", nothing)
    position = {**CONFRONT, "P2": {"level": 3}, "power": {"P1": 15}}
    found = seen(joker, position, ["done"])
    broken(found, "end-and-score", "The Joker has fallen, and the game goes on")


def test_the_game_ends_too_soon(joker, monkeypatch):
    monkeypatch.setattr(turn, "refill_line_up", lambda *_: False)
    position = {**LAST, "main_deck_size": 9}
    found = seen(joker, position, ["end turn"])
    broken(found, "end-and-score", "ended because cards were lacking, and there are enough")


# --------------------------------------------------------------------------- 12 hidden-cards


def test_a_player_sees_the_hands_of_the_foes(conf, monkeypatch):
    monkeypatch.setattr(seeing, "sees_hand", lambda *_: True)
    position = {**buying("Hired Muscle"), "P2": {"hand": ["Orion", "Punch"]}}
    found = seen(conf, position, ["play Punch"])
    broken(found, "hidden-cards", "Superman can see hidden cards under 'players'")


# ------------------------------------------------------------------------------ 13 turn-ends


def test_a_turn_that_cannot_be_ended(conf, monkeypatch):
    rewrite(monkeypatch, turn, "offer", "if free or may_end(s):", "if False:")
    monkeypatch.setitem(turn.OFFERS, "play_and_buy", turn.offer)
    monkeypatch.setattr(turn, "use", nothing)
    position = {
        "P1": {
            "hand": ["Punch"],
            "play": ["Lighthouse Cove", "Sunken Archive"],
            "deck": ["Punch x5", "Sea Gate"],
        },
        "phase": "play",
    }
    found = seen(conf, position, ["play Punch"])
    broken(found, "turn-ends", "turn 1 goes on after 3,000 answers")


def test_a_resolution_that_runs_forever(monkeypatch):
    """What waits is not taken from what waits when its turn has come; the engine stops it."""
    whole = "        s.pending = tuple(x for x in s.pending if x is not one)\n"
    rewrite(monkeypatch, waiting, "resolve", whole, "")
    monkeypatch.setattr(turn, "resolve", waiting.resolve)
    shows = "Ongoing: Each time you draw a card during your turn, reveal the top card of your deck."
    position = {
        "P1": {"hand": ["Pear"], "play": ["Tried"], "deck": ["Punch x4"]},
        "phase": "play",
    }
    found = seen(with_pear(shows), position, ["play Pear"])
    broken(found, "turn-ends", "texts set each other off without end, and were stopped: Tried")


# ------------------------------------------------------------------------ 14 replay-and-json


def test_a_value_is_lost_in_json(conf, monkeypatch):
    def forgets(g: Game, data: dict[str, Any]) -> State:
        s = load_rest(g, data)
        s.confronted = None
        return s

    load_rest = writing.load_rest
    monkeypatch.setattr(writing, "load_rest", forgets)
    position = {**CONFRONT, "P2": {"hand": ["Orion"]}}
    found = seen(conf, position, ["play Punch"])
    broken(found, "replay-and-json", "the state is another one after JSON")


def test_a_value_is_not_written(conf, monkeypatch):
    monkeypatch.setattr(writing, "PLAIN", tuple(x for x in writing.PLAIN if x != "confronted"))
    position = {**CONFRONT, "P2": {"hand": ["Orion"]}}
    found = seen(conf, position, ["play Punch"])
    broken(found, "replay-and-json", "the state is another one after JSON")


def test_the_same_answers_lead_elsewhere(conf, monkeypatch):
    times = iter(range(100))
    play_card = acts.play_card

    def fickle(s: State, *rest: Any, **more: Any) -> None:
        play_card(s, *rest, **more)
        s.count += next(times)

    monkeypatch.setattr(turn, "play_card", fickle)
    found = seen(conf, buying("Hired Muscle"), ["play Punch"])
    broken(found, "replay-and-json", "the same answer leads to another state")
