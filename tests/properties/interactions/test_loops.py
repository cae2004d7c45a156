"""Loops are found with a game that can be gone round, and only where there are some."""

from __future__ import annotations

from functools import cache

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.play.narrator import Narrator
from rules_check.properties.interactions.games import Shown, play
from rules_check.properties.interactions.links import links_of
from rules_check.properties.interactions.loops import circles, find_loop
from rules_check.properties.interactions.search import Budget, said, take
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
    cut_off_early,
    play_set,
)

pytestmark = pytest.mark.xdist_group("loops")  # those of a set are looked for once


@cache
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


def test_two_cards_that_set_each_other_off(monkeypatch: pytest.MonkeyPatch) -> None:
    cut_off_early(monkeypatch)
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


DRUM = card("Drum", "Equipment, cost 4, 1 VP", "+1 Power", "Play a Villain you control again.")
DANCER = card("Dancer", "Villain, cost 4, 1 VP", "+2 Power", "Play an Equipment you control again.")
CUT = "not decided: cut off after 2 plays inside each other, as no rule says that it ends"


def test_cards_that_play_each_other_again_have_no_end() -> None:
    """The engine has to cut it off, and says that no rule does."""
    (found,) = loops(DRUM + DANCER)
    assert found.message == '"Dancer" and "Drum" make a loop that goes on for ever'
    assert found.acts == ("P1: play Dancer", "P1: play Drum")
    assert found.outcome == (
        "again and again: Dancer is played again; Drum is played again",
        "each time round: Power of P1 +3",
        CUT,
    )


def test_a_card_that_plays_itself_again_has_no_end() -> None:
    (found,) = loops(DRUM.replace("a Villain", "an Equipment"))
    assert found.message == '"Drum" makes a loop that goes on for ever'
    assert found.outcome[1:] == ("each time round: Power of P1 +1", CUT)


def test_a_player_who_may_play_a_card_again_may_stop() -> None:
    (found,) = loops(DRUM + DANCER.replace("Play an", "You may play an"))
    assert found.message.endswith("make a loop that goes on as long as the player likes")
    assert found.outcome[1:] == ("each time round: Power of P1 +3", CUT)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(DRUM, id="nothing to play"),
        pytest.param(DRUM + DANCER.replace("Equipment you", "Location you"), id="another type"),
        pytest.param(
            DRUM.replace("a Villain you control", "another Equipment you control"), id="not itself"
        ),
    ],
)
def test_cards_that_play_others_again_make_no_loop_of_themselves(text: str) -> None:
    assert loops(text) == []


WHEEL = card(
    "Wheel",
    "Location, cost 4, 1 VP",
    "Ongoing: Each time you discard a card, put it on top of your deck and discard it.",
)


def test_texts_that_set_each_other_off_without_an_answer() -> None:
    """The engine comes to an end by itself, where it cuts them off."""
    (found,) = loops(WHEEL)
    assert found.message == '"Wheel" makes a loop that goes on for ever'
    first, second, last = found.outcome
    assert first == "again and again: Wheel is set off"
    assert second == "nothing grows but the time it takes"
    assert last == "not decided: cut off after 500 events of a turn, as no rule says that it ends"


def test_texts_that_use_up_the_cards_come_to_an_end() -> None:
    assert loops(HALL.replace("discard a card.", "discard the top card of your deck.") + WELL) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (DRUM + DANCER, "not decided: cut off after 2 plays of Drum inside each other"),
        (WHEEL, "not decided: cut off after 500 events; Wheel would go on without end"),
    ],
)
def test_where_the_engine_cuts_a_loop_off_it_names_no_rule(text: str, told: str) -> None:
    (found,) = loops(text)
    (side,) = found.sides
    before = play(side.small, side.acts[:-1])
    assert before is not None
    assert before.choice is not None
    *_, option = (x for x in before.choice.options if said(side.small, before, x) == side.acts[-1])
    s = take(side.small, before, option)
    (event,) = (event for event in s.trace or () if event.kind == "stop")
    game = side.small.game
    assert game.rules_of(event) == ()
    lines = [line.text for line in Narrator(game, None).lines(s.trace or ())]
    assert any(told in line for line in lines)


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
