"""What a person at the terminal is asked: numbers that stay, places, what is done with a card."""

from __future__ import annotations

import pytest

from rules_check import cli
from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.playset import card_defs, load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.options import PlayCard
from rules_check.oracle.values.state import State
from rules_check.play.asking import question
from rules_check.play.offers import Numbers
from tests.rules_check.played import BATMAN, Play


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(load_play_set("heroes-unite"), ("Nightwing", "Hawkman"))


def offered(game: Game, state: State, numbers: Numbers) -> dict[str, int]:
    assert state.choice is not None
    found = numbers.offers(game, state, state.choice, state.choice.options)
    return {offer.shown: offer.number for offer in found}


def test_an_option_keeps_its_number_also_after_a_question(game: Game) -> None:
    hand = ["Restless Acrobat", "Punch", "Vulnerability"]
    state = build_state(game, {"phase": "play", "P1": {"hand": hand, "discard": ["Kick"]}})
    numbers = Numbers()
    before = offered(game, state, numbers)
    deadman = next(c for c in state.zones[0] if game.name(c) == "Restless Acrobat")
    game.answer(state, PlayCard(deadman))
    assert state.choice is not None
    asked = offered(game, state, numbers)
    assert question(game, state, state.choice, 0).startswith('"Destroy up to two cards')
    assert asked["yes"] == 1
    game.answer(state, state.choice.options[0])
    assert question(game, state, state.choice, 0) == "Choose a card to destroy."
    assert {"choose Kick (the discard pile)", "choose Punch (hand)"} <= set(
        offered(game, state, numbers)
    )
    while not any(isinstance(option, PlayCard) for option in state.choice.options):
        game.answer(state, state.choice.options[-1])
    assert offered(game, state, numbers)["play Vulnerability"] == before["play Vulnerability"]


def test_a_place_where_no_game_can_be_saved_is_found_out_before_it_begins(play: Play) -> None:
    said = play.refused(BATMAN, "--save", "nowhere/game.json")
    assert said == "nowhere/game.json: the game cannot be saved: no such file or directory"


def test_one_seat_is_played_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", BATMAN, "--human", "Batman", "--human", "Joker"]) == 2
    assert "only one seat is played at the terminal" in capsys.readouterr().err


def test_a_card_is_asked_in_its_own_words() -> None:
    """Also if another of its name, which means the same, was played in other words before."""
    play_set = load_play_set("heroes-unite")
    for words in ("draw a card", "draw one card"):
        text = f"set: Mine\nruleset: heroes-unite\n\nHerald\nHero, cost 1, 1 VP\nYou may {words}.\n"
        ((card, _),) = card_defs(read_card_text(text, "mine.txt"))
        game = Game(play_set.replace_main_deck([*play_set.main_deck, (card, 1)]))
        state = build_state(game, {"phase": "play", "P1": {"hand": ["Herald"], "deck": ["Punch"]}})
        game.answer(state, game.parse(state, "play Herald"))
        assert state.choice is not None
        asked = question(game, state, state.choice, 0)
        assert asked == f'"{words.capitalize()}." Do you?'
