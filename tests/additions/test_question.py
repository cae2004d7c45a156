"""A question is a row, and a function that asks it; a ruling of a book then answers it."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout

pytestmark = pytest.mark.xdist_group("question")

ROW = """
[[question]]
id = "one-by-one"
pattern = "P-NOW"
about = "rules"
asks = "one after the other, or all at once?"
shape = "reading"
rank = "equal"
answers = [
  { key = "each", says = "one after the other" },
  { key = "once", says = "all at once" },
]
"""
SHAPE_ROW = ROW.replace('shape = "reading"', 'shape = "three_at_once"')
SHAPE = '''

@shape
def three_at_once(asked: Asked) -> Iterator[Found]:
    """Three cards are drawn."""
    for draw in all_of(asked.text, a.Move):
        match draw:
            case a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.Number(3))) as what) if not what.places:
                one = a.replace(draw, what=a.replace(what, quantity=a.Exactly(a.ONE)))
                top = a.replace(what, places=(a.Place(a.Zone.DECK, a.YOU, a.Edge.TOP),))
                several = a.Seq((one, one, one))
                texts = (asked.but(draw, several), asked.but(draw, a.replace(draw, what=top)))
                yield Found(draw, texts)
            case _:
                pass
'''
FUNCTION = '''

@asks
def one_by_one(ability: a.Ability, _nature: Nature) -> a.Ability:
    """Are three cards drawn one after the other?"""
    match ability:
        case a.Plain(a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.Number(3))) as what) as draw) if (
            not what.places
        ):
            one = a.replace(draw, what=a.replace(what, quantity=a.Exactly(a.ONE)))
            top = a.replace(what, places=(a.Place(a.Zone.DECK, a.YOU, a.Edge.TOP),))
            options = (a.Seq((one, one, one)), a.replace(draw, what=top))
            question = a.Question("one-by-one", ("each", "once"), options)
            return a.Plain(a.placed(question, a.place_of(draw)))
        case _:
            return ability
'''
RULING = """
[[ruling]]
id = "CONF-RU99"
cards = []
question = "Are three cards drawn one after the other?"
readings = ["One after the other.", "All at once."]
answer = 1
patterns = ["P-NOW"]
rules = ["CONF-K02"]
language = { question = "one-by-one", answer = "each" }
"""
CARDS = """\
set: Night Watch
ruleset: confrontations

Postman
Hero, cost 3, 1 VP, x2
+1 Power
Draw three cards.
"""
READINGS = ["Draw a card. Draw a card. Draw a card.", "Draw the top three cards of your deck."]
PLAYED = """
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import PlaySetError, card_defs
for rulings in ({}, {"CONF-RU99": 2}):
    try:
        ((card, copies),) = card_defs(read_card_file("cards.txt"), rulings=rulings)
        print(wording(card.text)[-1])
    except PlaySetError as error:
        print(error)
"""


@pytest.fixture(scope="module")
def asked(checkout: Checkout) -> Checkout:
    checkout.append("rules/patterns.toml", ROW)
    checkout.append("grammar/questions.py", FUNCTION)
    checkout.append("cards.txt", CARDS)
    return checkout


def test_it_is_asked_with_two_readings_and_then_ruled(asked: Checkout) -> None:
    assert asked.command("cards.txt", "--no-proofs") == (
        "cards.txt:7:1  warning RC302  Postman: open question: "
        "one after the other, or all at once?\n"
        "    7 │ Draw three cards.\n"
        "      │ ^^^^^^^^^^^^^^^^ this leaves it open\n"
        "      = read as A: Draw a card. Draw a card. Draw a card.\n"
        "      = read as B: Draw the top three cards of your deck.\n"
        "      = help: A and B can each be read in one way only: write the one that you mean\n"
        "\n"
        "1 warning in 1 file\n"
    )
    assert asked.command("explain", "Draw three cards.").splitlines() == [
        "1. Draw a card. Draw a card. Draw a card.",
        "   = one after the other, or all at once? one after the other",
        "2. Draw the top three cards of your deck.",
        "   = one after the other, or all at once? all at once",
        "2 readings (one-by-one)",
    ]
    for said in READINGS:
        assert asked.command("explain", said).splitlines() == [f"1. {said}", "1 reading"]
    why = "it has an open question, one-by-one: one after the other, or all at once?"
    assert asked.run(PLAYED)[0] == f"cards.txt: Postman: {why}"

    asked.append("rules/confrontations.toml", RULING)
    assert asked.command("cards.txt", "--no-proofs") == "no findings in 1 file\n"
    assert "(so ruled: CONF-RU99)" in asked.command("explain", "Draw three cards.")
    assert asked.run(PLAYED) == READINGS


def test_a_shape_is_a_row_and_a_function(another: Checkout) -> None:
    """The same question, looked for in the text as it was read: nothing else has to know it."""
    another.append("rules/patterns.toml", SHAPE_ROW)
    another.append("grammar/shapes/timing.py", SHAPE)
    another.append("cards.txt", CARDS)
    said = another.command("cards.txt", "--no-proofs")
    assert "warning RC302  Postman: open question" in said
    assert "read as B: Draw the top three cards of your deck." in said
    said = another.command("cards.txt")  # both draw the same three cards, and it is told
    assert "warning RC302  Postman: open question" in said
    assert "no game was found in which they differ (up to 2 cards per zone)" in said


def test_a_ruling_on_a_question_without_a_row_is_refused(another: Checkout) -> None:
    another.append("rules/confrontations.toml", RULING)
    another.append("cards.txt", CARDS)
    said = another.command("cards.txt", "--no-proofs")
    assert "expected one of self, takes-itself, " in said
    assert "found 'one-by-one'" in said
