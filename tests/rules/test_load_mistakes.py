"""A mistake in a file of rules/ is an error that names the file and the key."""

from __future__ import annotations

import pickle
from importlib import resources

import pytest

from rules_check.rules.book import parse_questions, parse_rulebook
from rules_check.rules.load import parse_ruleset
from rules_check.rules.reader import RulesetError
from tests.together import all_of


def source(file: str) -> str:
    return resources.files("rules_check.rules").joinpath(file).read_text(encoding="utf-8")


@all_of(
    "old, new, key, problem",
    [
        ("teams = true", 'teams = "yes"', "game.teams", "expected true or false, found 'yes'"),
        ("teams = true", "", "game.teams", "is missing"),
        ("teams = true", "teams = true\nteem = 1", "game.teem", "is not a key that is known here"),
        ("[game]", "[game", "", "not valid TOML"),
        ("copies = 28", "copies = 27", "components.game_cards", "is 180, but the parts sum to 179"),
        ('role = "weakness"', 'role = "curse"', "basics.Weakness.role", "expected one of starter"),
        ("cost = [0, 15]", "cost = [15, 0]", "ranges.cost", "expected [lowest, highest]"),
        ("hand_size = 5", "", "parameters.hand_size", "has no value and is not listed"),
        ("hand_size = 5", 'hand_size = "5"', "parameters.hand_size", "a whole number, found '5'"),
        ("hand_size = 5", "hand.size = 5", "parameters.hand.size", "is not a parameter"),
        (
            'block.syntax = "sentence"',
            'block.syntax = "x"',
            "parameters.block.syntax",
            "sentence, ",
        ),
        ('"boss.top",', '"hand_size",', "missing.hand_size", "has a value, or is listed twice"),
        ('"gain.includes_buy" = "CB', '"buy" = "CB', "open.buy", "not a parameter with a value"),
        ('  "sweep",\n', '  "swipe",\n', "end_of_turn printed.steps", "'swipe' is not one of"),
        ("\nrefill = [", "\nflip = []\nrefill = [", "steps.flip", "is not a key that is known"),
        ('with = "rivals-b', 'with = "b', "mix 1.with", "expected another ruleset, found 'batman"),
        ('with = "rivals-batman-joker"', 'with = "confrontations"', "mix 1.with", "another"),
        ('with = "rivals-shazam-black-adam"', 'with = "rivals-batman-joker"', "mix 2.how", "twice"),
        ('deck = "swapped"', 'deck = "thrown in"', "mix 1.deck", "one of symbols, both, swapped"),
        ('deck = "swapped"', 'deck = "both"\nvariant = "x"', "mix 1.variant", "no variant 'x'"),
        ('deck = "swapped"', 'deck = "both"\ndeak = "x"', "mix 1.deak", "is not a key"),
        ('"CONF-RU02"', '"CONF-RU01"', "ruling CONF-RU01.id", "is used twice"),
        ('"CONF-RU02"', '"CONF-R02"', "ruling CONF-R02.id", "expected CONF-RU and a number"),
        ('"P-TIME"', '"P-TEA"', "ruling CONF-RU01.patterns", "'P-TEA' is not one of P-SELF"),
        ("answer = 2", "answer = 4", "ruling CONF-RU01.answer", "expected 1 to 2, found 4"),
        ('answer = "each"', 'answer = "both"', "ruling CONF-RU02.language.answer", "each, total"),
        (
            'question = "and-or"',
            'question = "or"',
            "ruling CONF-RU02.language.question",
            "and-or, ",
        ),
        ('cards = ["Mera"]', "cards = []\nmera = 1", "ruling CONF-RU08.mera", "is not a key"),
        ('cards = ["The Others"]', 'cards = ["Orion"]', "ruling CONF-RU15.language", "another"),
    ],
)
def test_a_mistake_in_a_ruleset_names_file_and_key(old, new, key, problem):
    text = source("confrontations.toml")
    assert old in text
    with pytest.raises(RulesetError) as caught:
        parse_ruleset(text.replace(old, new, 1), "rules/confrontations.toml")
    assert caught.value.file == "rules/confrontations.toml"
    assert caught.value.key == key
    assert problem in caught.value.problem
    assert str(caught.value).startswith("rules/confrontations.toml: ")
    assert pickle.loads(pickle.dumps(caught.value)).key == key


@all_of(
    "old, new, key, problem",
    [
        ('id = "HU-C02"', 'id = "HU-C01"', "rule HU-C01.id", "is used twice"),
        ('kind = "C"', 'kind = "Z"', "rule HU-C01.kind", "is not one of the sections"),
        ('kind = "C"', 'kind = "SU"', "rule HU-C01.kind", "is not the code in the id"),
        ('status = "executable"', 'status = "maybe"', "rule HU-C01.status", "expected one of"),
        ('status = "executable"', 'status = "not executable"', "rule HU-C01.reason", "belongs to"),
        ('basis = "derived"', 'basis = "guess"', "rule HU-C03.basis", "expected one of stated"),
        ('id = "B-02"', 'id = "B-01"', "question B-01.id", "is used twice"),
        ('books = ["heroes-unite"]', "books = []", "question B-01.books", "expected only heroes"),
        ("default = 1", "default = 3", "question B-01.default", "expected 0 to 2, found 3"),
        ('kind = "DIFFER*"', 'kind = "OTHER"', "question B-01.kind", "expected one of DIFFER"),
    ],
)
def test_a_mistake_in_a_rulebook_names_file_and_key(old, new, key, problem):
    text = source("heroes-unite-rules.toml")
    assert old in text
    with pytest.raises(RulesetError) as caught:
        parse_rulebook("heroes-unite", text.replace(old, new, 1), "rules/heroes-unite-rules.toml")
    assert (caught.value.file, caught.value.key) == ("rules/heroes-unite-rules.toml", key)
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("old", "new", "key", "problem"),
    [
        (
            'books = ["confrontations", "heroes-unite"]',
            'books = ["confrontations"]',
            "question C-01.books",
            "belongs to that book's file",
        ),
        (
            'books = ["confrontations", "heroes-unite"]',
            'books = ["confrontations", "heroes"]',
            "question C-01.books",
            "'heroes' is not one of",
        ),
    ],
)
def test_a_mistake_in_the_shared_questions_names_file_and_key(old, new, key, problem):
    text = source("questions.toml")
    with pytest.raises(RulesetError) as caught:
        parse_questions(text.replace(old, new, 1), "rules/questions.toml")
    assert (caught.value.file, caught.value.key) == ("rules/questions.toml", key)
    assert problem in caught.value.problem
