"""RC216: text that reads like a Defense, a Block or an Attack, without the keyword."""

from __future__ import annotations

import pytest

from rules_check.checks.missing_keywords import check
from rules_check.grammar.cardfile import read_card_file
from tests.rules_check.subjects import OUR_SETS, one, subjects, subjects_of

BLOCK = (
    "You may discard this card during a Confrontation. If you do, add 2 to your Character's cost"
    " this turn."
)


@pytest.mark.parametrize("path", OUR_SETS, ids=lambda path: path.stem)
def test_our_sets_have_their_keywords(path):
    for subject in subjects_of(read_card_file(str(path))):
        assert list(check(subject)) == []


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("You may discard this card to avoid an Attack.", "a Defense"),
        ("You may discard this card to avoid an Attack. If you do, draw a card.", "a Defense"),
        ("Discard this card to avoid an Attack.", "a Defense"),
        (BLOCK, "a Block"),
        ("Each foe discards a card.", "an Attack"),
        ("+1 Power. Each foe gains a Weakness.", "an Attack"),
        ("Choose a foe. The chosen foe destroys a card in their hand.", "an Attack"),
    ],
)
def test_text_without_its_keyword_is_told(text, keyword):
    (finding,) = check(one(text))
    assert finding.code == "RC216"
    assert finding.message.startswith(f"this reads like {keyword}, and is none")


@pytest.mark.parametrize(
    "text",
    [
        "Attack: Each foe discards a card.",
        "Defense: You may discard this card to avoid an Attack.",
        "Each player discards a card.",
        "Each foe draws a card.",
        "Discard a card. (Each foe discards a card.)",
        "Add 2 to your Character's cost this turn.",
    ],
)
def test_other_text_is_left_alone(text):
    assert list(check(one(text))) == []


def test_a_keyword_of_the_set_is_one():
    text = (
        "set: X\nruleset: confrontations\nkeyword Ambush: Each foe discards a card.\n\n"
        "Lamplighter\nHero, cost 3, 1 VP\n+1 Power\nAmbush\n"
    )
    for subject in subjects(text):
        assert list(check(subject)) == []
