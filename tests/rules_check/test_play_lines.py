"""What single lines of a transcript say, in the order in which it happened."""

from __future__ import annotations

import re

import pytest

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.zones import DISCARD, HAND, PER_PLAYER, PLAY, REMOVED
from rules_check.play.narrator import Narrator
from tests.rules_check.played import Play

SHAZAM = "rivals-shazam-black-adam"


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(load_play_set(SHAZAM))


def told(game: Game, *events: Event, seat: int | None = None) -> list[str]:
    turn = Event("turn", 0, (game.card(f"{game.seats[0]} 1#1"),), (1, 7), "turn.begins")
    lines = list(Narrator(game, seat).lines((turn, *events)))
    return ["  " * line.depth + line.text for line in lines[1:]]


def played(game: Game, name: str = "Punch#1", power: int = 1) -> tuple[Event, Event]:
    card = game.card(name)
    gain = Event("power", 0, (card,), (power,), "effect.power")
    return Event("play", 0, (card,), (HAND, PLAY), "play.card"), gain


def test_a_count_that_follows_the_game_is_told_with_its_card(game: Game) -> None:
    more = Event("power", 0, (game.card("Lightning Sister#1"),), (2,), "power.live")
    assert told(game, *played(game), more, *played(game, "Punch#2")) == [
        "  plays Punch: Power 1",
        "  by Lightning Sister: Power 3",
        "  plays Punch: Power 4",
    ]


def test_power_stands_where_it_came(game: Game) -> None:
    start, gain = played(game, "Lightning Sister#1", 3)
    reveal = Event("reveal", 0, (game.card("Punch#1"),), (), "effect.reveal")
    assert told(game, start, reveal, gain) == ["  plays Lightning Sister: reveals Punch; Power 3"]


def test_what_comes_after_the_deeds_of_others_is_told_after_them_with_a_name(game: Game) -> None:
    punch = game.card("Punch#9")
    other = Event("discard", 1, (punch,), (PER_PLAYER + HAND, PER_PLAYER + DISCARD), "x")
    own = Event("draw", 0, (game.card("Punch#2"),), (1, HAND), "effect.draw")
    assert told(game, *played(game), other, own) == [
        "  plays Punch: Power 1",
        "    Black Adam discards Punch",
        "    Shazam! draws Punch",
    ]


def test_the_power_of_the_active_player_is_not_that_of_another(game: Game) -> None:
    punch = game.card("Punch#9")
    other = Event("discard", 1, (punch,), (PER_PLAYER + HAND, PER_PLAYER + DISCARD), "x")
    power = Event("power", 0, (), (4,), "effect.power")
    assert told(game, other, power) == ["    Black Adam discards Punch", "    Shazam! has Power 4"]


@pytest.mark.parametrize("more", ["up_to", "of_them"])
def test_whoever_may_do_nothing_lacks_nothing(game: Game, more: str) -> None:
    lacks = Event("nothing", 0, (), (), f"nothing.destroy.{more}")
    assert told(game, *played(game), lacks) == ["  plays Punch: Power 1"]
    lacks = Event("nothing", 0, (), (), "nothing.destroy")
    assert told(game, *played(game), lacks) == ["  plays Punch: Power 1; has nothing to destroy"]


def test_a_card_that_is_gained_and_put_elsewhere_is_told_once(game: Game) -> None:
    card = (game.card("Lightning Sister#1"),)
    gain = Event("gain", 0, card, (game.line_up, DISCARD), "effect.gain")
    put = Event("put", 0, card, (DISCARD, HAND), "effect.put.just_gained")
    start, power = played(game)
    assert told(game, start, power, gain, put) == [
        "  plays Punch: Power 1; gains Lightning Sister from the Line-Up to hand",
    ]


def test_a_card_that_is_away_for_a_while_is_not_removed_from_the_game(game: Game) -> None:
    card, away = (game.card("Lightning Sister#1"),), game.shared + REMOVED
    gone = Event("remove", 0, card, (game.line_up, away), "effect.remove.for_a_while")
    back = Event("return", 0, card, (away, game.line_up), "effect.return")
    (line,) = told(game, gone, back)
    assert line == (
        "  sets Lightning Sister aside from the Line-Up for a while;"
        " returns Lightning Sister into the Line-Up"
    )


def test_a_card_from_elsewhere_than_the_hand_is_told_so(game: Game) -> None:
    event = Event("play", 0, (game.card("Punch#1"),), (game.main_deck, PLAY), "play.card")
    assert told(game, event) == ["  plays Punch from the main deck"]


def test_equal_purchases_are_counted_with_their_price(game: Game) -> None:
    names = ("Word of Power#1", "Word of Power#2")
    events = [
        event
        for card in map(game.card, names)
        for event in (
            Event("pay", 0, (card,), (3,), "buy.pays"),
            Event("buy", 0, (card,), (game.stacks["Word of Power"], DISCARD), "buy.stack"),
        )
    ]
    assert told(game, *events) == ["  buys Word of Power x2 for 3 each"]


def test_what_all_have_seen_is_not_hidden_in_the_same_turn(game: Game) -> None:
    card = (game.card("Punch#1"),)
    reveal = Event("reveal", 0, card, (), "effect.reveal")
    draw = Event("draw", 0, card, (1, HAND), "effect.draw")
    start, power = played(game, "Punch#2")
    shown = told(game, start, power, reveal, draw, seat=1)
    assert shown == ["  plays Punch: Power 1; reveals Punch; draws Punch"]
    assert told(game, start, power, draw, seat=1) == ["  plays Punch: Power 1; draws a card"]


def test_a_hunt_is_told_and_the_variant_is_named(play: Play) -> None:
    out = play("heroes-unite", "--variant", "hunt", "--players", "greedy", "--seed", "6")
    assert out.startswith(
        "DC Comics Deck-building Game: Heroes Unite, Super-Villain Hunt, seed 6\n"
    )
    hunts = re.findall(r"^  hunts .*(?:\n    .*)*", out, re.M)
    assert any(re.search(r"pile: defeats it for \d+; Power \d+", hunt) for hunt in hunts)
    assert all("; Power" in hunt for hunt in hunts)


def test_the_cards_beside_the_super_heroes_are_told(play: Play) -> None:
    words = ("--variant", "synergy", "--players", "greedy", "--seed", "5", "--why")
    out = play("heroes-unite", *words)
    assert "  Masked Apprentice lies on Nightwing\n" in out
    for line, rules in re.findall(r"^  (buys .*)\n +\[(.*)\]", out, re.M):
        others = ("Masked Apprentice", "Time-Lost Showman", "Feathered Knight")
        assert ("HU-VS04" in rules) <= any(name in line for name in others), line
