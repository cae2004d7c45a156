"""Whole sets against their rulebooks: RC401 and RC402."""

from __future__ import annotations

import pytest

from rules_check import catalogue
from rules_check.checks import sets
from rules_check.grammar.cardfile import read_card_file, read_card_text
from rules_check.rules.load import load_ruleset
from tests.rules_check.subjects import OUR_SETS, RULESETS
from tests.together import all_of


def findings(text: str):
    file = read_card_text(text, "cards.txt")
    return list(sets.check_file(file, load_ruleset(file.ruleset) if file.ruleset else None))


def whole_set(main: int, characters: int = 24, name: str = "Confrontations") -> str:
    """A file with that many main-deck cards and Characters."""
    blocks = [f"set: {name}\nruleset: confrontations\n", f"Lamplighter\nHero, cost 3, x{main}\n"]
    blocks.extend(f"Mayor {number}\nCharacter, cost 9\n" for number in range(characters))
    return "\n".join(blocks)


@pytest.mark.parametrize("code", ["RC401", "RC402"])
def test_the_examples_of_the_catalogue(code):
    entry = catalogue.entry(code)
    assert [finding.code for finding in findings(entry.bad or "")] == [code]
    if entry.good:
        assert findings(entry.good) == []


@pytest.mark.parametrize(
    "path",
    [path for path in OUR_SETS if not path.stem.endswith("-play")],
    ids=lambda path: path.stem,
)
def test_our_sets_are_parts_of_the_sets_of_the_books(path):
    file = read_card_file(str(path))
    assert file.ruleset is not None
    (finding,) = sets.check_file(file, load_ruleset(file.ruleset))
    assert finding.code == "RC401"


@all_of(
    "name, ruleset, same",
    [
        ("Confrontations", "confrontations", True),
        ("CONFRONTATIONS", "confrontations", True),
        ("DC Deck-Building Game: Confrontations", "confrontations", True),
        ("heroes-unite", "heroes-unite", True),
        ("Heroes Unite", "heroes-unite", True),
        ("Rivals: Batman vs. The Joker", "rivals-batman-joker", True),
        ("Rivals: Shazam! vs. Black Adam", "rivals-shazam-black-adam", True),
        ("Base", "heroes-unite", False),
        ("Heroes", "heroes-unite", False),
        ("Night Watch", "confrontations", False),
        ("", "confrontations", False),
    ],
)
def test_which_files_are_the_set_of_the_book(name, ruleset, same):
    assert sets.is_the_set(name, load_ruleset(ruleset)) is same


def test_what_is_counted():
    text = """\
set: Heroes Unite
ruleset: heroes-unite

Punch
Starter, x36

Kick
Super Power, cost 3

Lamplighter
Hero, cost 3, x4

Lantern
Equipment, cost 2

The Night Mayor
Villain, Super-Villain, cost 9, x1

Watchman
Character

Nothing
Teapot, cost 3
"""
    (finding,) = findings(text)
    assert finding.code == "RC401"
    assert finding.message == "the set has 5 of 111 main-deck cards"
    assert finding.notes == (
        "58 of 211 game cards in all, basic cards included",
        "1 of 12 Super-Villains",
        "1 of 7 Characters",
    )
    assert (finding.span.line, finding.span.column, finding.span.length) == (1, 1, 17)
    assert finding.card == ""


def test_a_whole_set_is_not_reported():
    """CONF-C01, CONF-C02."""
    assert findings(whole_set(108)) == []
    assert [finding.code for finding in findings(whole_set(107))] == ["RC401"]
    assert [finding.code for finding in findings(whole_set(108, characters=23))] == ["RC401"]


def test_a_set_with_a_name_of_its_own_is_not_counted():
    assert findings(whole_set(3, name="Night Watch")) == []


def test_the_caret_is_under_the_line_that_names_the_set():
    text = "# mine\nruleset: confrontations\nset:   Confrontations\n\nLamplighter\nHero\n"
    (finding,) = findings(text)
    assert (finding.span.line, finding.span.column) == (3, 1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_copies_of_basic_cards(ruleset):
    """CONF-C01, HU-C01, RBJ-S01, RSB-S01."""
    for basic in load_ruleset(ruleset).basics:
        for copies, wrong in ((basic.copies, False), (basic.copies + 1, True)):
            text = f"set: X\nruleset: {ruleset}\n\n{basic.name}\nStarter, cost 0, x{copies}\n"
            found = findings(text)
            assert [finding.code for finding in found] == ["RC402"] * wrong
            for finding in found:
                assert finding.span.column == len("Starter, cost 0, ") + 1
                assert finding.card == basic.name
                assert finding.help.startswith(f"write x{basic.copies}")
                assert set(finding.rules) <= set(load_ruleset(ruleset).rules)


def test_a_basic_card_without_copies_is_left_alone():
    assert findings("set: X\nruleset: confrontations\n\nPunch\nStarter, cost 0\n+1 Power\n") == []


def test_without_a_ruleset_nothing_is_known():
    assert findings("set: X\nruleset: nonsense\n\nPunch\nStarter, cost 0, x3\n") == []
