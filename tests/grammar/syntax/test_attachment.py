"""What stands behind several acts may belong to all of them: then both readings are kept."""

from __future__ import annotations

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import readings
from rules_check.grammar.wording import wording
from tests.together import all_of

NAMES = vocabulary(("Punch", "Weakness"))
BOTH = (
    (
        "You may destroy a card in your hand and draw a card, but only if you control a Location.",
        "You may destroy a card in your hand and if you control a Location, draw a card.",
        "If you control a Location, you may destroy a card in your hand and draw a card.",
    ),
    (
        "Trash a card from your hand and draw a card if you control a Location.",
        "Destroy a card in your hand. If you control a Location, draw a card.",
        "If you control a Location, destroy a card in your hand and draw a card.",
    ),
    (
        "+1 Power and draw a card for each Location you control.",
        "+1 Power. Draw a card for each Location you control.",
        "For each Location you control, +1 Power and draw a card.",
    ),
    (
        "Draw a card and +1 Power for each Location you control.",
        "Draw a card. +1 Power for each Location you control.",
        "For each Location you control, draw a card and +1 Power.",
    ),
    (
        "Gain a Hero or a Villain with cost 3 or less from the Line-Up.",
        "Gain a Hero or Villain with cost 3 or less from the Line-Up.",
        "Gain a Hero from the Line-Up or a Villain with cost 3 or less from the Line-Up.",
    ),
    (
        "Destroy a Hero or an Equipment with cost 3 or less in your hand.",
        "Destroy a Hero or Equipment with cost 3 or less in your hand.",
        "Destroy a Hero in your hand or an Equipment with cost 3 or less in your hand.",
    ),
)
ONE = (
    "Gain a Hero or Villain with cost 3 or less from the Line-Up.",
    "Gain a Hero with cost 3 or less from the Line-Up or a Villain from the Line-Up.",
    "Draw a card. +1 Power for each Location you control.",
    "For each Location you control, draw a card and +1 Power.",
    "Draw a card and, if you control a Hero, gain 1 VP.",
    "+1 Power and, if you control a Hero, draw a card.",
    "Trash a card and draw two cards, if you control a Hero.",
)


@all_of("text,first,second", BOTH)
def test_both_readings_are_kept(text: str, first: str, second: str) -> None:
    parsed = parse_lines([text], NAMES).text
    (question,) = (one for one in a.walk(parsed) if isinstance(one, a.Question))
    assert question.id == "reading"
    assert [wording(one.text)[0] for one in readings(parsed)] == [first, second]


@pytest.mark.parametrize("text", ONE)
def test_where_there_is_one_way_nothing_is_asked(text: str) -> None:
    parsed = parse_lines([text], NAMES)
    assert not parsed.troubles
    assert not [x for x in a.walk(parsed.text) if isinstance(x, a.Question) and x.id == "reading"]


def test_what_points_back_belongs_to_the_last() -> None:
    text = "Uncover the top card of your deck and draw it if it is a Hero."
    (line,) = wording(parse_lines([text], NAMES).text)
    assert line == "Reveal the top card of your deck. If it is a Hero, draw it."
