"""What stands behind several acts may belong to all of them: then both readings are kept."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.parse import parse_lines, vocabulary
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
)


@all_of("text,first,second", BOTH)
def test_both_readings_are_kept(text: str, first: str, second: str) -> None:
    (ability,) = parse_lines([text], NAMES).text.abilities
    assert isinstance(ability, a.Plain)
    question = ability.effect
    assert isinstance(question, a.Question)
    assert question.id == "reading"
    said = [wording(a.CardText((a.Plain(one),)))[0] for one in question.options]
    assert said == [first, second]


def test_what_points_back_belongs_to_the_last() -> None:
    text = "Uncover the top card of your deck and draw it if it is a Hero."
    (line,) = wording(parse_lines([text], NAMES).text)
    assert line == "Reveal the top card of your deck. If it is a Hero, draw it."
