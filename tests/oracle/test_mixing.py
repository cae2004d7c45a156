"""Mixing two games: which cards, stacks and sides there are, and what is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rules_check.oracle.box.mixing import MixError, find_mix, mix_play_sets
from rules_check.oracle.box.playset import CardDef, PlaySet, load_play_set
from rules_check.oracle.game import Game, GameError

SHAZAM, BATMAN, TEAMS = "rivals-shazam-black-adam", "rivals-batman-joker", "confrontations"
SEATS = {
    (SHAZAM, BATMAN, "two players"): (("Shazam!", "The Joker"), ()),
    (SHAZAM, BATMAN, "two teams"): (("Shazam!", "Black Adam", "Batman", "The Joker"), ()),
    (TEAMS, BATMAN, "swapped cards"): (("Batman", "Circe", "Superman", "The Joker"), ("Aquaman",)),
    (TEAMS, SHAZAM, "swapped cards"): (
        ("Shazam!", "Circe", "Superman", "Black Adam"),
        ("Aquaman",),
    ),
}
"""Every way to mix, with seats and the Characters whose cards are taken out."""


def mixed(
    own: str, other: str, how: str, seats: tuple[str, ...], out: tuple[str, ...] = ()
) -> PlaySet:
    play_set = load_play_set(own)
    mix = find_mix(play_set.ruleset, other, how)
    return mix_play_sets(play_set, load_play_set(other), mix, seats, out)


def copies(play_set: PlaySet) -> Counter[str]:
    return Counter({card.name: number for card, number in play_set.main_deck})


def of(play_set: PlaySet, *symbols: str) -> Counter[str]:
    deck = play_set.main_deck
    return Counter({card.name: number for card, number in deck if card.symbol in symbols})


@pytest.mark.parametrize(("own", "other", "how"), SEATS)
def test_every_printed_way_gives_a_game(own: str, other: str, how: str) -> None:
    seats, out = SEATS[own, other, how]
    play_set = mixed(own, other, how, seats, out)
    variant = find_mix(play_set.ruleset, other, how).variant or None
    state = Game(play_set, seats, variant=variant).new()
    assert state.choice is not None
    assert play_set.seats == seats


def test_every_printed_way_is_tried() -> None:
    printed = {
        (name, mix.other, mix.how)
        for name in (SHAZAM, BATMAN, TEAMS)
        for mix in load_play_set(name).ruleset.mixes
    }
    assert printed == set(SEATS)


def test_the_deck_of_two_players_has_all_cards_of_both() -> None:
    deck = copies(mixed(SHAZAM, BATMAN, "two players", ("Shazam!", "The Joker")))
    expected = of(load_play_set(SHAZAM), "Shazam!") + of(load_play_set(BATMAN), "The Joker")
    assert deck == expected


def test_the_deck_of_two_teams_has_all_cards() -> None:
    seats = ("Shazam!", "Black Adam", "Batman", "The Joker")
    deck = copies(mixed(SHAZAM, BATMAN, "two teams", seats))
    assert deck == copies(load_play_set(SHAZAM)) + copies(load_play_set(BATMAN))


def test_swapped_cards_are_as_many_and_of_like_type() -> None:
    seats = ("Wonder Woman", "Circe", "Batman", "Lex Luthor")
    before, after = load_play_set(TEAMS), mixed(TEAMS, BATMAN, "swapped cards", seats, ("Aquaman",))
    gone, come = copies(before) - copies(after), copies(after) - copies(before)
    assert gone == of(before, "Aquaman")
    assert gone.total() == come.total() == 15
    assert come == of(after, "Batman")

    def types(play_set: PlaySet, cards: Counter[str]) -> Counter[object]:
        return Counter(play_set.card(name).type for name in cards.elements())

    assert types(before, gone) == types(after, come)


def test_with_no_character_of_the_other_game_any_of_its_cards_come_in() -> None:
    seats = ("Superman", "Circe", "Wonder Woman", "Lex Luthor")
    after = mixed(TEAMS, BATMAN, "swapped cards", seats, ("Aquaman", "Felix Faust"))
    assert of(after, "Batman")
    assert of(after, "The Joker")
    assert copies(after).total() == 108


def test_stacks_and_sides() -> None:
    two = mixed(SHAZAM, BATMAN, "two players", ("Batman", "Black Adam"))
    assert (set(two.basics), two.extra_stacks, two.sides) == (
        {"Punch", "Vulnerability", "Weakness", "Word of Power"},
        {},
        {},
    )
    four = mixed(SHAZAM, BATMAN, "two teams", ("Batman", "Black Adam", "Shazam!", "The Joker"))
    assert four.extra_stacks == {"Kick": 8}
    assert four.basics["Kick"] == load_play_set(BATMAN).basics["Kick"]
    assert four.basics["Weakness"] == load_play_set(SHAZAM).basics["Weakness"]
    seats = ("Batman", "Circe", "Aquaman", "The Joker")
    teams = mixed(TEAMS, BATMAN, "swapped cards", seats, ("Superman",))
    assert teams.extra_stacks == {}
    assert teams.sides["Super Heroes"][-2:] == ("Zatanna Zatara", "Batman")


def test_a_stack_of_the_other_game_can_replace_the_own_one() -> None:
    own, other = load_play_set(SHAZAM), load_play_set(BATMAN)
    mix = replace(find_mix(own.ruleset, BATMAN, "two players"), stacks=("Kick",))
    play_set = mix_play_sets(own, other, mix, ("Batman", "Black Adam"))
    assert "Word of Power" not in play_set.basics
    game = Game(play_set, play_set.seats)
    assert sorted(game.stacks) == ["Kick", "Weakness"]


def test_a_way_that_no_book_prints() -> None:
    with pytest.raises(MixError, match="rivals-batman-joker is not mixed with confrontations, x: "):
        find_mix(load_play_set(BATMAN).ruleset, TEAMS, "x")


@pytest.mark.parametrize(
    ("key", "seats", "out", "problem"),
    [
        ((TEAMS, BATMAN, "swapped cards"), ("Superman",), (), "whose cards are taken out"),
        ((SHAZAM, BATMAN, "two players"), ("Shazam!",), ("Shazam!",), "no cards are taken out"),
        ((TEAMS, BATMAN, "swapped cards"), ("Superman",), ("Superman",), "Superman is played"),
        ((TEAMS, BATMAN, "swapped cards"), ("Superman",), ("Batman",), "Batman is no Character of"),
    ],
)
def test_what_cannot_be_mixed(
    key: tuple[str, str, str], seats: tuple[str, ...], out: tuple[str, ...], problem: str
) -> None:
    with pytest.raises(GameError, match=problem):
        mixed(*key, seats, out)


def test_an_unknown_stack_is_refused() -> None:
    own, other = load_play_set(SHAZAM), load_play_set(BATMAN)
    mix = replace(find_mix(own.ruleset, BATMAN, "two players"), stacks=("Weakness",))
    with pytest.raises(MixError, match="neither game sells Weakness"):
        mix_play_sets(own, other, mix, ("Shazam!", "The Joker"))


def test_two_cards_of_one_name_are_refused() -> None:
    own, other = load_play_set(SHAZAM), load_play_set(BATMAN)
    card: CardDef = replace(own.card("Grasping Statue"), symbol="Batman")
    clash = other.replace_main_deck((*other.main_deck, (card, 1)))
    mix = find_mix(own.ruleset, BATMAN, "two teams")
    with pytest.raises(MixError, match="both games have a card Grasping Statue"):
        mix_play_sets(own, clash, mix, own.seats)
