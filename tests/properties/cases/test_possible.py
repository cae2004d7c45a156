"""A case begins only where a game can have come to."""

from __future__ import annotations

from typing import Any

import pytest

from rules_check.properties.cases.trying import Table
from tests.properties.cases.shared import books, maker

REHEARSAL = """\
Stage Rehearsal
Villain, cost 4, 1 VP, source original
Play a Super Power you control again.
"""
PIER = """\
Old Pier
Location, cost 5, 1 VP, source original
Ongoing: The first time you play a Hero during each of your turns, draw a card.
"""
MARKET = """\
Night Market
Hero, cost 4, 1 VP, source original
You may gain a card with cost 3 or less from the Line-Up.
"""


def table(name: str, *cards: str) -> Table:
    """A table with a card in a set of these."""
    made = maker(*cards)
    one = next(x for x in made.result.cards if x.card.name == name)
    found = made.game_with(one)
    assert found is not None
    return Table(*found[:2])


@pytest.mark.parametrize(
    ("position", "possible"),
    [
        ({"P1": {"play": ["Old Pier"]}}, True),
        ({"P1": {"play": ["Enhanced Strength"]}}, False),  # it was not played this turn
        ({"P2": {"play": ["Punch"]}}, False),
        ({"line_up": ["Stage Rehearsal"]}, True),
        ({"line_up": ["Weakness"]}, False),
        ({"main_deck": ["Punch"]}, False),
        ({"confront": "P2"}, True),
        ({"confront": "P2", "P2": {"level": 2}}, False),  # P4 is at Level 1
        ({"confront": "P4", "P2": {"level": 2}}, True),
    ],
)
def test_a_game_begins_where_one_can_stand(position: dict[str, Any], possible: bool) -> None:
    at = table("Stage Rehearsal", REHEARSAL, PIER)
    assert (at.follow({"phase": "play", **position}, ()) is not None) == possible


def test_what_is_played_again_was_played_this_turn() -> None:
    (book,) = maker(REHEARSAL).books()
    first = book.cases[0]
    assert first.when == ("P1: play Enhanced Strength", "P1: play Stage Rehearsal")
    assert "play" not in first.position["P1"]


def test_the_line_up_has_cards_of_the_main_deck_only() -> None:
    for book in (*books().values(), *maker(MARKET).books()):
        for case in book.cases:
            assert {"Punch", "Weakness", "Vulnerability"}.isdisjoint(
                case.position.get("line_up", ())
            )


def test_what_the_book_settles_is_named_at_no_case() -> None:
    """That a cost raised to exactly the Power does not save the Character is said by CONF-BL05."""
    shield = """\
Ferry Shield
Hero, cost 4, 1 VP, source original
Block: You may discard this card to add 2 to your Character's cost.
"""
    (book,) = maker(shield).books()
    assert book.cases
    assert not book.readings
    assert not [case.questions for case in book.cases if case.questions]
