"""What the ruleset does not know: RC205, RC206, RC208, RC215 and RC217."""

from __future__ import annotations

import pytest

from rules_check import catalogue
from rules_check.checks import ruleset as ruleset_check
from rules_check.codes import Severity, severity
from rules_check.grammar.cardfile import read_card_file
from tests.rules_check.subjects import OUR_SETS, RULESETS, marks, one, subjects, subjects_of
from tests.together import all_of

check = ruleset_check.check
SUPER_VILLAIN = "Villain, Super-Villain, cost 9, 4 VP, x1"


@pytest.mark.parametrize("path", OUR_SETS, ids=lambda path: path.stem)
def test_our_sets_keep_to_their_rulesets(path):
    for subject in subjects_of(read_card_file(str(path))):
        assert list(check(subject)) == []


@pytest.mark.parametrize("code", ["RC205", "RC206", "RC208", "RC215", "RC217"])
def test_the_examples_of_the_catalogue(code):
    entry = catalogue.entry(code)
    (bad,) = subjects(entry.bad or "")
    (good,) = subjects(entry.good or "")
    assert [finding.code for finding in check(bad)] == [code]
    assert list(check(good)) == []


# ------------------------------------------------------------------- keywords

BLOCK = (
    "Block: You may discard this card during a Confrontation. If you do, add 2 to your"
    " Character's cost this turn."
)
USES = {
    "Attack": "Attack: Each foe discards a card.",
    "Defense": "Defense: You may discard this card to avoid an Attack.",
    "Block": BLOCK,
    "Ongoing": "Ongoing: +1 Power",
    "Stack Ongoing": "Stack Ongoing: +1 Power",
    "Confrontation": "Confrontation: +1 Power",
    "Assist": "Assist",
    "First Appearance - Attack": "First Appearance - Attack: Each player discards a card.",
    "WHEN YOU GAIN THIS": "WHEN YOU GAIN THIS: Draw a card.",
    "Discard a Punch:": "Discard a Punch: Draw a card.",
}
KNOWN = {
    "confrontations": {"Attack", "Defense", "Block", "Ongoing", "Confrontation", "Assist"},
    "heroes-unite": {
        "Attack",
        "Defense",
        "Ongoing",
        "Stack Ongoing",
        "First Appearance - Attack",
    },
    "rivals-batman-joker": {"Attack", "Defense", "Block", "Ongoing"},
    "rivals-shazam-black-adam": {
        "Attack",
        "Defense",
        "Block",
        "Ongoing",
        "Confrontation",
        "WHEN YOU GAIN THIS",
        "Discard a Punch:",
    },
}


@pytest.mark.parametrize("ruleset", RULESETS)
@all_of("keyword", USES)
def test_keywords_by_ruleset(ruleset, keyword):
    subject = one(USES[keyword], ruleset=ruleset, line=SUPER_VILLAIN)
    expected = [] if keyword in KNOWN[ruleset] else [("RC205", keyword)]
    assert marks(check, subject) == expected


def test_the_help_lists_the_keywords_of_the_ruleset():
    (finding,) = check(one("Assist", "+1 Power", ruleset="heroes-unite"))
    assert finding.message == 'the rulebook of Heroes Unite has no keyword "Assist"'
    assert "Attack, Defense, Ongoing and First Appearance" in finding.help
    assert "`ruleset:`" in finding.help


def test_the_phrase_instead_of_the_keyword():
    """RBJ-CF16: Batman vs The Joker writes "During a Confrontation"."""
    (finding,) = check(one("Confrontation: +1 Power", ruleset="rivals-batman-joker"))
    assert 'begin the text with "During a Confrontation, "' in finding.help
    assert finding.rules == ("RBJ-CF16",)


def test_a_price_before_a_colon():
    """RSB-P01: only Shazam! vs. Black Adam has payment abilities."""
    (finding,) = check(one("Discard a Punch: Draw a card."))
    assert "a price before a colon" in finding.message
    assert finding.help.startswith('write "You may discard a Punch. If you do, ..."')


def test_an_unknown_ruleset_has_no_keywords_to_miss():
    (subject,) = subjects("set: X\nruleset: nonsense\n\nLamplighter\nHero, cost 99\nAssist\n")
    assert subject.ruleset is None
    assert list(check(subject)) == []


# --------------------------------------------------------------------- blocks


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ([BLOCK], []),
        (["Block (2)"], []),
        (["Block (1): Draw a card."], []),
        (["Block 1: Draw a card."], []),
        (["Block: You may discard this card during a Confrontation."], ["Block"]),
        (["+2 Power", "Block: You may discard this card. If you do, draw a card."], ["Block"]),
        (["Draw a card. " + BLOCK], []),
        (["Block: Wibble the wobble."], []),
    ],
    ids=lambda value: " / ".join(value)[:50] or "none",
)
def test_a_block_says_how_much_it_adds(printed, found):
    """CONF-BL01, RBJ-B04, RSB-B01."""
    assert marks(check, one(*printed)) == [("RC206", words) for words in found]


@pytest.mark.parametrize(
    ("ruleset", "way"),
    [
        ("confrontations", "add 2 to a Character's cost"),
        ("rivals-batman-joker", "add 2 to your Character's cost"),
        ("rivals-shazam-black-adam", '"Block (2)"'),
    ],
)
def test_the_amount_is_offered_in_the_form_of_the_ruleset(ruleset, way):
    subject = one("Block: You may discard this card during a Confrontation.", ruleset=ruleset)
    (finding,) = check(subject)
    assert way in finding.help


# -------------------------------------------------------------------- numbers


@all_of(
    "line, ruleset, under",
    [
        ("Character, level 1, cost 9, 5 VP", "confrontations", []),
        ("Character, level 2, cost ?, ? VP", "confrontations", []),
        ("Character, cost 12", "confrontations", []),
        ("Character, cost ?", "confrontations", []),
        ("Character", "heroes-unite", []),
        ("Hero, cost 0, 0 VP, x1", "confrontations", []),
        ("Hero, cost 15, 0 VP, x108", "confrontations", []),
        ("Villain, Super-Villain, cost 8", "heroes-unite", []),
        ("Villain, Super-Villain, cost ?", "heroes-unite", []),
        ("Character, level 4, cost 12", "confrontations", ["level 4"]),
        ("Character, level 2, cost 9", "confrontations", ["cost 9"]),
        ("Character, cost 10", "rivals-batman-joker", ["cost 10"]),
        ("Character, level 3, cost 14", "rivals-shazam-black-adam", ["cost 14"]),
        ("Character, level 1, cost 9", "heroes-unite", ["level 1", "cost 9"]),
        ("Hero, cost 3, level 1", "confrontations", ["level 1"]),
        ("Hero, cost 3, x61", "rivals-batman-joker", ["x61"]),
    ],
)
def test_numbers_of_the_card_line(line, ruleset, under):
    """CONF-SU04, CONF-OC03, HU-SV05, RBJ-S04, RSB-S05."""
    subject = one("+1 Power", ruleset=ruleset, line=line)
    assert marks(check, subject) == [("RC208", words) for words in under]


@pytest.mark.parametrize(
    ("line", "ruleset", "book"),
    [
        ("Hero, cost 16, 1 VP", "confrontations", "Confrontations"),
        ("Villain, Super-Villain, cost 7", "heroes-unite", "Heroes Unite"),
        ("Villain, Super-Villain, cost 13", "heroes-unite", "Heroes Unite"),
    ],
)
def test_a_cost_that_other_sets_have_is_a_warning_that_names_the_book(line, ruleset, book):
    (finding,) = check(one("+1 Power", ruleset=ruleset, line=line))
    assert (finding.code, severity(finding.code)) == ("RC215", Severity.WARNING)
    assert book in finding.message


@pytest.mark.parametrize(
    ("line", "ruleset", "what"),
    [
        ("Hero, 1 VP", "confrontations", "a Hero"),
        ("Villain", "rivals-batman-joker", "a Villain"),
        ("Equipment, x2", "rivals-shazam-black-adam", "an Equipment"),
        ("Villain, Super-Villain", "heroes-unite", "a Super-Villain"),
        ("Character, level 1", "confrontations", "a Character"),
    ],
)
def test_a_card_without_a_cost_is_told(line, ruleset, what):
    (finding,) = check(one("+1 Power", ruleset=ruleset, line=line))
    assert (finding.code, finding.message) == ("RC217", f"{what} without a cost")


@pytest.mark.parametrize("line", ["Hero, cost four", "Hero, cst 4", "Hero, cost ?", "Weakness"])
def test_a_cost_that_is_told_otherwise_is_not_missing(line):
    assert list(check(one("+1 Power", line=line))) == []


def test_the_copies_of_a_basic_card_are_the_rulebook_s():
    text = "set: X\nruleset: heroes-unite\n\nPunch\nStarter, cost 0, 0 VP, x200\n+1 Power\n"
    (subject,) = subjects(text)
    assert list(check(subject)) == []


def test_what_is_said_about_a_wrong_level():
    (finding,) = check(one("+1 Power", line="Character, level 2, cost 9"))
    assert finding.message == "a level 2 Character of Confrontations costs 12, not 9"
    assert finding.help.startswith("write cost 12, or level 1")
    assert finding.rules == ("CONF-SU04",)
    assert finding.notes  # that levels go with costs is our inference


def test_a_limit_of_ours_is_called_so():
    (finding,) = check(one("+1 Power", line="Hero, cost 16"))
    assert finding.rules == ()
    assert "the rulebook prints no limit" in finding.notes[0]
