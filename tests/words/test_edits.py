"""The pieces of a core that words say, and what else they could say."""

from __future__ import annotations

import pytest

from rules_check.grammar.core.checker import check
from rules_check.grammar.core.edits import pieces
from tests.words.cards import core_and_lines


def said(*lines: str, line: str = "Hero, cost 3, 1 VP, x2") -> set[tuple[str, str]]:
    """The pieces of a text: of which kind, and their words."""
    core, printed = core_and_lines(*lines, line=line)
    return {(x.what, printed[x.at[0]][x.at[1] : x.at[2]]) for x in pieces(core)}


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("Draw two cards.", ("a statement", "Draw two cards")),
        ("Draw two cards.", ("a number", "two")),
        ("You may destroy a card in your hand.", ("may", "You may")),
        ("Destroy up to two cards in your hand.", ("up to", "up to two cards in your hand")),
        ("You may destroy a card in your hand.", ("a place", "your hand")),
        ("Gain a Hero from the Line-Up.", ("which ones", "Hero")),
        ("If you control a Location, +1 Power.", ("a condition", "you control a Location")),
        ("Choose one: Draw a card; or +2 Power.", ("one of several ways", "+2 Power")),
        ("Cards cost you 1 less this turn.", ("a time", "Cards cost you 1 less this turn")),
        ("Destroy a Hero or Villain in the Line-Up.", ("one of several", "Villain")),
        ("Draw a card for each foe.", ("how many there are", "foe")),
    ],
)
def test_what_words_say_is_a_piece(text: str, piece: tuple[str, str]) -> None:
    assert piece in said(text)


def test_who_chooses_and_where_a_gained_card_goes_is_no_piece() -> None:
    assert said("Gain a card from the Line-Up.") == {
        ("a statement", "Gain a card from the Line-Up"),
        ("a place", "the Line-Up"),
    }


def test_a_limit_that_nobody_said_is_no_piece() -> None:
    played = said("If you succeed in a Confrontation this turn, draw a card.")
    assert "how often" not in {what for what, _ in played}
    stands = said(
        "Ongoing: Once during each of your turns, +1 Power.", line="Location, cost 3, 1 VP, x2"
    )
    assert "how often" in {what for what, _ in stands}


def test_every_edit_is_another_core_that_the_checker_accepts() -> None:
    core, _ = core_and_lines(
        "Attack: Each foe reveals the top card of their deck. If it is a Hero, they discard it and"
        " you draw a card. Otherwise, you may gain a Weakness.",
        "At the end of your turn, put up to two cards from your discard pile on top of your deck.",
    )
    edits = [edit for piece in pieces(core) for edit in piece.edits]
    assert len(edits) > 12
    assert all(edit.core != core and not check(edit.core) for edit in edits)


def test_a_condition_is_left_out_and_turned_round() -> None:
    core, _ = core_and_lines("If you control a Location, draw a card.")
    (condition,) = (piece for piece in pieces(core) if piece.what == "a condition")
    assert [edit.told for edit in condition.edits] == ["left out", "the contrary"]
