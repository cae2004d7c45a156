"""What decides a case is given, and the words of the card are quoted whole."""

from __future__ import annotations

from typing import Any

from rules_check.cases.deciding import empty_places, with_names
from rules_check.cases.making import clause
from rules_check.cases.pages import quotes
from rules_check.properties.cases.starting import position_of
from rules_check.properties.cases.trying import Table
from tests.properties.cases.shared import maker
from tests.properties.cases.test_telling import PICKER, book, played, story, table, told

COLLECTOR = """\
Dock Collector
Villain, cost 3, 1 VP, source original
The player whose hand has the highest total cost discards a card.
"""
DIVER = """\
Harbour Diver
Hero, cost 4, 1 VP, source original
Gain the top card of the main deck.
"""
CARETAKER = """\
Dock Caretaker
Hero, cost 4, 1 VP, source original
+2 Power
If you control a Location, this card stays in play.
"""
GUESSER = """\
Dock Guesser
Hero, cost 2, 1 VP, source original
Choose even or odd. Reveal the top card of your deck. If its cost matches your choice, draw it.
"""
WATCHMAN = """\
Dock Watchman
Location, cost 5, 1 VP, source original
Ongoing: The first time you buy a Hero during each of your turns, draw a card.
"""
ROBBER = """\
Dock Robber
Villain, cost 4, 1 VP, source original
Attack: Each foe discards two cards.
"""
SPOTTER = """\
Dock Spotter
Super Power, cost 4, 1 VP, source original
+2 Power
Attack: Each foe with a Hero in their discard pile discards a card.
"""


def missing(at: Table, position: dict[str, Any], *plan: str) -> set[tuple[int, str]]:
    """The empty places that matter."""
    trial = played(at, position, *plan)
    return set(empty_places(at, trial, ("Punch", "Hired Muscle")).places)


def test_an_empty_place_matters_if_a_card_there_makes_a_difference() -> None:
    at = table("Dock Collector", COLLECTOR)
    mine = {"P1": {"hand": ["Dock Collector", "Punch", "Hired Muscle"]}}
    assert missing(at, mine, "P1: play Dock Collector") == {(1, "hand"), (2, "hand"), (3, "hand")}
    at = table("Lighthouse Keeper")
    keeper = {"P1": {"hand": ["Lighthouse Keeper", "Punch"]}}
    assert missing(at, keeper, "P1: play Lighthouse Keeper") == {(0, "deck"), (0, "discard")}
    keeper["P1"]["deck"] = ["Punch"]
    assert missing(at, keeper, "P1: play Lighthouse Keeper") == set()


def test_a_card_that_comes_from_a_pile_is_given() -> None:
    at = table("Harbour Diver", DIVER)
    trial = played(at, {"P1": {"hand": ["Harbour Diver", "Punch"]}}, "P1: play Harbour Diver")
    assert "main_deck" not in trial.position
    assert len(with_names(at, trial, set()).position["main_deck"]) == 1
    assert "On top of the main deck: " in told(DIVER, "main deck”")


def test_a_game_can_begin_where_another_stands() -> None:
    at = table("Lighthouse Keeper")
    position = {"P1": {"hand": ["Lighthouse Keeper", "Punch"], "deck": ["Hired Muscle"]}}
    later = position_of(at, played(at, position, "P1: play Lighthouse Keeper"))
    assert later == {
        "phase": "play",
        "P1": {"hand": ["Punch", "Hired Muscle"]},  # what was played does not lie there from before
        "power": {"P1": 1},
    }
    assert at.follow(later, ("P1: play Punch",)) is not None


def test_that_a_card_stays_in_play_is_told() -> None:
    assert "Dock Caretaker stays in play." in told(CARETAKER, "this card stays in play”")


def test_a_wrong_guess_is_made_with_a_card_in_the_deck() -> None:
    said = told(GUESSER, "it is not so")
    assert "You reveal Punch." in said
    assert "You draw" not in said


def test_that_there_is_no_card_to_reveal_is_told() -> None:
    mine = {"P1": {"hand": ["Dock Guesser", "Punch"]}}
    plays = ("P1: play Dock Guesser", "P1: odd")
    said = story("Dock Guesser", mine, *plays, more=(GUESSER,))
    assert said.endswith("You have no card to reveal.")


def test_what_a_card_does_when_another_is_bought_has_its_name() -> None:
    mine = {"P1": {"deck": ["Punch"], "play": ["Dock Watchman"]}, "power": {"P1": 5}}
    line_up = {"line_up": ["Lighthouse Keeper"]}
    buys = "P1: buy Lighthouse Keeper"
    said = story("Dock Watchman", {**mine, **line_up}, buys, more=(WATCHMAN,))
    assert said.endswith("You pay 3 Power. Dock Watchman: you draw Punch.")


def test_that_nothing_is_left_is_told_behind_what_is_done() -> None:
    position = {"P1": {"hand": ["Dock Robber", "Punch"]}, "P2": {"hand": ["Punch"]}}
    said = story("Dock Robber", position, "P1: play Dock Robber", more=(ROBBER,))
    assert "P2 discards Punch. P2 has nothing left to discard." in said


def test_words_are_quoted_as_whole_clauses() -> None:
    line = "Attack: Each foe with a Location discards a card, and you draw two cards."
    begin = line.index("Location")
    _, start, end = clause((line,), (0, begin, line.index(", and")))
    assert line[start:end] == "Each foe with a Location discards a card"
    begin = line.index("draw")
    assert clause((line,), (0, begin, len(line)))[1] == line.index("you draw")
    spotter = book(SPOTTER)
    assert all(
        "Each foe with a Hero in their discard pile discards a card" in quotes(spotter, case)
        for case in spotter.cases
    )
    assert not any("“Hero in their" in case.title for case in spotter.cases)


SHIELD = """\
Dock Shield
Equipment, cost 3, 1 VP, source original
+1 Power
Block: You may discard this card during a Confrontation. If you do, add 2 to your Character's\
 cost this turn.
"""
PAWNBROKER = """\
Dock Pawnbroker
Location, cost 4, 1 VP, source original
Ongoing: You may pay 3 Power. If you do, draw a card. Use this ability any number of times\
 during your turn.
"""


def test_a_block_is_shown_where_it_makes_the_difference() -> None:
    assert "Power 9 against cost 11: your Character stands." in told(SHIELD, "If you do, add 2 …”")
    refused = told(SHIELD, "Block: not wanted")
    assert "Power 9 against cost 9: your Character is defeated." in refused
    vain = told(SHIELD, "Block: the Power is enough all the same")
    assert "Power 11 against cost 11: your Character is defeated." in vain


def test_what_is_used_is_shown_a_second_time_and_too_dear() -> None:
    again = told(PAWNBROKER, "once more in the same turn")
    assert again.count("You use Dock Pawnbroker.") == 2
    assert "You cannot use" not in again
    assert told(PAWNBROKER, "“You may pay 3 Power”: not possible").endswith(
        "You cannot use Dock Pawnbroker now."
    )


def test_of_up_to_two_cards_two_are_chosen() -> None:
    assert told(PICKER, "your discard pile”").count("You choose ") == 2


SONG = """\
Harbour Song
Super Power, cost 4, 1 VP, source original
Attack: Each foe whose hand has a greater total cost than your hand discards a card.
"""


def test_what_a_shown_defense_decides_is_asked() -> None:
    (asked,) = [x for x in book(SONG).readings if "before Defenses" in x]
    assert "Played: " in asked


def test_the_card_that_replaces_another_is_given() -> None:
    vocalist = """\
Pier Vocalist
Hero, cost 4, 1 VP, source original
You may destroy a card in the Line-Up. If you do, replace it.
"""
    (book,) = maker(vocalist).books()
    replaced = [x for x in book.cases if any("replaced by" in y for a in x.acts for y in a.comes)]
    assert replaced
    assert all(any(y.startswith("On top of the main deck") for y in x.given) for x in replaced)
