"""Which game is meant: variants, mixes and seats; what no book prints is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import pytest

from rules_check.oracle.box.arranging import (
    Mixed,
    Wish,
    arrange,
    every_wish,
    play_set_of,
    with_seats_by,
)
from rules_check.oracle.box.playset import CardSource
from rules_check.oracle.box.settings import GameError
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import EndlessGame, play_game, play_on
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.restoring import game_of, restore
from rules_check.oracle.writing.json_ import StateError
from tests.effort import tries
from tests.together import all_of

TEAMS, BATMAN, SHAZAM = "confrontations", "rivals-batman-joker", "rivals-shazam-black-adam"
EVERY = tuple(every_wish())


def test_every_printed_way_is_listed() -> None:
    listed = {(wish.game, wish.variant, wish.mix, wish.players) for wish in EVERY}
    few = {("few-players", 2), ("few-players", 3), ("", 4)}
    mixes: list[tuple[str, ...]] = [(), (BATMAN,), (SHAZAM,), (BATMAN, SHAZAM)]
    expected = {(TEAMS, variant, mix, n) for variant, n in few for mix in mixes}
    expected |= {(BATMAN, "", (), 2), (SHAZAM, "", (), 2)}
    expected |= {(SHAZAM, "", (BATMAN,), 2), (SHAZAM, "two-teams", (BATMAN,), 4)}
    assert expected <= listed


@pytest.mark.parametrize(
    ("wish", "kind"),
    [
        pytest.param(wish, kind, id=f"{wish.title} {kind}")
        for at, wish in enumerate(EVERY)
        for kind in list(PLAYERS)[at % tries(len(PLAYERS), 1) :: tries(len(PLAYERS), 1)]
        if at % tries(6, 1) == 0
    ],
)
def test_games_of_every_way_come_to_an_end(wish: Wish, kind: str) -> None:
    game = Game(play_set_of(arrange(wish)))
    rng = Random(1)
    played = play_game(game, [PLAYERS[kind](rng) for _ in game.seats], rng)
    assert played.state.result is not None


@pytest.mark.parametrize("wish", EVERY, ids=lambda wish: wish.title)
def test_a_state_is_complete(wish: Wish) -> None:
    """Written in the middle of a game, it is loaded by itself, and the game goes on as it would."""
    game = Game(play_set_of(arrange(wish), (CARDS,) if wish.game == TEAMS else ()))
    rng = Random(2)
    state = game.new()
    players = [PLAYERS["random"](rng) for _ in game.seats]
    with pytest.raises(EndlessGame):
        play_on(game, state, players, rng, [], limit=tries(100, 300))
    again, loaded = restore(json.loads(json.dumps(game.dump(state))))
    assert loaded == state
    assert (again.seats, again.teams, again.playset.mixed) == (
        game.seats,
        game.teams,
        game.playset.mixed,
    )
    ends = []
    for one, position in ((game, state), (again, loaded)):
        rng = Random(3)
        with suppress(EndlessGame):
            players = [PLAYERS["greedy"](rng) for _ in one.seats]
            play_on(one, position, players, rng, [], limit=tries(60, 20_000))
        ends.append(json.dumps(one.dump(position)))
    assert ends[0] == ends[1]


CARDS = CardSource(
    "night.txt",
    "set: Night\nruleset: confrontations\n\nNight Boat\nEquipment, cost 2, 1 VP\n+2 Power\n",
)


def test_the_cards_of_the_user_are_in_the_state() -> None:
    game = Game(play_set_of(arrange(Wish(TEAMS)), (CARDS,)))
    data = game.dump(game.new())
    assert data["cards"] == [{"file": CARDS.file, "text": CARDS.text}]
    assert game.card("Night Boat#1") >= 0


def test_a_state_of_cards_changed_by_hand_says_so() -> None:
    play_set = play_set_of(arrange(Wish(BATMAN)))
    game = Game(play_set.replace_main_deck(play_set.main_deck[:-1]))
    with pytest.raises(StateError, match="changed by hand"):
        game_of(game.dump(game.new()))
    with pytest.raises(StateError, match="not a state of a game"):
        game_of({"game": BATMAN})


@pytest.mark.parametrize(
    ("wish", "game", "variant", "mixed", "seats"),
    [
        (Wish(TEAMS, players=3), TEAMS, "few-players", (), 3),
        (Wish(TEAMS, characters=("Superman", "Circe")), TEAMS, "few-players", (), 2),
        (Wish(variant="few-players"), TEAMS, "few-players", (), 3),
        (Wish(variant="two-teams"), SHAZAM, "two-teams", ((BATMAN, "two teams"),), 4),
        (Wish(BATMAN, mix=(SHAZAM,)), SHAZAM, "", ((BATMAN, "two players"),), 2),
        (Wish(mix=(BATMAN, SHAZAM), players=4), SHAZAM, "two-teams", ((BATMAN, "two teams"),), 4),
        (Wish(SHAZAM, mix=(TEAMS,)), TEAMS, "", ((SHAZAM, "swapped cards"),), 4),
    ],
)
def test_what_is_meant(
    wish: Wish, game: str, variant: str, mixed: tuple[tuple[str, str], ...], seats: int
) -> None:
    found = arrange(wish)
    assert (found.game, found.variant, len(found.seats)) == (game, variant, seats)
    assert tuple((one.other, one.how) for one in found.mixed) == mixed


def test_cards_of_characters_make_place_whom_nobody_plays() -> None:
    found = arrange(Wish(TEAMS, mix=(BATMAN,)))
    assert found.seats == ("Superman", "Lex Luthor", "Batman", "The Joker")
    assert found.mixed == (Mixed(BATMAN, "swapped cards", ("Wonder Woman", "Circe")),)
    named = arrange(Wish(TEAMS, mix=(BATMAN,), out=("Aquaman",)))
    assert named.mixed[0].out == ("Aquaman",)


@all_of(
    "wish, problem",
    [
        (Wish(), "name a game to play"),
        (Wish(TEAMS, players=5), "is for 2 or 3 or 4 players, not 5"),
        (Wish(BATMAN, players=4), "is for 2 players, not 4"),
        (Wish(SHAZAM, mix=(BATMAN,), players=3), "is for 2 or 4 players, not 3"),
        (Wish(TEAMS, variant="few-players", players=4), "few-players, is for 2 or 3 players"),
        (Wish(TEAMS, variant="two-teams"), "no variant 'two-teams'; there is few-players"),
        (Wish(BATMAN, variant="x"), "no variant 'x'; there is none"),
        (Wish(TEAMS, players=2, characters=("Superman",)), "2 players, but 1 Characters"),
        (Wish(TEAMS, mix=(BATMAN,), out=("Superman",)), "Superman is played"),
        (Wish(SHAZAM, mix=(BATMAN,), out=("Batman",)), "no cards are taken out"),
        (Wish(TEAMS, out=("Aquaman",)), "no cards are taken out"),
        (Wish(TEAMS, mix=(BATMAN,), characters=("Batman", "Batman")), "of their own"),
        (Wish(SHAZAM, mix=(BATMAN,), characters=("Batman", "The Joker")), "nothing of it"),
        (
            Wish(TEAMS, mix=(BATMAN,), characters=("Batman", "Circe", "The Joker", "Lex Luthor")),
            "one",
        ),
    ],
)
def test_what_no_book_prints_is_refused(wish: Wish, problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        Game(play_set_of(arrange(wish)))


@all_of("wish", EVERY, lambda wish: wish.title)
def test_characters_by_chance_can_play(wish: Wish) -> None:
    for seed in range(tries(2, 6)):
        found = with_seats_by(Random(seed), wish)
        assert len(set(found.seats)) == wish.players
        assert Game(play_set_of(found)).seats == found.seats
