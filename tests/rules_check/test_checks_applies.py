"""Text that can never apply: RC207."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_check import catalogue
from rules_check.checks import applies, numbers
from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_file
from tests.rules_check.subjects import OUR_SETS, RULESETS, marks, one, subjects, subjects_of
from tests.together import all_of

HU, CONF, RBJ, RSB = "heroes-unite", "confrontations", "rivals-batman-joker", RULESETS[3]


@pytest.mark.parametrize("path", OUR_SETS, ids=lambda path: path.stem)
def test_every_text_of_our_sets_can_apply(path):
    for subject in subjects_of(read_card_file(str(path))):
        assert list(applies.check(subject)) == []


def test_the_examples_of_the_catalogue():
    entry = catalogue.entry("RC207")
    (bad,) = subjects(entry.bad or "")
    (good,) = subjects(entry.good or "")
    assert [finding.code for finding in applies.check(bad)] == ["RC207"]
    assert list(applies.check(good)) == []


@all_of(
    "text, under",
    [
        ("+0 Power", "+0 Power"),
        ("+0 Power for each Hero you control.", "+0 Power"),
        ("Draw up to zero cards.", "up to zero cards"),
        ("Draw zero cards.", "Draw zero cards"),
        ("Reveal the top 0 cards of your deck.", "the top 0 cards"),
        ("Add 0 to a Character's cost this turn.", "Add 0"),
        ("Heroes cost you 0 less this turn.", "0 less"),
        ("If there are fewer than zero Heroes in the Line-Up, draw a card.", "fewer than zero"),
        (
            "Gain a card with cost 3 or less and cost 5 or greater from the Line-Up.",
            "cost 3 or less and cost 5 or greater",
        ),
        ("Draw two cards, then gain a card with odd cost and cost 4.", "odd cost and cost 4"),
        ("Gain a Hero with 1 VP or less and 3 VP or more.", "1 VP or less and 3 VP or more"),
        ("+1 Power for each foe hit by this Attack.", "hit by this Attack"),
        ("Block (0)", "Block (0)"),
        ("Block 0: Draw a card.", "Block 0"),
        ("-0 Power", "-0 Power"),
        ("Gain 0 Power.", "Gain 0 Power"),
        ("Gain 0 VP.", "Gain 0 VP"),
        ("Heroes cost you 0 less for each Villain you control.", "0 less"),
        ("Discard fewer than one card.", "fewer than one card"),
        ("Discard fewer than zero cards.", "fewer than zero"),
        ("Discard up to zero other Heroes from your hand.", "up to zero other Heroes"),
        ("Draw 0 random cards.", "Draw 0 random cards"),
        ("If you have less than 0 Power, draw a card.", "less than 0"),
        ("Gain a card with cost lower than 0.", "lower than 0"),
        ("Gain a card with an odd cost and cost 4.", "odd cost and cost 4"),
        ("Draw four cards and gain a card with odd cost and cost 4.", "odd cost and cost 4"),
        ("If its cost is odd and its cost is 4, draw a card.", "odd and its cost is 4"),
    ],
)
def test_texts_that_apply_nowhere(text, under):
    subject = one(text)
    assert subject.parsed.troubles == ()
    assert marks(applies.check, subject) == [("RC207", under)]


@all_of(
    "text",
    [
        "Put all cards with cost 0 from your discard pile on the bottom of your deck.",
        "If there are no Villains in the Line-Up, +3 Power.",
        "Gain a card with cost 2 or greater and cost 5 or less from the Line-Up.",
        "Gain a card with cost 5 or less and cost 5 or greater from the Line-Up.",
        "Gain a card with even cost and cost 4 or less from the Line-Up.",
        "Gain a card with cost 2 or 3 from the Line-Up.",
        "Attack: Each foe discards a card. +1 Power for each foe hit by this Attack.",
        "Block (2)",
        "Each foe with up to zero cards in hand draws a card.",
        "If there are up to zero Heroes in the Line-Up, draw a card.",
        "Gain up to 0 cost worth of cards from the Line-Up.",
    ],
)
def test_texts_that_apply_now_and_then(text):
    subject = one(text)
    assert subject.parsed.troubles == ()
    assert list(applies.check(subject)) == []


@all_of(
    "text, under, never",
    [
        ("Your teammate draws a card.", "Your teammate", {HU, RBJ}),
        ("+1 Power for each Hero you or your teammate controls.", "your teammate", {HU, RBJ}),
        ("During a Confrontation, +1 Power.", "During a Confrontation", {HU}),
        ("If you succeed in a Confrontation this turn, draw a card.", "in a Confrontation", {HU}),
        ("You may cancel this Confrontation.", "this Confrontation", {HU}),
        ("You may discard this card during a Confrontation.", "during a Confrontation", {HU}),
        ("Add 1 to your Character's cost this turn.", "Character's cost", {HU}),
        (
            "If you control a Super-Villain, add 1 to your Character's cost this turn.",
            "Character's cost",
            {HU},
        ),
        ("Gain a card from the Super-Villain stack.", "the Super-Villain stack", {CONF, RBJ, RSB}),
        ("Put a card from the Punch stack into your hand.", "Punch stack", {HU, CONF, RBJ}),
        ("Gain a card from the Weakness stack.", "", set()),
        ("Discard a Block card.", "Block", {HU}),
        ("Each Hero in your hand has Assist this turn.", "Assist", {HU, RBJ, RSB}),
    ],
)
def test_what_a_ruleset_does_not_have(text, under, never):
    for ruleset in RULESETS:
        subject = one(text, ruleset=ruleset)
        assert subject.parsed.troubles == ()
        expected = [("RC207", under)] if ruleset in never else []
        assert marks(applies.check, subject) == expected, ruleset


def test_shazam_vs_black_adam_can_be_played_in_teams():
    """RSB-M12: combined with another Rivals game there are two teams."""
    assert list(applies.check(one("Your teammate draws a card.", ruleset=RSB))) == []


def test_a_line_under_a_keyword_that_is_reported_is_not_reported_twice():
    text = "Block: You may discard this card during a Confrontation."
    assert list(applies.check(one(text, ruleset=HU))) == []


@pytest.mark.parametrize("text", ["First Appearance - Attack: Each player discards a card."])
def test_only_a_super_villain_has_a_first_appearance(text):
    """HU-SV08."""
    villain = one(text, ruleset=HU, line="Villain, Super-Villain, cost 9, 4 VP")
    assert list(applies.check(villain)) == []
    (finding,) = applies.check(one(text, ruleset=HU, line="Villain, cost 4, 1 VP"))
    assert finding.code == "RC207"
    assert finding.rules == ("HU-SV08",)


def test_what_is_said():
    (finding,) = applies.check(one("Your teammate draws a card.", ruleset=RBJ))
    assert finding.message == (
        '"Your teammate" can never apply: Rivals - Batman vs The Joker is played without teams'
    )
    assert finding.label == "there is no such player"
    assert finding.rules == ("RBJ-S03",)
    assert finding.card == "Lamplighter"


# A mirror of `_possible`, by trying every number there could be.

COMPARE = {
    a.Comparison.EQUAL: lambda x, y: x == y,
    a.Comparison.AT_MOST: lambda x, y: x <= y,
    a.Comparison.AT_LEAST: lambda x, y: x >= y,
    a.Comparison.LESS: lambda x, y: x < y,
    a.Comparison.MORE: lambda x, y: x > y,
}
attributes = st.builds(
    a.Attribute,
    st.sampled_from([a.AttributeKind.COST, a.AttributeKind.VP]),
    st.sampled_from(list(a.Comparison)),
    st.integers(0, 6).map(a.Number),
)
one_ofs = st.lists(st.integers(0, 6), min_size=1, max_size=3).map(lambda x: a.CostOneOf(tuple(x)))
parities = st.builds(a.Parity, st.sampled_from(list(a.ParityKind)))


@given(st.lists(attributes | one_ofs | parities, max_size=4))
def test_a_filter_is_contradictory_when_no_card_passes_it(tests):
    def passes(cost: int, vp: int) -> bool:
        for test in tests:
            match test:
                case a.Attribute(kind, comparison, a.Number(value)):
                    number = cost if kind is a.AttributeKind.COST else vp
                    good = COMPARE[comparison](number, value)
                case a.CostOneOf(values):
                    good = cost in values
                case a.Parity(kind):
                    good = cost % 2 == (1 if kind is a.ParityKind.ODD else 0)
                case _:
                    raise AssertionError(test)
            if not good:
                return False
        return True

    expected = any(passes(cost, vp) for cost, vp in product(range(20), range(-20, 20)))
    assert numbers._possible(tests) is expected
