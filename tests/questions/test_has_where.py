"""A card with a name that a player "has": in hand, or anywhere among the player's cards?"""

from __future__ import annotations

import pytest

from rules_check.cli import main

ASKED = "in hand, or anywhere among the player's cards?"


def _told(text: str, capsys: pytest.CaptureFixture[str]) -> str:
    main(["explain", text])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "text",
    [
        "Each foe who has no Weakness gains one.",
        "Each foe with a Weakness discards a card.",
        "If you have a Weakness, draw a card.",
        "If a foe has no Weakness, that foe gains one.",
        "The player with the most Weaknesses discards a card.",
        "If you have more Weaknesses than a foe, draw a card.",
    ],
)
def test_asked_where_the_place_is_not_said(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ASKED in _told(text, capsys)


@pytest.mark.parametrize(
    "text",
    [
        "Each foe with a Weakness in hand discards it.",
        "Each foe holding a Weakness discards a card.",
        "If there is a Weakness in your hand, draw a card.",
        "Each foe with no Weakness in their discard pile gains a Weakness.",
        "Each foe with a Hero discards a card.",
    ],
)
def test_not_asked_where_it_is_said(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ASKED not in _told(text, capsys)
