"""`diff` plays the counting of points, and the turn of the next player; it claims nothing of what
comes before the game."""

from __future__ import annotations

import pytest

from rules_check import cli

DIFFER = {
    "points of others": (
        "At the end of the game, this card is worth 1 VP for each Super-Villain you own.",
        "At the end of the game, this card is worth 1 VP for each Villain you own.",
        "P1 VP",
    ),
    "points of so many": (
        "At the end of the game, this card is worth 1 VP for every two Equipment you own.",
        "At the end of the game, this card is worth 2 VP for every four Equipment you own.",
        "P1 VP",
    ),
    "points of each name": (
        "This card is worth 1 VP for each different Equipment you own.",
        "This card is worth 1 VP for each Equipment you own.",
        "P1 VP",
    ),
    "in the turn of a foe": (
        "Your Character's cost is increased by 2 this turn.",
        "Your Character's cost is increased by 2 until the start of your next turn.",
        "the next player's begins",
    ),
}


def diff(capsys: pytest.CaptureFixture[str], *texts: str, bound: int = 2) -> str:
    cli.main(["diff", "--text", "--bound", str(bound), *texts])
    return capsys.readouterr().out


@pytest.mark.parametrize("pair", DIFFER)
def test_a_game_shows_points_and_later_turns(pair: str, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, shown = DIFFER[pair]
    said = diff(capsys, first, second)
    assert "This card: differs" in said
    assert shown in said


def test_the_same_points_in_other_words_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    said = diff(
        capsys,
        "At the end of the game, this card is worth 1 VP for each Hero in your deck.",
        "At the end of the game, this card is worth 1 VP for each Hero you own.",
    )
    assert "the same in every game (up to 2 cards per zone)" in said


def test_what_comes_before_the_game_differs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = diff(
        capsys,
        "This card starts the game on top of the main deck.",
        "This card starts the game on the bottom of the main deck.",
        bound=1,
    )
    assert "This card: differs" in said
