"""Words that point back: RC201, RC202 and RC204."""

from __future__ import annotations

import pytest

from rules_check import catalogue
from rules_check.checks import references
from rules_check.cli import main
from rules_check.grammar.cardfile import read_card_file
from tests.rules_check.subjects import OUR_SETS, RULESETS, marked, marks, one, subjects, subjects_of
from tests.together import all_of


@pytest.mark.parametrize("path", OUR_SETS, ids=lambda path: path.stem)
def test_no_card_of_our_sets_points_to_nothing(path):
    for subject in subjects_of(read_card_file(str(path))):
        assert list(references.check(subject)) == []


@pytest.mark.parametrize("code", ["RC201", "RC202", "RC204"])
def test_the_examples_of_the_catalogue(code):
    entry = catalogue.entry(code)
    (bad,) = subjects(entry.bad or "")
    (good,) = subjects(entry.good or "")
    assert [finding.code for finding in references.check(bad)] == [code]
    assert list(references.check(good)) == []


WELL = [
    ["At the end of your turn, put this card on top of your deck."],
    ["Reveal the top card of your deck. If it is a Hero, draw it."],
    ["Reveal the top two cards of your deck. Draw one of them and discard the other."],
    ["Look at the top three cards of your deck. Draw one of them and put the rest back."],
    ["When you play this card, leave it in front of you for the rest of the game."],
    ["If your discard pile is empty, draw a card. Then destroy it."],
    ["Attack: Each foe discards a card from their hand. If they cannot, they gain a Weakness."],
    ["Attack: Each foe gains a Weakness. +1 Power for each foe who gained a Weakness this way."],
    ["Pass a card to the player on your left. They discard it."],
    ["Your teammate draws a card. Then they discard a card."],
    ["Destroy up to two cards in your hand. +1 Power for each card destroyed this way."],
    ["Discard any number of cards. Draw that many cards."],
    ["If you discarded a card this turn, draw a card."],
    ["Choose even or odd. Reveal a card. If its cost matches your choice, draw a card."],
    ["Reveal the top two cards of your deck. If they share a card type, draw both of them."],
    ["Defense: You may reveal this card to avoid an Attack. (It stays in your hand.)"],
    ["WHEN YOU GAIN THIS: Put it into your hand."],
    ["Block (2): Put it on top of your deck."],
    ["Block 2: Put it on top of your deck."],
]


@all_of("printed", WELL)
def test_texts_whose_words_all_mean_something(printed):
    subject = one(*printed)
    assert subject.parsed.troubles == ()
    assert list(references.check(subject)) == []


# ------------------------------------------------------------------- that foe


@all_of(
    "printed",
    [
        ["Confrontation: Attack: That foe discards a card."],
        ["Ongoing: Confrontation: That foe discards a card."],
        ["+2 Power and choose a foe.", "Attack: That foe discards a card."],
        ["+2 Power and choose a foe.", "Attack: The chosen foe discards a card."],
        ["Choose a foe. Look at that foe's hand."],
        ["Attack: Each foe reveals a card. That foe discards it."],
        ["During a Confrontation, that foe discards a card."],
        ["During a Confrontation, you may discard a card. If you do, that foe discards a card."],
        ["If a foe controls a Location, that foe discards it."],
        ["Block (1): That foe discards a card."],
        ["When you are Confronted, that foe discards a card."],
    ],
)
def test_that_foe_is_the_confronted_or_the_chosen_one(printed):
    """CONF-RE04, CONF-CF23, RBJ-R03, RSB-R06."""
    subject = one(*printed)
    assert subject.parsed.troubles == ()
    assert list(references.check(subject)) == []


@pytest.mark.parametrize(
    ("printed", "under"),
    [
        (["Attack: That foe discards a card."], "That foe"),
        (["Attack: The chosen foe discards a card."], "The chosen foe"),
        (["Confrontation: Draw a card.", "That foe discards a card."], "That foe"),
        (["Confrontation: Draw a card.", "Otherwise, that foe discards a card."], "that foe"),
        (["Your teammate draws a card. That foe discards a card."], "That foe"),
        (["Attack: Each foe discards a card. The chosen foe draws a card."], "The chosen foe"),
    ],
    ids=lambda value: " / ".join(value)[:60] if isinstance(value, list) else "",
)
def test_that_foe_who_is_nobody(printed, under):
    assert marks(references.check, one(*printed)) == [("RC201", under)]


def test_what_is_said_about_that_foe():
    subject = one("Attack: That foe discards a card.", ruleset="rivals-batman-joker")
    (finding,) = references.check(subject)
    assert finding.message == '"That foe" refers to nobody: no foe is chosen or named before'
    assert finding.label == "which foe?"
    assert finding.card == "Lamplighter"
    assert 'begin with "During a Confrontation, "' in finding.help
    assert finding.rules == ("RBJ-R03",)
    assert (finding.span.line, finding.span.column, finding.span.length) == (6, 9, 8)


def test_in_a_defense_the_foe_is_the_attacker():
    subject = one(
        "Choose a foe.",
        "Defense: You may discard this card to avoid an Attack. That foe discards a card.",
    )
    (finding,) = references.check(subject)
    assert finding.code == "RC201"
    assert finding.help == 'say "the attacker" if you mean the player who attacks'
    assert finding.notes == (
        "the Defense text is used on its own: a foe of other lines does not count",
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rules_that_are_cited_exist(ruleset):
    subject = one("Attack: That foe discards a card.", ruleset=ruleset)
    (finding,) = references.check(subject)
    assert subject.ruleset is not None
    assert set(finding.rules) <= set(subject.ruleset.rules)
    assert bool(finding.rules) is (ruleset != "heroes-unite")


# ------------------------------------------------------------- it, they, this way


@all_of(
    "text, under",
    [
        ("+1 Power. Put it into your hand.", "it"),
        ("If its cost is 4 or less, +1 Power.", "its"),
        ("If it is a Hero, draw a card.", "it is"),
        ("+1 Power. Destroy one of them.", "them"),
        ("Draw the rest.", "the rest"),
        ("Draw the other.", "the other"),
        ("If they share a card type, draw a card.", "they"),
        ("Attack: They discard a card.", "They"),
        ("Look at their hand.", "their"),
        ("That player discards a card.", "That player"),
        ("+1 Power for each card discarded this way.", "discarded this way"),
        ("Draw a card. +1 Power for each card discarded this way.", "discarded this way"),
        ("Draw a revealed card.", "revealed card"),
        ("Draw that many cards.", "that many"),
        ("When you avoid an Attack, put it on top of your deck.", "it"),
    ],
)
def test_words_that_point_to_nothing(text, under):
    assert marks(references.check, one(text)) == [("RC202", under)]


def test_only_the_first_of_several_words_is_reported():
    subject = one("Put it into your hand. If it is a Hero, discard it.")
    assert marks(references.check, subject) == [("RC202", "it")]


def test_a_defense_does_not_speak_of_cards_of_other_lines():
    subject = one(
        "Reveal the top card of your deck.", "Defense: You may discard it to avoid an Attack."
    )
    (finding,) = references.check(subject)
    assert marked(subject, finding) == "it"
    assert "the Defense text is used on its own" in finding.notes[0]
    assert finding.help.startswith('say "this card"')


def test_nothing_is_said_after_text_that_was_not_understood():
    subject = one("Wibble the wobble. Put it into your hand.")
    assert subject.parsed.troubles
    assert list(references.check(subject)) == []


def test_the_caret_is_right_on_a_continuation_line():
    subject = one("+1 Power.", "  Put it into your hand.")
    (finding,) = references.check(subject)
    assert (finding.span.line, finding.span.column) == (7, 7)
    assert marked(subject, finding) == "it"


# ------------------------------------------------------------------ if you do


@pytest.mark.parametrize(
    "printed",
    [
        ["You may discard a card. If you do, +2 Power."],
        ["Discard up to two cards. If you do, +2 Power."],
        ["Discard any number of cards. If you do, +2 Power."],
        ["Defense: Discard this card to avoid an Attack. If you do, draw a card."],
        ["Block: Discard this card. If you do, add 2 to a Character's cost this turn."],
        ["Choose 1: +2 Power OR", "Discard a card. If you do, draw two cards."],
        ["Once during each of your turns, discard a card. If you do, draw a card."],
        ["Attack: Each foe may discard a card. If they do, draw a card."],
    ],
    ids=lambda printed: printed[0][:50],
)
def test_if_you_do_after_a_choice(printed):
    subject = one(*printed)
    assert subject.parsed.troubles == ()
    assert list(references.check(subject)) == []


@pytest.mark.parametrize(
    ("text", "under"),
    [
        ("Discard a card. If you do, +2 Power.", "If you do"),
        ("+1 Power. Gain a Weakness. If you do, draw a card.", "If you do"),
        ("If you control a Hero, discard a card. If you do, +2 Power.", "If you do"),
        ("Discard a card. (From your hand.) If you do, +2 Power.", "If you do"),
        ("Attack: Each foe discards a card. If they do, draw a card.", "If they do"),
        ("Pay 3 Power. If you do, draw a card.", "If you do"),
    ],
)
def test_if_you_do_after_something_that_must_be_done(text, under):
    subject = one(text)
    if subject.parsed.troubles:  # a reminder that is no sentence does not matter here
        assert "(" in text
    assert marks(references.check, subject) == [("RC204", under)]


def test_the_right_one_of_two_is_reported():
    subject = one(
        "You may discard a card. If you do, +1 Power. Discard a card. If you do, +1 Power."
    )
    (finding,) = references.check(subject)
    text = subject.card.printed[0].text
    assert finding.span.column == text.rindex("If you do") + 1


def test_what_is_said_about_if_you_do():
    (finding,) = references.check(one("Destroy a card in your hand. If you do, +2 Power."))
    assert finding.message == (
        '"If you do" asks about a choice, but "Destroy a card in your hand" leaves none'
    )
    assert 'write "You may destroy a card in your hand"' in finding.help
    assert '"If you destroyed a card this way"' in finding.help
    assert finding.notes == (
        "that it may fail because there is no such card does not make it a choice",
    )


def test_the_ways_that_the_help_offers_are_free_of_findings():
    for text in (
        "You may discard a card. If you do, +2 Power.",
        "Discard a card. If you discarded a card this way, +2 Power.",
    ):
        subject = one(text)
        assert subject.parsed.troubles == ()
        assert list(references.check(subject)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Draw a card. If it isn't, discard a card.", "with no condition or choice before it"),
        (
            "Reveal a card from your hand. If you revealed a Hero, draw two. If it isn't, draw 1.",
            "does not go with the condition before it",
        ),
        ("Draw one fewer card.", "compares with something that is not said before it"),
        (
            "Draw three cards. For each Villain you control, draw one fewer.",
            "compares with something that is not said before it",
        ),
    ],
)
def test_no_condition_is_missed_that_is_there(
    text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["explain", text])
    assert told in " ".join(capsys.readouterr().out.split())


def test_if_it_is_not_behind_another_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Reveal the top card of your deck. If it is a Hero, draw it. +1 Power."
    text += " If it isn't, discard it."
    assert main(["explain", text]) == 0
    assert "If it is a Hero, draw it. Otherwise, discard it." in capsys.readouterr().out
