"""What a transcript tells: costs as they are, places, words, and nothing that is hidden."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rules_check.oracle.box.arranging import Wish, arrange, play_set_of
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import play_on
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.zones import DECK, HAND, PER_PLAYER, TABLE
from rules_check.play.board import board
from rules_check.play.narrator import Narrator
from rules_check.play.phrases import Phrases
from rules_check.play.secrets import HIDDEN, visible

ROOT = Path(__file__).parents[2]
SHAZAM = "rivals-shazam-black-adam"


@pytest.mark.parametrize("wish", [Wish("heroes-unite", variant) for variant in ("", "synergy")])
def test_every_place_has_a_name(wish: Wish) -> None:
    game = Game(play_set_of(arrange(wish)))
    named = [Phrases(game).place(zone, 0) for zone in range(len(game.new().zones))]
    assert all(named)
    if wish.variant:
        assert f"the Super Hero card of {game.seats[1]}" in named


def told(game: Game, *events: Event, seat: int | None = None) -> list[str]:
    turn = Event("turn", 0, (game.card(f"{game.seats[0]} 1#1"),), (1, 7), "turn.begins")
    return [line.text for line in Narrator(game, seat).lines((turn, *events))]


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(load_play_set(SHAZAM))


def test_costs_are_those_of_the_moment(game: Game) -> None:
    confront = Event("confront", 0, (game.card("Black Adam 1#1"),), (1, 8), "confront.announced")
    assert told(game, confront) == [
        "Turn 1: Shazam! (Level 1, cost 7)",
        "confronts Black Adam (Level 1, cost 8)",
    ]


def test_a_weakness_lowers_the_cost_that_is_told(game: Game) -> None:
    state = build_state(game, {"P1": {"play": ["Weakness"], "hand": ["Punch"]}})
    lines = list(board(game, state, 1))
    assert "Shazam! (Level 1, cost 8)" in lines


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("effect.put.top", "puts Punch from hand on top of the deck"),
        ("effect.put.bottom", "puts Punch from hand on the bottom of the deck"),
    ],
)
def test_both_ends_of_a_deck_are_told_apart(game: Game, topic: str, words: str) -> None:
    card = game.card("Punch#1")
    assert told(game, Event("put", 0, (card,), (HAND, DECK), topic))[1] == words


def test_an_option_is_told_in_its_words(game: Game) -> None:
    card = game.card("Word of Power#1")
    printed = game.kinds[card].printed
    line = next(at for at, text in enumerate(printed) if "+2 Power" in text)
    start = printed[line].index("+2 Power")
    event = Event("option", 0, (card,), (0, line, start, start + 8), "effect.option")
    assert told(game, event)[1] == 'chooses "+2 Power."'


def test_gains_tell_from_where_and_an_attack_that_does_nothing_says_so(game: Game) -> None:
    weakness, source = game.card("Weakness#1"), game.card("Psycho-Pirate#1")
    play = Event("play", 0, (source,), (), "play.card")
    attack = Event("attack", 0, (source,), (1,), "attack.aimed.one")
    hit = Event("hit", 0, (source,), (1,), "attack.hits")
    to = PER_PLAYER + 2
    gain = Event("gain", 1, (weakness,), (game.stacks["Weakness"], to), "effect.gain")
    lines = told(game, play, attack, hit, gain)
    assert lines[-1] == "Black Adam gains Weakness from the Weakness stack"
    over = Event("end of turn", 0, (), (), "end.announced")
    lines = told(game, play, attack, hit, over)
    assert lines[-2:] == ["nothing happens to Black Adam", "ends the turn"]
    lacks = Event("nothing", 1, (), (), "nothing.discard")
    assert told(game, play, attack, hit, lacks, over)[-2] == "Black Adam has nothing to discard"


def test_cards_dealt_face_down_are_told_to_their_new_owner_alone(game: Game) -> None:
    card = game.card("Punch#1")
    deal = Event("deal", 1, (card,), (game.shared + TABLE, PER_PLAYER + HAND), "effect.deal")
    assert visible(game, deal, 0).cards == (HIDDEN,)
    assert visible(game, deal, 1).cards == (card,)


def test_rules_stand_under_what_they_are_about() -> None:
    game, rng = Game(load_play_set("confrontations")), Random(4)
    state = game.new(trace=True)
    play_on(game, state, [PLAYERS["greedy"](rng) for _ in game.seats], rng, [])
    lines = list(Narrator(game).lines(state.trace or ()))
    found: dict[str, set[str]] = {}
    for line in lines:
        word = line.text.split()[0]
        found.setdefault(word, set()).update(r for e in line.events for r in game.rules_of(e))
    assert "CONF-GP11" in found["buys"]
    assert "CONF-GP11" not in found["plays"]
    assert "CONF-GP14" in found["ends"]
    assert "CONF-GP14" not in found["buys"]
    assert "CONF-CF02" in found["Turn"]
    assert "CONF-GP01" in found["Superman"]  # goes first


@pytest.mark.parametrize("name", PLAY_SETS)
def test_there_are_words_for_every_event(name: str) -> None:
    game, rng = Game(load_play_set(name)), Random(2)
    state = game.new(trace=True)
    play_on(game, state, [PLAYERS["greedy"](rng) for _ in game.seats], rng, [])
    narrator = Narrator(game)
    assert {e.kind for e in state.trace or () if not narrator.knows(e.kind)} == set()
