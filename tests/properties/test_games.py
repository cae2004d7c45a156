"""Whole games under the referee: all kinds of players, Characters, variants and card sets."""

from __future__ import annotations

from random import Random

import pytest

from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.arranging import Wish, with_seats_by
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import card_defs, load_play_set
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.quick.state import Fact
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import DONE, PASS, PayFor, PlayCard
from rules_check.play.table import CardSource, Table
from rules_check.properties.invariants.finite import stop
from rules_check.properties.random_cards import random_set, random_texts
from rules_check.properties.referee import Refereed, play_refereed
from tests.effort import tries

a_game = pytest.mark.parametrize("name", PLAY_SETS[:: tries(4, 1)])


def refereed(game: Game, seed: int, *kinds: str, limit: int = 20_000) -> Refereed:
    rng = Random(seed)
    chosen = [kinds[seat % len(kinds)] for seat in range(game.players)]
    played = play_refereed(game, [PLAYERS[kind](rng) for kind in chosen], rng, limit=limit)
    assert played.violations == (), (seed, chosen)
    return played


KINDS = [("greedy",), ("random", "greedy"), ("greedy", "random")]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        (name, kinds)
        for at, name in enumerate(PLAY_SETS)
        for kinds in KINDS[at % tries(3, 1) :: tries(3, 1)]
    ],
)
def test_seeded_games_break_nothing(name, kinds):
    game = Game(load_play_set(name))
    played = [refereed(game, seed, *kinds) for seed in range(tries(1, 4))]
    assert all(one.fired and one.played and one.decisions for one in played)


@a_game
def test_games_of_random_players_break_nothing(name):
    game = Game(load_play_set(name))
    for seed in range(tries(1, 2)):
        refereed(game, seed, "random")


def test_games_with_other_characters_break_nothing():
    for seed in range(tries(1, 4)):
        seats = with_seats_by(Random(seed), Wish("confrontations")).seats
        refereed(Game(load_play_set("confrontations"), seats=seats), seed, "greedy")


@pytest.mark.parametrize("players", [2, 3])
def test_games_of_the_variants_break_nothing(players):
    play_set = load_play_set("confrontations")
    (variant,) = play_set.ruleset.variants
    game = Game(play_set, play_set.seats[:players], variant=variant.name)
    for seed in range(tries(1, 3)):
        refereed(game, seed, "greedy", "random")


def test_games_with_another_order_of_steps_break_nothing():
    game = Game(load_play_set("rivals-batman-joker"), end_order=1)
    for seed in range(tries(1, 3)):
        refereed(game, seed, "greedy", "random")
    game = Game(load_play_set("confrontations"), turn_order=1)
    refereed(game, 0, "greedy")


# --------------------------------------------------------------------------- random cards


@a_game
@pytest.mark.parametrize("seed", [1, 2][: tries(1, 2)])
def test_games_with_random_cards_break_nothing(name, seed):
    game = Game(random_set(name, seed).play_set)
    for number in range(tries(1, 2)):
        refereed(game, number, "greedy", "random", limit=1_500)


def test_random_texts_are_the_same_for_the_same_seed():
    one, two = random_texts(Random(5)), random_texts(Random(5))
    assert [next(one) for _ in range(5)] == [next(two) for _ in range(5)]
    assert random_set("confrontations", 1).text != random_set("confrontations", 2).text


@a_game
def test_the_card_file_of_a_random_set_says_the_same(name):
    """So that a saved game with random cards is the game that was played."""
    random = random_set(name, 1)
    table = Table(name, random.play_set.seats, 0, (), (CardSource("random", random.text),))
    assert table.make().playset.main_deck == random.play_set.main_deck


# ------------------------------------------------------------- failures found on the way


def test_the_greedy_player_tries_a_block_that_cannot_save_the_last_character():
    game = Game(load_play_set("rivals-shazam-black-adam"))
    position = {
        "P1": {"hand": ["Punch"], "deck": ["Punch x5"]},
        "P2": {"hand": ["Warding Cape"], "level": 3},
        "phase": "play",
        "confront": "P2",
        "power": {"P1": 20},
    }
    state = build_state(game, position)
    game.take(state, DONE)
    choice = state.choice
    assert choice is not None
    assert choice.kind is ChoiceKind.BLOCK
    player = PLAYERS["greedy"](Random(0))
    assert player.decide(game, state, choice, choice.options) == PASS


def test_a_card_that_gets_the_text_that_it_has_gets_nothing():
    text = """\
set: Mine
ruleset: rivals-batman-joker

Echo
Hero, cost 1, 1 VP, x1, source original
+1 Power
Choose a Hero in play. This card has the text of it this turn.
"""
    cards = [card for card, _ in card_defs(read_card_text(text, "mine.txt"))]
    play_set = load_play_set("rivals-batman-joker")
    game = Game(play_set.replace_main_deck([*play_set.main_deck, (cards[0], 1)]))
    state = build_state(game, {"P1": {"hand": ["Echo", "Punch"]}, "phase": "play"})
    game.take(state, game.parse(state, "play Echo"))
    assert state.power[0] == 1


def test_a_turn_is_ended_by_playing_what_must_be_played_not_by_paying_for_what_goes_round():
    """Found by a campaign: discard a card, shuffle, draw it, and again without end."""
    game = Game(load_play_set("rivals-shazam-black-adam"))
    hand = {"hand": ["Weakness", "Psycho-Pirate"], "deck": [], "level": 3}
    state = build_state(game, {"P2": hand, "active": "P2", "phase": "play"})
    assert state.choice is not None
    assert {type(option) for option in state.choice.options} == {PlayCard, PayFor}
    assert isinstance(state, CoreState)
    for number in range(3):
        state.core.facts = [Fact("turn_begin", 1)] * number
        assert isinstance(stop(state, state.choice), PlayCard)


def test_the_greedy_player_tries_a_block_after_which_a_text_asks_about_the_defeat():
    """Found by a campaign: the foe is out, and the Confrontation is not over yet."""
    play_set = load_play_set("confrontations")
    (variant,) = play_set.ruleset.variants
    game = Game(play_set, ("Felix Faust", "Superman", "Circe"), variant=variant.name)
    position = {
        "P1": {"hand": ["Punch"], "deck": ["Punch x5"], "level": 2},
        "P2": {"hand": ["Orion"], "level": 3},
        "line_up": ["Hired Muscle", "Mera"],
        "phase": "play",
        "confront": "P2",
        "power": {"P1": 90},
    }
    state = build_state(game, position)
    game.take(state, DONE)
    choice = state.choice
    assert choice is not None
    assert choice.kind is ChoiceKind.BLOCK
    trial = state.copy()
    game.take(trial, choice.options[0])
    assert trial.choice is not None
    assert trial.confronted == 1
    assert not game.zone(trial, "characters", 1)
    assert PLAYERS["greedy"](Random(0)).decide(game, state, choice, choice.options) == PASS
