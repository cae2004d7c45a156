"""Each property notices an engine that breaks it, in a game of a few answers (1 to 9)."""

from __future__ import annotations

from typing import Any

from rules_check.grammar.ast import AvoidAttack, Verb
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.running import buying as paying
from rules_check.oracle.running.agenda import TASKS
from rules_check.oracle.running.line_up import refill_line_up
from rules_check.oracle.running.moving import move_card
from rules_check.oracle.standing import costs
from rules_check.oracle.trace.saying import say
from rules_check.oracle.turns import confrontation, main_phase, using
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import BeginTurn, ClearHand, LosePower, Main, Refill
from rules_check.oracle.values.zones import HAND
from rules_check.properties.invariants.stacks import putting
from rules_check.properties.observed import zone_of
from tests.properties.short_games import CONFRONT, broken, buying, seen
from tests.properties.symbolic import faults

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
    broken(found, "block-exceeds-power", "stands although the cost does not exceed the Power")


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
    broken(
        found,
        "one-defeat-per-turn",
        "more is defeated in one turn than",
    )


# ------------------------------------------------------------ 4 no-purchase-in-confrontation


def test_a_purchase_in_a_confrontation(joker, monkeypatch):
    offer = TASKS[Main]

    def forgets(g: Game, s: State, todo: Any) -> None:
        target, s.confronted = s.confronted, -1
        offer(g, s, todo)
        s.confronted = target

    monkeypatch.setitem(TASKS, Main, forgets)
    found = seen(joker, {**CONFRONT, "line_up": ["Crossbow Teacher"]}, ["buy Crossbow Teacher"])
    broken(found, "no-purchase-in-confrontation", "a card is bought while a Confrontation is on")


def test_a_confrontation_with_another_than_the_lowest(conf, monkeypatch):
    monkeypatch.setattr(confrontation, "targets", lambda *_: (1, 3))
    position = {"P1": {"hand": ["Punch"]}, "P2": {"level": 2}}
    found = seen(conf, position, ["confront Lex Luthor"])
    broken(found, "no-purchase-in-confrontation", "is not the lowest foe")


# --------------------------------------------------------------------------- 5 power-balance


def test_a_purchase_for_too_little(conf, monkeypatch):
    monkeypatch.setattr(paying, "cost_to_buy", lambda *_: 1)
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
        "P1": {"hand": ["Punch"], "play": ["Lighthouse Cove"], "deck": ["Punch x9"]},
        "phase": "play",
    }
    found = seen(conf, position, ["use Lighthouse Cove", "use Lighthouse Cove"])
    broken(found, "once-per-turn", "Lighthouse Cove: use for the 2. time in one turn")


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


def test_a_discarded_weakness_returns_although_only_other_texts_return_cards(conf, monkeypatch):
    """Some card of the set swaps cards: that excuses no other way to the stack."""
    assert putting(conf)
    stack = conf.stacks["Weakness"]
    position = {"P1": {"hand": ["Weakness", "Punch"], "deck": ["Punch x6"]}, "phase": "play"}
    assert seen(conf, position, ["play Punch", "end turn"]) == ()
    clear = TASKS[ClearHand]

    def returns(g: Game, s: State, todo: ClearHand) -> None:
        for card in s.zones[zone_of(0, HAND)]:
            if g.name(card) == "Weakness":
                move_card(g, s, card, stack, Verb.DISCARD, 0, "end.discard_hand")
        clear(g, s, todo)

    monkeypatch.setitem(TASKS, ClearHand, returns)
    broken(seen(conf, position, ["end turn"]), "weakness-stack", "Weakness went back to its stack")


def test_a_weakness_that_can_be_bought(monkeypatch):
    faults.all_stacks(monkeypatch)
    game = Game(load_play_set("confrontations"))
    position = {"P1": {"hand": ["Punch"]}, "phase": "play", "power": {"P1": 9}}
    broken(seen(game, position, ["play Punch"]), "weakness-stack", "Weakness can be bought")
