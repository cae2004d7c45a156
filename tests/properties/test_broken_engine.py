"""Each property notices an engine that breaks it, in a game of a few answers (1 to 9)."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from rules_check.oracle import game as face
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.quick import (
    acts,
    attack,
    confrontation,
    other_turns,
    playing,
    turn,
    using,
    values,
)
from rules_check.oracle.quick.state import Aimed, Game, Position, State
from rules_check.oracle.quick.telling import say
from rules_check.oracle.values.zones import DECK, HAND, PER_PLAYER
from rules_check.properties.invariants.stacks import putting
from tests.properties.quick_faults import nothing, replace_step, rewrite
from tests.properties.short_games import CONFRONT, broken, buying, seen

RAID = {
    "P1": {"hand": ["Trench Raider"]},
    "P2": {"hand": ["Bronze Bracers"], "deck": ["Punch x2"]},
    "P4": {"hand": ["Punch"]},
    "phase": "play",
}
"""An Attack after +2 Power, which two foes can be asked about."""

# ----------------------------------------------------------------------- 1 card-conservation


def test_a_bought_card_is_lost(conf, monkeypatch):
    def loses(s: State, verb: str, by: int, card: int, to: int, *rest: Any, **more: Any) -> None:
        shifted(s, verb, by, card, to, *rest, **more)
        s.zones[to] = tuple(x for x in s.zones[to] if x != card)

    shifted = acts.shifted
    monkeypatch.setattr(turn, "shifted", loses)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "card-conservation", "there are 191 cards, not 192")


def test_a_bought_card_goes_elsewhere_than_told(conf, monkeypatch):
    def strays(s: State, verb: str, by: int, card: int, *rest: Any, **more: Any) -> None:
        shifted(s, verb, by, card, *rest, **more)
        acts.put(s, card, HAND)

    shifted = acts.shifted
    monkeypatch.setattr(turn, "shifted", strays)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "card-conservation", "should lie in P1 discard and lies in P1 hand")


def test_what_came_before_a_question_is_told_twice(conf, monkeypatch):
    monkeypatch.setattr(playing, "told_since", lambda *_: 0)
    found = seen(conf, RAID, ["play Trench Raider", "defend with Bronze Bracers"])
    broken(found, "card-conservation", "play from a place where it does not lie")


# --------------------------------------------------------------------- 2 block-exceeds-power


def test_equal_saves_the_character(joker, monkeypatch):
    rewrite(monkeypatch, confrontation, "compare", "else power >= cost", "else power > cost")
    found = seen(joker, CONFRONT, ["done"])
    broken(found, "block-exceeds-power", "stands although the cost does not exceed the Power")


def test_a_block_raises_too_much(shazam, monkeypatch):
    cost = values.cost_to_defeat
    monkeypatch.setattr(confrontation, "cost_to_defeat", lambda *args: cost(*args) + 1)
    found = seen(shazam, CONFRONT, ["done"])
    broken(found, "block-exceeds-power", "compared at cost 10; it is 9")


def test_a_raised_cost_outlives_the_turn(shazam, monkeypatch):
    monkeypatch.setattr(turn, "expire", nothing)
    position = {**CONFRONT, "P2": {"hand": ["Warding Cape"], "deck": ["Vulnerability x2"]}}
    found = seen(shazam, position, ["done", "block with Warding Cape"])
    broken(found, "block-exceeds-power", "said for the last turn still holds")


# --------------------------------------------------------------------- 3 one-defeat-per-turn


def test_surplus_power_defeats_the_next_version_too(joker, monkeypatch):
    rewrite(monkeypatch, confrontation, "most_defeats", "else s.g.most_defeats", "else 2")
    found = seen(joker, {**CONFRONT, "power": {"P1": 25}}, ["done"])
    broken(found, "one-defeat-per-turn", "more is defeated in one turn than")


# ------------------------------------------------------------ 4 no-purchase-in-confrontation


def test_a_purchase_in_a_confrontation(joker, monkeypatch):
    rewrite(monkeypatch, turn, "offered", "if s.confronted is None or not g.no_buying:", "if True:")
    found = seen(joker, {**CONFRONT, "line_up": ["Crossbow Teacher"]}, ["buy Crossbow Teacher"])
    broken(found, "no-purchase-in-confrontation", "a card is bought while a Confrontation is on")


def test_a_confrontation_with_another_than_the_lowest(conf, monkeypatch):
    monkeypatch.setattr(confrontation, "targets", lambda *_: [1, 3])
    position = {"P1": {"hand": ["Punch"]}, "P2": {"level": 2}}
    found = seen(conf, position, ["confront Lex Luthor"])
    broken(found, "no-purchase-in-confrontation", "is not the lowest foe")


# --------------------------------------------------------------------------- 5 power-balance


def test_a_purchase_for_too_little(conf, monkeypatch):
    monkeypatch.setattr(acts, "price_of", lambda *_: 1)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "power-balance", "bought for 1 Power; it costs 5")


def test_power_that_survives_the_turn(conf, monkeypatch):
    rewrite(monkeypatch, turn, "lose_power", "    s.power = [0] * s.g.players\n", "")
    rewrite(monkeypatch, turn, "begin_turn", "    s.power = [0] * s.g.players\n", "")
    monkeypatch.setattr(other_turns, "begin_turn", turn.begin_turn)
    found = seen(conf, buying("Hired Muscle"), ["end turn"])
    broken(found, "power-balance", "Superman has 9 Power; the events give 0")


def test_what_came_before_a_question_is_done_twice(conf, monkeypatch):
    """With the answer a text is run again from the last rest; its Power is kept from before."""

    def keeps(s: State, rest: Position) -> None:
        power = s.power
        come_back(s, rest)
        s.power = power

    come_back = playing.come_back
    monkeypatch.setattr(playing, "come_back", keeps)
    found = seen(conf, RAID, ["play Trench Raider", "defend with Bronze Bracers"])
    broken(found, "power-balance", "Superman has 4 Power; the events give 2")


# ---------------------------------------------------------------------------- 6 line-up-size


def test_a_slot_is_filled_at_once(conf, monkeypatch):
    def hasty(s: State, *rest: Any, **more: Any) -> None:
        shifted(s, *rest, **more)
        acts.refill_line_up(s, "end.refill")

    shifted = acts.shifted
    monkeypatch.setattr(turn, "shifted", hasty)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle"])
    broken(found, "line-up-size", "came into the Line-Up before the step for it")


def test_the_line_up_is_not_filled(conf, monkeypatch):
    replace_step(monkeypatch, "refill", nothing)
    found = seen(conf, buying("Hired Muscle"), ["buy Hired Muscle", "end turn"])
    broken(found, "line-up-size", "the turn began with 0 cards in the Line-Up")


def test_a_basic_card_in_the_main_deck(conf, monkeypatch):
    def strays(s: State, verb: str, by: int, card: int, _to: int, *rest: Any, **more: Any) -> None:
        shifted(s, verb, by, card, s.g.main_deck, *rest, **more)

    shifted = acts.shifted
    monkeypatch.setattr(turn, "shifted", strays)
    found = seen(conf, buying("Hired Muscle"), ["buy Enhanced Strength"])
    broken(found, "line-up-size", "Enhanced Strength#1 is in the main deck")


# ---------------------------------------------------------------------- 7 hand-and-reshuffle


def test_a_hand_of_four(conf, monkeypatch):
    rewrite(monkeypatch, turn, "draw", "new_hand_size(s)", "new_hand_size(s) - 1")
    found = seen(conf, buying("Hired Muscle"), ["end turn"])
    broken(found, "hand-and-reshuffle", "drew 4 cards for a new hand; 3 more were there")


def test_a_reshuffle_that_nobody_needs(conf, monkeypatch):
    def hasty(s: State, player: int, *rest: Any) -> None:
        draw_cards(s, player, *rest)
        if not s.zones[player * PER_PLAYER + DECK]:
            acts.reshuffle(s, player * PER_PLAYER + DECK, purpose="draw")

    draw_cards = turn.draw_cards
    monkeypatch.setattr(turn, "draw_cards", hasty)
    position = {
        "P1": {"hand": ["Punch"], "deck": ["Punch x5"], "discard": ["Punch x3"]},
        "phase": "play",
    }
    found = seen(conf, position, ["end turn"])
    broken(found, "hand-and-reshuffle", "shuffled the discard pile and needed no card")


# --------------------------------------------------------------------------- 8 once-per-turn


def test_an_ability_is_used_twice(conf, monkeypatch):
    def forgets(s: State, one: Any) -> None:
        use(s, one)
        s.used = ()

    use = using.use
    monkeypatch.setattr(turn, "use", forgets)
    position = {
        "P1": {"hand": ["Punch"], "play": ["Lighthouse Cove"], "deck": ["Punch x9"]},
        "phase": "play",
    }
    found = seen(conf, position, ["use Lighthouse Cove", "use Lighthouse Cove"])
    broken(found, "once-per-turn", "Lighthouse Cove: use for the 2. time in one turn")


def test_a_defense_protects_two_players(conf, monkeypatch):
    def protects_all(s: State, aimed: Aimed, *rest: Any) -> None:
        use(s, aimed, *rest)
        for player in aimed.hit:
            aimed.avoided.append(player)
            say(s, "avoid", player, "attack.avoided", (aimed.card,))

    use = attack.use
    monkeypatch.setattr(attack, "use", protects_all)
    found = seen(conf, RAID, ["play Trench Raider", "defend with Bronze Bracers"])
    broken(found, "once-per-turn", "avoids the Attack by a Defense for another player")


# -------------------------------------------------------------------------- 9 weakness-stack


def test_a_destroyed_weakness_returns_where_no_book_says_so(conf, monkeypatch):
    stack = conf.stacks["Weakness"]
    monkeypatch.setattr(Game, "where_destroyed", lambda *_: stack)
    position = {
        "P1": {"hand": ["Cold Breath", "Weakness"], "deck": ["Punch x5"]},
        "phase": "play",
        "confront": "P2",
    }
    labels = ["play Cold Breath", "yes", "choose Weakness"]
    found = seen(conf, position, labels)
    broken(found, "weakness-stack", "a destroyed Weakness went back to its stack")


def test_a_discarded_weakness_returns_although_only_other_texts_return_cards(monkeypatch):
    """Some card of the set swaps cards: that excuses no other way to the stack."""
    position = {"P1": {"hand": ["Weakness", "Punch"], "deck": ["Punch x6"]}, "phase": "play"}
    sound = face.Game(load_play_set("confrontations"))
    assert putting(sound)
    assert seen(sound, position, ["play Punch", "end turn"]) == ()

    def returns(s: State) -> None:
        for card in s.zones[s.active * PER_PLAYER + HAND]:
            if s.g.kinds[card].name == "Weakness":
                acts.by_rules(s, "discard", 0, card, s.g.stacks["Weakness"], "end.clear_hand")
        turn.clear_hand(s)

    replace_step(monkeypatch, "clear_hand", returns)
    game = face.Game(load_play_set("confrontations"))
    broken(seen(game, position, ["end turn"]), "weakness-stack", "Weakness went back to its stack")


def test_a_weakness_that_can_be_bought(monkeypatch):
    def sort(g: Game) -> None:
        sort_cards(g)
        g.sold = [True] * len(g.kinds)
        g.for_sale = g.stack_zones
        g.shop_of = itemgetter(g.line_up, *g.for_sale, g.line_up)

    sort_cards = Game._sort_by_texts
    monkeypatch.setattr(Game, "_sort_by_texts", sort)
    game = face.Game(load_play_set("confrontations"))
    position = {"P1": {"hand": ["Punch"]}, "phase": "play", "power": {"P1": 9}}
    broken(seen(game, position, ["play Punch"]), "weakness-stack", "Weakness can be bought")
