"""Each property notices an engine that breaks it, in a game of a few answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules_check.grammar.ast import AvoidAttack, Verb
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.effects.playing import play_card
from rules_check.oracle.game import Game
from rules_check.oracle.running.agenda import TASKS
from rules_check.oracle.running.line_up import refill_line_up
from rules_check.oracle.running.moving import move_card
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.standing import costs
from rules_check.oracle.trace.saying import say
from rules_check.oracle.turns import confrontation, main_phase, refusing, scoring, using
from rules_check.oracle.values.options import Order
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import BeginTurn, LosePower, Main, Refill, Triggers
from rules_check.oracle.writing import json_, view
from rules_check.properties.model import Violation
from rules_check.properties.referee import Broken, Referee
from rules_check.properties.story import describe

MOST_ANSWERS = 12


def seen(game: Game, position: dict[str, Any], labels: Sequence[str]) -> tuple[Violation, ...]:
    """What the referee says about a short game, every property looked at in every step."""
    state = build_state(game, position)
    referee = Referee(game, state, every=1)
    assert len(labels) <= MOST_ANSWERS
    try:
        for label in labels:
            choice = state.choice
            assert choice is not None, f"the game is over before {label!r}"
            if choice.kind == "shuffle":
                referee.take(state, Order(choice.cards))
                choice = state.choice
                assert choice is not None
            option = game.parse(state, label)
            assert option in choice.options, f"{label!r} is not offered"
            referee.take(state, option)
        while state.choice is not None and state.choice.kind == "shuffle":
            referee.take(state, Order(state.choice.cards))
        return referee.end(state)
    except Broken as broken:
        told = describe(game, referee.start, referee.answers, broken.violations)
        return broken.violations if "the game (" in told else ()


@pytest.fixture
def conf() -> Game:
    return Game(load_play_set("confrontations"))


@pytest.fixture
def joker() -> Game:
    return Game(load_play_set("rivals-batman-joker"))


@pytest.fixture
def shazam() -> Game:
    return Game(load_play_set("rivals-shazam-black-adam"))


CONFRONT = {
    "P1": {"hand": ["Punch"], "deck": ["Punch x6"]},
    "P2": {"deck": ["Vulnerability x2"]},
    "phase": "play",
    "confront": "P2",
    "power": {"P1": 9},
}
"""Nine Power against a Character that costs nine."""


def buying(name: str, power: int = 9) -> dict[str, Any]:
    return {
        "P1": {"hand": ["Punch"], "deck": ["Punch x6"]},
        "line_up": [name],
        "phase": "play",
        "power": {"P1": power},
    }


def broken(found: tuple[Violation, ...], name: str, words: str) -> None:
    """The property of that name, and perhaps others, did not hold."""
    mine = [v.message for v in found if v.property == name]
    assert any(words in message for message in mine), found


def test_the_engine_as_it_is_breaks_nothing(conf, joker):
    assert seen(joker, CONFRONT, ["done"]) == ()
    assert seen(conf, buying("Hired Muscle"), ["buy Hired Muscle", "end turn"]) == ()


# ----------------------------------------------------------------------- 1 card-conservation


def test_a_bought_card_is_lost(conf, monkeypatch):
    def loses(g: Game, s: State, card: int, *rest: Any, **more: Any) -> None:
        move_card(g, s, card, *rest, **more)
        zone = s.where[card]
        s.zones[zone] = tuple(c for c in s.zones[zone] if c != card)

    monkeypatch.setattr(main_phase, "move_card", loses)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "card-conservation", "there are 191 cards, not 192")


def test_a_bought_card_goes_elsewhere_than_told(conf, monkeypatch):
    def strays(g: Game, s: State, card: int, *rest: Any, **more: Any) -> None:
        move_card(g, s, card, *rest, **more)
        trace, s.trace = s.trace, None
        move_card(g, s, card, 0, Verb.PUT, 0, "")
        s.trace = trace

    monkeypatch.setattr(main_phase, "move_card", strays)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "card-conservation", "should lie in P1 discard and lies in P1 hand")


# --------------------------------------------------------------------- 2 block-exceeds-power


def test_equal_saves_the_character(joker, monkeypatch):
    monkeypatch.setattr(joker, "sw", joker.sw.but(equal="saves"))
    found = seen(joker, CONFRONT, ["done"])
    broken(found, "block-exceeds-power", "survived at cost 9 against 9 Power")


def test_a_block_raises_too_much(shazam, monkeypatch):
    cost = costs.cost_to_defeat
    monkeypatch.setattr(confrontation, "cost_to_defeat", lambda *args: cost(*args) + 1)
    found = seen(shazam, CONFRONT, ["done"])
    broken(found, "block-exceeds-power", "compared at cost 10; it is 9")


def test_a_raised_cost_outlives_the_turn(shazam, monkeypatch):
    monkeypatch.setattr("rules_check.oracle.turns.turn.expire", lambda *_: None)
    position = {**CONFRONT, "P2": {"hand": ["Warding Cape"], "deck": ["Vulnerability x2"]}}
    found = seen(shazam, position, ["done", "block with Warding Cape"])
    broken(found, "block-exceeds-power", "said for the last turn still holds")


# --------------------------------------------------------------------- 3 one-defeat-per-turn


def test_surplus_power_defeats_the_next_version_too(joker, monkeypatch):
    monkeypatch.setattr(joker, "sw", joker.sw.but(overflow="many"))
    found = seen(joker, {**CONFRONT, "power": {"P1": 25}}, ["done"])
    broken(found, "one-defeat-per-turn", "2. Character defeated in one turn")


# ------------------------------------------------------------ 4 no-purchase-in-confrontation


def test_a_purchase_in_a_confrontation(joker, monkeypatch):
    offer = TASKS[Main]

    def forgets(g: Game, s: State, todo: Any) -> None:
        target, s.confronted = s.confronted, -1
        offer(g, s, todo)
        s.confronted = target

    monkeypatch.setitem(TASKS, Main, forgets)
    found = seen(joker, {**CONFRONT, "line_up": ["Huntress"]}, ["buy Huntress"])
    broken(found, "no-purchase-in-confrontation", "bought in a turn with a Confrontation")


def test_a_confrontation_with_another_than_the_lowest(conf, monkeypatch):
    monkeypatch.setattr(confrontation, "targets", lambda *_: (1, 3))
    position = {"P1": {"hand": ["Punch"]}, "P2": {"level": 2}}
    found = seen(conf, position, ["confront Lex Luthor"])
    broken(found, "no-purchase-in-confrontation", "is not the lowest foe")


# --------------------------------------------------------------------------- 5 power-balance


def test_a_purchase_for_too_little(conf, monkeypatch):
    monkeypatch.setattr(main_phase, "cost_to_buy", lambda *_: 1)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "power-balance", "bought for 1 Power; it costs 5")


def test_power_that_survives_the_turn(conf, monkeypatch):
    def keeps(g: Game, s: State, todo: Any) -> None:
        power = s.power[:]
        begin(g, s, todo)
        s.power[:] = power

    begin = TASKS[BeginTurn]
    monkeypatch.setitem(TASKS, BeginTurn, keeps)
    monkeypatch.setitem(TASKS, LosePower, lambda *_: None)
    found = seen(conf, buying("Hired Muscle"), ["end turn"])
    broken(found, "power-balance", "Superman has 9 Power; the events give 0")


# ---------------------------------------------------------------------------- 6 line-up-size


def test_a_slot_is_filled_at_once(conf, monkeypatch):
    def hasty(g: Game, s: State, card: int, *rest: Any, **more: Any) -> None:
        move_card(g, s, card, *rest, **more)
        refill_line_up(g, s, "end.refill")

    monkeypatch.setattr(main_phase, "move_card", hasty)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "line-up-size", "came into the Line-Up before the step for it")


def test_the_line_up_is_not_filled(conf, monkeypatch):
    monkeypatch.setitem(TASKS, Refill, lambda *_: None)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle", "end turn"])
    broken(found, "line-up-size", "the turn began with 0 cards in the Line-Up")


def test_a_basic_card_in_the_main_deck(conf, monkeypatch):
    def strays(g: Game, s: State, card: int, *rest: Any, **more: Any) -> None:
        move_card(g, s, card, g.main_deck, *rest[1:], **more)

    monkeypatch.setattr(main_phase, "move_card", strays)
    found = seen(conf, buying("Hired Muscle"), ["buy Enhanced Strength"])
    broken(found, "line-up-size", "Enhanced Strength#1 is in the main deck")


# ---------------------------------------------------------------------- 7 hand-and-reshuffle


def test_a_hand_of_four(conf, monkeypatch):
    monkeypatch.setattr(conf, "hand_size", 4)
    found = seen(conf, buying("Hired Muscle"), ["end turn"])
    broken(found, "hand-and-reshuffle", "drew 4 cards for a new hand; 3 more were there")


def test_a_reshuffle_that_nobody_needs(conf, monkeypatch):
    monkeypatch.setattr(conf, "sw", conf.sw.but(reshuffle="at_once"))
    position = {
        "P1": {"hand": ["Punch"], "deck": ["Punch x5"], "discard": ["Punch x3"]},
        "phase": "play",
    }
    found = seen(conf, position, ["end turn"])
    broken(found, "hand-and-reshuffle", "shuffled the discard pile and needed no card")


# --------------------------------------------------------------------------- 8 once-per-turn


def test_an_ability_is_used_twice(conf, monkeypatch):
    def forgets(g: Game, s: State, listener: Any) -> None:
        start(g, s, listener)
        s.used.clear()

    start = using.start_use
    monkeypatch.setattr(main_phase, "start_use", forgets)
    position = {
        "P1": {"hand": ["Punch"], "play": ["Amnesty Bay"], "deck": ["Punch x9"]},
        "phase": "play",
    }
    found = seen(conf, position, ["use Amnesty Bay", "use Amnesty Bay"])
    broken(found, "once-per-turn", "Amnesty Bay: use for the 2. time in one turn")


def test_a_defense_protects_two_players(conf, monkeypatch):
    def both(_g: Game, s: State, _node: Any) -> None:
        attack_frame = next(x for x in reversed(s.frames) if x.targets is not None)
        for player in attack_frame.targets or ():
            if player not in attack_frame.avoided:
                attack_frame.avoided = (*attack_frame.avoided, player)
                say(s, "avoid", player, "attack.avoided", (attack_frame.source,))

    monkeypatch.setitem(TASKS, AvoidAttack, both)
    position = {
        "P1": {"hand": ["Trench Raider"]},
        "P2": {"hand": ["Bronze Bracers"], "deck": ["Punch x2"]},
        "P4": {"hand": ["Punch"]},
        "phase": "play",
    }
    found = seen(conf, position, ["play Trench Raider", "defend with Bronze Bracers"])
    broken(found, "once-per-turn", "avoids the Attack by a Defense for another player")


# -------------------------------------------------------------------------- 9 weakness-stack


def test_a_destroyed_weakness_returns_where_no_book_says_so(conf, monkeypatch):
    stack = conf.stacks["Weakness"]
    monkeypatch.setattr(Game, "destroyed_to", lambda *_: stack)
    position = {
        "P1": {"hand": ["Cold Breath", "Weakness"], "deck": ["Punch x5"]},
        "phase": "play",
        "confront": "P2",
    }
    labels = ["play Cold Breath", "yes", "choose Weakness"]
    found = seen(conf, position, labels)
    broken(found, "weakness-stack", "a destroyed Weakness went back to its stack")


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
    "line_up": ["Huntress"],
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
    broken(found, "end-and-score", "ended for want of cards, and there are enough")


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
        "P1": {"hand": ["Punch"], "play": ["Amnesty Bay"], "deck": ["Punch x5"]},
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
