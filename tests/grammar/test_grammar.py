"""The grammar itself: disjoint words, no ambiguity but the known kinds, the phrasebook."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from rules_check.checks.subject import names_of
from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.generate import generated
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.plainwords import SharedWord, lexicon, phrases
from rules_check.grammar.questions import open_questions
from rules_check.grammar.wording import wording
from rules_check.rules.language import told
from rules_check.rules.load import load_ruleset
from tests.together import all_of

CARDS = sorted(Path(__file__).parents[2].glob("cards/*.txt"))


def test_a_word_belongs_to_one_terminal():
    assert sentence_parser().lexicon["draw"] == "MOVE"
    with pytest.raises(SharedWord, match="'draws' is both A and B"):
        lexicon({}, [("A", "draws?"), ("B", "draws|plays")])


def test_no_word_is_taken_for_a_terminal_that_has_no_words_of_its_own():
    """Lark names a quoted word by its capitals: "number" would become the terminal NUMBER."""
    text = generated()
    (declared,) = re.findall(r"^%declare (.+)$", text, flags=re.M)
    quoted = {word.upper() for word in re.findall(r'"(\w+)"', text)}
    given = {word.upper() for word in re.findall(r'^[A-Z_]+: "(\w+)"$', text, flags=re.M)}
    assert not (quoted - given) & set(declared.split())


def test_every_terminal_of_the_words_file_is_used():
    text = (resources.files("rules_check.grammar") / "words.lark").read_text(encoding="utf-8")
    defined = set(re.findall(r"^([A-Z_]+)(?=:)", text, flags=re.M))
    rules = {symbol.name for rule in sentence_parser()._rules for symbol in rule.expansion}
    assert not defined - rules


@all_of("phrase", phrases())
def test_the_phrasebook_is_understood(phrase):
    parsed = parse_lines([phrase], vocabulary(["Punch", "Weakness"]))
    assert not [t for t in parsed.troubles if t.code not in {"RC203", "RC204"}]


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_our_cards_are_ambiguous_only_in_known_ways(path):
    file = read_card_file(path)
    assert file.ruleset is not None
    names = names_of(file, load_ruleset(file.ruleset))
    for card in file.cards:
        text = parse_lines([line.text for line in card.printed], names).text
        for question in open_questions(text):
            assert told(question.id).about == "wording", card.name
            assert question.keys == tuple(told(question.id).answers)


def reads(*lines: str) -> a.CardText:
    parsed = parse_lines(lines, vocabulary(["Punch", "Weakness", "Word of Power"]))
    assert parsed.understood, parsed.troubles
    return parsed.text


@all_of(
    "loose, house",
    [
        ("Draw 2 cards", "Draw two cards."),
        ("Each opponent discards a card from his hand.",
         "Each foe discards a card from their hand."),
        ("At end of game, this card is worth 3 VP.",
         "At the end of the game, this card is worth 3 VPs."),
        ("Put it in your hand.", "Put it into your hand."),
        ("Add it to the Line-Up.", "Put it into the line up."),
        ("FIRST APPEARANCE -- ATTACK: Each player discards a card.",
         "First Appearance — Attack: Each player discards a card."),
        ("You can’t buy cards this turn.", "You cannot buy cards this turn."),
        ("For each Hero you control, +1 Power.", "+1 Power for each Hero you control."),
        ("When you play your first Hero on each of your turns, draw a card.",
         "The first time you play a Hero during each of your turns, draw a card."),
        ("each foe gains a weakness", "Each foe gains a Weakness."),
        ("If your discard pile is empty, draw a card.",
         "If there are no cards in your discard pile, draw a card."),
        ("Choose one: Draw a card; or +1 Power.", "Draw a card or +1 Power."),
        ("Each who did not draws a card.", "Those who did not draw a card."),
        ("Destroy a Hero, a Villain, and an Equipment.",
         "Destroy a Hero and a Villain and an Equipment."),
    ],
)  # fmt: skip
def test_loose_wording_means_the_same(loose, house):
    assert reads(loose) == reads(house)


@all_of(
    "one, other",
    [
        ("Draw a card.", "Draw two cards."),
        ("Each foe discards a card.", "That foe discards a card."),
        ("Destroy a card in your hand.", "Destroy a card in your discard pile."),
        ("Draw up to two cards.", "Draw two cards."),
        ("You may draw a card.", "Draw a card."),
        ("Attack: Each foe discards a card.", "Each foe discards a card."),
        ("If it is a Hero, draw it.", "If it is not a Hero, draw it."),
        ("Put it on top of your deck.", "Put it on the bottom of your deck."),
        ("Each time you play a Hero this turn, +1 Power.",
         "When you play a Hero this turn, +1 Power."),
        ("Gain a card with cost 5 or less from the Line-Up.",
         "Gain a card with cost 5 or greater from the Line-Up."),
        ("Destroy a Hero, a Villain, and an Equipment.", "Destroy a Hero and a Villain."),
    ],
)  # fmt: skip
def test_different_wording_means_something_else(one, other):
    assert reads(one) != reads(other)


@pytest.mark.parametrize(
    "text",
    [
        "[Max once per card type; draw a card].",
        "Play this card from your or your teammate's hand.",
    ],
)
def test_what_makes_no_sense_is_said_to_make_none(text):
    parsed = parse_lines([text], vocabulary([]))
    assert [trouble.detail for trouble in parsed.troubles] == ["sense"]


def test_counted_thing_with_two_readings_is_worded():
    """The amount is a question, and its readings are "for each" of something."""
    said = (
        "Add 1 to the cost of a Character for each Hero you control and with that cost this turn."
    )
    text = reads(f"Discard a card. {said}")
    told = "Add 1 to a Character's cost this turn for each Hero with that cost you control."
    assert wording(text) == [f"Discard a card. {told}"]


@pytest.mark.parametrize(
    "price", ["Repeat this", "Repeat this until you reveal a Hero", "Do the same"]
)
def test_a_price_that_speaks_of_nothing_is_told(price):
    parsed = parse_lines([f"{price}: Draw a card."], vocabulary([]))
    assert [trouble.code for trouble in parsed.troubles] == ["RC203"]
