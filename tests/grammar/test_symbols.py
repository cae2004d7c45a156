"""The symbols of the grammar, whose phrases are entered in many modules."""

from __future__ import annotations

import pytest

from rules_check.grammar.parse import Parser, vocabulary


@pytest.mark.parametrize(
    "text",
    [
        "If you have that many, draw a card.",
        "Each foe with that many discards a card.",
        "If you have you discarded, draw a card.",
        "Each foe who has there are two cards draws a card.",
    ],
)
def test_two_modules_do_not_mean_different_things_by_one_symbol(text: str):
    """How many cards are compared and how many are chosen were one symbol, read in one way."""
    assert {trouble.code for trouble in Parser().parse([text], vocabulary(())).troubles} == {
        "RC101"
    }
