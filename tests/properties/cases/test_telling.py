"""A case in words."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from rules_check.cases.making import CardBook
from rules_check.cases.telling import Teller, sentence
from rules_check.oracle.values.ways import Way
from rules_check.properties.cases.trying import Table, Trial
from tests.properties.cases.shared import CARDS, THROWER, books, maker


@cache
def table(name: str, *more: str) -> Table:
    """The game of a card of the small set."""
    made = maker(*CARDS, *more)
    one = next(x for x in made.result.cards if x.card.name == name)
    found = made.game_with(one)
    assert found is not None
    return Table(*found[:2])


def played(at: Table, position: dict[str, Any], *plan: str) -> Trial:
    trial = at.follow({"phase": "play", **position}, plan)
    assert trial is not None
    assert len(trial.plan) >= len(plan)
    return trial


def story(name: str, position: dict[str, Any], *plan: str, more: tuple[str, ...] = ()) -> str:
    """What is told of a game."""
    at = table(name, *more)
    acts = Teller(at.game, at.card).story(played(at, position, *plan))
    return " ".join(" ".join((act.does, *act.comes)).strip() for act in acts)


def test_a_shuffled_discard_pile_is_told() -> None:
    mine = {"hand": ["Lighthouse Keeper", "Punch"], "discard": ["Hired Muscle"]}
    said = story("Lighthouse Keeper", {"P1": mine}, "P1: play Lighthouse Keeper")
    assert said.endswith("You shuffle your discard pile into a new deck. You draw Hired Muscle.")


def test_what_the_end_of_a_turn_brings_is_told_if_it_matters() -> None:
    position = {"P1": {"hand": ["Punch"], "deck": ["Bronze Bracers"]}, "P2": {"hand": ["Punch"]}}
    ends = ("P1: play Punch", "P2: no Confrontation", "P2: play Punch")
    said = story("Rope Thrower", position, *ends)
    assert "Nothing is left to do: your turn ends. The turn of P2 begins." in said
    assert "Bronze Bracers" not in said
    assert "shuffle" not in said
    theirs = {"hand": ["Rope Thrower"]}
    defends = "P1: defend with Bronze Bracers"
    avoids = (*ends[:2], "P2: play Rope Thrower", defends)
    said = story("Rope Thrower", {**position, "P2": theirs}, *avoids)
    assert "your turn ends. You draw Bronze Bracers." in said


def test_a_turn_that_somebody_ends_just_ends() -> None:
    said = story("Rope Thrower", {"P1": {"hand": ["Punch"]}}, "P1: end turn")
    assert said.startswith("You end the turn. The turn of P2 begins.")


def test_winners_and_their_points_are_told() -> None:
    position = {"P1": {"hand": ["Punch"], "deck": ["Night Tide"]}, "main_deck_size": 0}
    said = story("Night Tide", position, "P1: play Punch")
    assert said.endswith(
        "The game is over. You and P3 have 2 VP together, P2 and P4 have 0 VP together."
        " You and P3 win."
    )
    position = {"P1": {"hand": ["Punch"]}, "main_deck_size": 0}
    assert story("Night Tide", position, "P1: play Punch").endswith("It is a draw.")


def given(name: str, number: int) -> str:
    """What is given in a case of the small set."""
    return " ".join(books()[name].cases[number].given)


def test_what_has_to_be_empty_is_told() -> None:
    assert given("Lighthouse Keeper", 1).endswith("Your deck and your discard pile are empty.")
    assert given("Night Tide", 2).endswith("Your discard pile is empty. You confront P2.")
    assert given("Quiet Smuggler", 2).endswith("Your discard pile is empty.")
    assert given("Rope Thrower", 2).endswith("P2 has no card in hand.")
    assert "empty" not in given("Lighthouse Keeper", 0)


HAWKER = """\
Night Hawker
Hero, cost 3, 1 VP, source original
Destroy a card in the Line-Up and replace it.
"""
HELPER = """\
Dock Helper
Hero, cost 3, 1 VP, source original
+2 Power
Assist
"""
BULLY = """\
Dock Bully
Villain, cost 3, 1 VP, source original
Attack: Each foe discards a Hero.
"""
HOSTAGE = """\
Dock Boss
Villain, cost 3, 1 VP, source original
Attack: Each foe discards a card unless that player reveals a Hero from their hand.
"""
PICKER = """\
Rag Picker
Hero, cost 3, 1 VP, source original
You may destroy up to two cards in your hand and/or your discard pile.
"""


@cache
def book(card: str) -> CardBook:
    """The case book of another card."""
    made = maker(card)
    return made.book(made.result.cards[0])


def told(card: str, title: str) -> str:
    """The case of a card whose title ends so, in words."""
    case = next(x for x in book(card).cases if x.title.endswith(title))
    acts = (" ".join((act.does, *act.comes)) for act in case.acts)
    return " ".join((*case.given, *acts))


def test_an_empty_line_up_is_told_and_a_card_is_replaced() -> None:
    assert "The Line-Up is empty." in told(HAWKER, "there is none")
    mine = {"P1": {"hand": ["Night Hawker", "Punch"]}, "line_up": ["Hired Muscle"]}
    said = story("Night Hawker", mine, "P1: play Night Hawker", more=(HAWKER,))
    assert "from the Line-Up. It is replaced by " in said
    assert "filled" not in said


def test_what_is_not_used_is_named() -> None:
    assert "You do not assist with Dock Helper." in told(HELPER, "Assist: not wanted")


def test_of_cards_none_of_which_fits_it_is_said_which_is_missing() -> None:
    assert "has no Hero to discard." in told(BULLY, "discards a Hero”")


def test_unless_is_told_the_right_way_round() -> None:
    mine = {"P1": {"hand": ["Dock Boss", "Punch"]}, "P2": {"hand": ["Dock Helper"]}}
    more = (HOSTAGE, HELPER)
    said = story("Dock Boss", mine, "P1: play Dock Boss", "P2: yes", more=more)
    assert "P2 chooses “that player reveals a Hero from their hand”. P2 reveals" in said
    said = story("Dock Boss", mine, "P1: play Dock Boss", "P2: no", more=more)
    assert "P2 declines “that player reveals a Hero from their hand”. P2 discards" in said


def test_where_a_chosen_card_lies_is_told_in_plain_words() -> None:
    mine = {"P1": {"hand": ["Rag Picker", "Punch"], "discard": ["Punch"]}}
    plan = ("P1: play Rag Picker", "P1: yes")
    said = story("Rag Picker", mine, *plan, "P1: choose Punch (P1 discard)", more=(PICKER,))
    assert "You choose Punch in your discard pile. You choose no more." in said
    assert story("Rag Picker", mine, *plan, more=(PICKER,)).endswith("You choose none.")


def test_a_name_may_end_in_a_sign() -> None:
    assert sentence("you use Shazam!") == "You use Shazam!."
    said = "".join(Teller(table("Night Tide").game, 0).given(main_deck_of_one()))
    assert said == "The Line-Up is empty.The main deck has 1 card."


def main_deck_of_one() -> Trial:
    return played(table("Night Tide"), {"main_deck_size": 1})


WEIGHER = """\
Dock Weigher
Hero, cost 3, 1 VP, source original
Destroy a card with cost 2 or less in your discard pile.
"""


def test_costs_are_told_if_the_text_asks_for_them() -> None:
    said = " ".join(book(WEIGHER).cases[0].given)
    assert said.endswith("Punch costs 0 here.")
    assert "Punch costs 0 and Lighthouse Keeper costs 3 here." in weighed()
    assert "costs" not in given("Rope Thrower", 0)


def weighed() -> str:
    """Two cards are given to a text that asks for costs."""
    at = table("Dock Weigher", WEIGHER)
    mine = {"hand": ["Dock Weigher"], "discard": ["Punch", "Lighthouse Keeper"]}
    trial = played(at, {"P1": mine}, "P1: play Dock Weigher")
    goes = [(form, Way.RUN) for form in at.ways.forms]
    return " ".join(Teller(at.game, at.card, "Dock Weigher").given(trial, goes))


def test_that_no_card_fits_is_not_told_as_nothing_left() -> None:
    at = table("Rope Thrower")
    mine = {"hand": ["Lighthouse Keeper", "Punch"]}
    trial = played(at, {"P1": mine}, "P1: play Lighthouse Keeper")
    said = Teller(at.game, at.card).story(trial, nouns={"draw": "Villain"})[0].comes
    assert said[-1] == "You have no Villain to draw."


def test_what_another_card_does_is_told_with_its_name() -> None:
    mine = {"hand": ["Lighthouse Keeper"], "play": ["Old Pier"], "deck": ["Punch", "Punch"]}
    plan = "P1: play Lighthouse Keeper"
    assert story("Old Pier", {"P1": mine}, plan).endswith(
        "You draw Punch. Old Pier: you draw Punch."
    )


def test_a_character_that_has_a_part_is_named() -> None:
    at = table("Rope Thrower")
    mine = {"hand": ["Night Tide", "Punch"], "level": 1}
    trial = played(at, {"P1": mine}, "P1: play Night Tide")
    teller = Teller(at.game, at.card)
    (act,) = teller.story(trial)
    assert act.comes[-1] == "Caped Farmhand: you get 1 Power."
    given = tuple(teller.given(trial, (), teller.parts))
    assert given[0] == "You are Caped Farmhand (Superman, Level 1)."
    assert "at Level" not in " ".join(given)


BAN = """\
Harbour Ban
Hero, cost 3, 1 VP, source original
+5 Power
You cannot buy cards this turn.
"""
GUILD = """\
Dock Guild
Location, cost 5, 1 VP, source original
Ongoing: Once during each of your turns, you may discard a card. If you do, +1 Power.
"""
PARK = """\
Dock Warden
Hero, cost 3, 1 VP, source original
You control your teammate's Locations this turn.
"""


def test_what_is_forbidden_is_told() -> None:
    assert "You get 5 Power. You cannot buy " in " ".join(told(BAN, "this turn”").split())


def test_what_is_used_up_cannot_be_used_once_more() -> None:
    said = " ".join(told(GUILD, "once more in the same turn").split())
    assert "You get 1 Power. You cannot use Dock Guild now." in said


def test_a_kind_of_which_there_is_none_is_named() -> None:
    mine = {"P1": {"hand": ["Dock Warden", "Punch"]}}
    said = story("Dock Warden", mine, "P1: play Dock Warden", more=(PARK,))
    assert said.endswith("There is no Location for you to control.")


GANG = """\
Dock Disguise
Equipment, cost 3, 1 VP, source original
Play a Gang you control again.
"""
CREW = """\
Harbour Gang
Villain, cost 3, 1 VP, source original
+3 Power
"""
SIGNAL = """\
Dock Signal
Super Power, cost 3, 1 VP, source original
Reveal the top two cards of your deck. You may play all non-Location cards \
revealed this way at any time this turn.
"""


def test_a_card_is_dealt_of_which_the_text_says_a_word_of_its_name() -> None:
    made = maker(GANG, CREW)
    (first, *_) = made.book(made.result.cards[0]).cases
    assert "You play Harbour Gang. You get 3 Power." in " ".join(
        " ".join((act.does, *act.comes)) for act in first.acts[-1:]
    )


def test_what_a_card_lets_one_play_later_is_played() -> None:
    assert "You play Punch. You get 1 Power." in told(SIGNAL, "…”")
    assert book(SIGNAL).missed == ()


def test_all_that_is_drawn_at_the_end_of_a_turn_is_told_or_none() -> None:
    deck = ["Bronze Bracers", "Hired Muscle"]
    position = {"P1": {"hand": ["Punch"], "deck": deck}, "P2": {"hand": ["Rope Thrower"]}}
    plan = ("P1: play Punch", "P2: no Confrontation", "P2: play Rope Thrower")
    said = story("Rope Thrower", position, *plan, "P1: defend with Bronze Bracers")
    assert "You draw Bronze Bracers, Hired Muscle. You shuffle" in said


WEIGHT = """\
Dock Scales
Hero, cost 3, 1 VP, source original
Each player reveals a card from their hand. \
Whoever revealed the card with the highest cost draws a card.
"""


def test_a_question_that_decides_a_case_is_named() -> None:
    scales = book(WEIGHT)
    ties = any(case.title.endswith("a tie") for case in scales.cases)
    assert ties == any("tied" in asked for asked in scales.readings)


AUCTION = """\
Dock Auction
Location, cost 4, 1 VP, source original
Ongoing: Once during each of your turns, you may destroy a card with the highest cost \
in the Line-Up.
"""


def test_a_tie_is_shown_for_itself() -> None:
    said = " ".join(told(AUCTION, "a tie").split())
    assert "x2" in said or " and " in said.partition("In the Line-Up:")[2].partition(".")[0]
    assert "You destroy" in said


def test_that_there_is_no_such_card_is_told() -> None:
    again = """\
Stage Rehearsal
Villain, cost 4, 1 VP, source original
Play a Super Power you control again.
"""
    (book,) = maker(again).books()
    case = next(x for x in book.cases if x.title.endswith("there is none"))
    assert case.acts[-1].comes == ("There is no such Super Power.",)


def test_choices_in_several_places_have_titles_of_their_own() -> None:
    breath = """\
Cold Breath
Super Power, cost 5, 1 VP, source original
Confrontation: You may destroy a card in your hand, your discard pile, and/or the Line-Up.
"""
    (book,) = maker(breath).books()
    titles = [x.title for x in book.cases]
    assert len(set(titles)) == len(titles)
    assert any(title.endswith("none is chosen (discard pile)") for title in titles)


def test_what_is_found_in_another_place_is_not_told_as_missing() -> None:
    """A Defense that lets discard itself or another card finds no other one, and is discarded."""
    others = """\
Crowd of Sailors
Villain, cost 3, 1 VP, x2, source original
Defense: You may discard this card and any number of other cards to avoid an Attack.
"""
    for book in maker(others, THROWER).books():
        for case in book.cases:
            for act in case.acts:
                for one, other in pairwise(act.comes):
                    assert not ("nothing to discard" in one and "discards Crowd" in other)


def test_what_a_confronted_character_costs_is_given() -> None:
    shield = """\
Ferry Shield
Hero, cost 4, 1 VP, source original
Block: You may discard this card to add 2 to your Character's cost.
"""
    (book,) = maker(shield).books()
    assert any(
        line.startswith("Your Character (") and line.endswith(") costs 9.")
        for case in book.cases
        for line in case.given
    )


def test_a_block_is_not_wanted_only_where_it_is_not_used() -> None:
    guard = """\
Harbour Guard
Hero, cost 4, 1 VP, source original
Block: You may discard this card to add 1 to your Character's cost. Draw a card.
"""
    (book,) = maker(guard).books()
    (case,) = [x for x in book.cases if x.title == "Block: not wanted"]
    assert not any("block with" in line for line in case.when)


def test_a_game_does_not_end_for_nothing() -> None:
    for book in books().values():
        for case in book.cases:
            assert not any("The game is over." in line for act in case.acts for line in act.comes)
