"""Loops are found with a game that can be gone round, and only where there are some."""

from __future__ import annotations

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.properties.interactions.games import Shown
from rules_check.properties.interactions.links import links_of
from rules_check.properties.interactions.loops import circles, find_loop
from rules_check.properties.interactions.search import Budget
from tests.properties.interactions.sets import (
    DAY,
    HALL,
    NIGHT,
    PAPER,
    ROCK,
    SCISSORS,
    WELL,
    card,
    cards,
    play_set,
)


def loops(text: str) -> list[Shown]:
    """The loops of a set, none with a card that is not needed."""
    links = links_of(cards(text))
    found: list[Shown] = []
    for way in circles(links):
        if not any(set(shown.names) <= set(way) for shown in found):
            these = tuple(links.cards[name] for name in way)
            shown = find_loop(play_set(), these, Budget(3_000))
            found += [shown] if shown is not None else []
    return found


def test_two_cards_that_give_each_other_back() -> None:
    (found,) = loops(DAY + NIGHT)
    assert found.message == (
        '"Day Guard" and "Night Guard" make a loop that goes on as long as the player likes'
    )
    assert found.position == ("P1 hand: Day Guard, Night Guard",)
    assert found.outcome == (
        "again and again: P1: play Night Guard; P1: play Day Guard",
        "each time round: Power of P1 +2",
    )


def test_two_cards_that_set_each_other_off() -> None:
    (found,) = loops(HALL + WELL)
    assert found.message == '"Deep Well" and "Echo Hall" make a loop that goes on for ever'
    assert found.acts == ("P1: play Drawing Card",)
    assert found.outcome[1] == "nothing grows but the time it takes"


def test_three_cards() -> None:
    (found,) = loops(ROCK + PAPER + SCISSORS)
    assert set(found.names) == {"Rock", "Paper", "Scissors"}
    assert found.outcome[1] == "each time round: Power of P1 +1"


def test_a_loop_that_pays_for_itself() -> None:
    mill = card("Mill", "Location, cost 4, 1 VP", "Ongoing: Discard a card: +1 Power.")
    (found,) = loops(mill + WELL)
    assert set(found.names) == {"Mill", "Deep Well"}
    assert found.outcome[1].startswith("each time round: Power of P1 +")


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (DAY + NIGHT, "Return a Hero", "Return a Location"),
        (
            HALL + WELL,
            "Each time you draw a card, discard",
            "The first time you draw a card, discard",
        ),
        (ROCK + PAPER + SCISSORS, "Return an Equipment", "Return a Location"),
    ],
)
def test_a_loop_that_is_broken_by_a_word_is_none(text: str, old: str, new: str) -> None:
    assert loops(text)
    assert old in text
    assert loops(text.replace(old, new)) == []


def test_going_round_for_nothing_is_no_finding() -> None:
    """Whoever likes may do it, and has nothing from it."""
    assert loops(DAY.replace("+1 Power\n", "") + NIGHT.replace("+1 Power\n", "")) == []


@pytest.mark.parametrize("name", PLAY_SETS)
def test_no_loop_is_claimed_in_the_play_sets(name: str) -> None:
    links = links_of(play_set(name).cards())
    for way in circles(links)[:6]:
        these = tuple(links.cards[card] for card in way)
        assert find_loop(play_set(name), these, Budget(500)) is None
