"""The four rulesets load, are complete, and cite only what exists."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources

import pytest

import rules_check.rules.load
import rules_check.rules.rulebooks
from rules_check.rules.load import (
    RULESETS,
    load_rules,
    load_ruleset,
    shared_questions,
)
from rules_check.rules.model import Question
from rules_check.rules.parameters import PARAMETERS
from rules_check.rules.reader import RulesetError
from tests.together import all_of

RULES = {
    "confrontations": 233,
    "heroes-unite": 174,
    "rivals-batman-joker": 169,
    "rivals-shazam-black-adam": 220,
}
RULINGS = {
    "confrontations": 26,
    "heroes-unite": 24,
    "rivals-batman-joker": 22,
    "rivals-shazam-black-adam": 19,
}
QUESTIONS = {"A": 27, "B": 14, "C": 19, "D": 48, "E": 20, "CB": 78}

every_ruleset = pytest.mark.parametrize("name", RULESETS)


def source(file: str) -> str:
    return resources.files("rules_check.rules").joinpath(file).read_text(encoding="utf-8")


def all_rules() -> set[str]:
    return {rule for name in RULESETS for rule in load_rules(name).rules}


def all_questions() -> dict[str, Question]:
    return {key: value for name in RULESETS for key, value in load_rules(name).questions.items()}


# --- complete ---------------------------------------------------------------------------------


@every_ruleset
def test_every_rule_of_the_book_is_there(name):
    assert len(load_ruleset(name).rules) == RULES[name]


def test_rule_ids_are_unique_over_the_books():
    assert len(all_rules()) == sum(RULES.values()) == 796


@every_ruleset
def test_every_clarification_is_a_ruling_with_a_running_number(name):
    ruleset = load_ruleset(name)
    numbers = range(1, RULINGS[name] + 1)
    assert [ruling.id for ruling in ruleset.rulings] == [
        f"{ruleset.prefix}-RU{number:02}" for number in numbers
    ]


def test_all_questions_are_there():
    groups = Counter(key.rpartition("-")[0] for key in all_questions())
    assert groups == QUESTIONS
    assert groups.total() == sum(QUESTIONS.values())


def test_a_shared_question_is_seen_from_each_of_its_books():
    for question in shared_questions():
        for name in RULESETS:
            assert (question.id in load_rules(name).questions) == (name in question.books)


@every_ruleset
def test_every_parameter_is_given_or_known_to_be_missing(name):
    ruleset = load_ruleset(name)
    said = {*ruleset.parameters, *ruleset.not_stated, *ruleset.not_applicable}
    assert said == set(PARAMETERS)


# --- what is cited exists -----------------------------------------------------------------------


def cited_rules() -> Iterator[tuple[str, str]]:
    for name in RULESETS:
        ruleset = load_ruleset(name)
        for ruling in ruleset.rulings:
            yield from ((ruling.id, rule) for rule in ruling.rules)
        for step, rules_behind in ruleset.steps.items():
            yield from ((f"{name} {step}", rule) for rule in rules_behind)
        for variant in ruleset.variants:
            yield from ((f"{name} {variant.name}", rule) for rule in variant.rules)
        for mix in ruleset.mixes:
            yield from ((f"{name} {mix.other} {mix.how}", rule) for rule in mix.rules)
    for question in all_questions().values():
        yield from ((question.id, rule) for rule in question.rules)


def test_cited_rules_exist():
    known = all_rules()
    assert [(place, rule) for place, rule in cited_rules() if rule not in known] == []


def test_rule_ids_named_in_texts_exist():
    known = all_rules()
    for name in RULESETS:
        for rule in load_rules(name).rules.values():
            for cited in re.findall(r"\b(?:CONF|HU|RBJ|RSB)-[A-Z]+\d+", rule.text + rule.reason):
                assert cited in known, rule.id


def test_cited_questions_exist():
    questions = all_questions()
    for name in RULESETS:
        ruleset = load_ruleset(name)
        assert set(ruleset.open.values()) <= set(ruleset.questions)
        for rule in ruleset.rules.values():
            assert set(re.findall(r"\b(?:[A-E]|CB)-\d\d\b", rule.text)) <= set(ruleset.questions)
    for question in questions.values():
        assert set(question.see) <= set(questions), question.id
        assert question.id not in question.see


def test_every_question_cites_a_rule_and_tells_a_situation():
    for question in all_questions().values():
        assert question.rules, question.id
        assert question.situation, question.id


@every_ruleset
def test_the_first_order_of_steps_is_the_reading_we_propose(name):
    ruleset = load_ruleset(name)
    for orders in (ruleset.turn, ruleset.end_of_turn):
        assert len(orders) == 1 or all(order.questions for order in orders)
        for question in orders[0].questions:
            assert ruleset.questions[question].default == orders[0].reading


def test_a_book_that_prints_two_orders_has_both():
    rbj = load_ruleset("rivals-batman-joker")
    assert [order.steps[5:7] for order in rbj.end_of_turn] == [
        ("draw", "refill"),
        ("refill", "draw"),
    ]
    assert {order.questions for order in rbj.end_of_turn} == {("CB-01",)}
    summary, body = load_ruleset("heroes-unite").end_of_turn
    assert summary.steps.index("clear_hand") < summary.steps.index("end_effects")
    assert body.steps.index("end_effects") < body.steps.index("clear_hand")
    assert [len(load_ruleset(name).end_of_turn) for name in RULESETS] == [1, 2, 2, 1]
    assert [len(load_ruleset(name).turn) for name in RULESETS] == [2, 1, 1, 1]


# --- what the books say ---------------------------------------------------------------------------


@every_ruleset
def test_basic_cards(name):
    ruleset = load_ruleset(name)
    for_sale = ruleset.basic("for sale")
    assert [basic.name for basic in ruleset.basic("starter")] == ["Punch", "Vulnerability"]
    assert [basic.each_player for basic in ruleset.basic("starter")] == [7, 3]
    assert [basic.name for basic in ruleset.basic("weakness")] == ["Weakness"]
    assert [(basic.name, basic.copies) for basic in for_sale] == {
        "confrontations": [("Enhanced Strength", 16)],
        "heroes-unite": [("Kick", 16)],
        "rivals-batman-joker": [("Kick", 8)],
        "rivals-shazam-black-adam": [("Word of Power", 8)],
    }[name]


def test_keywords():
    assert {name: load_ruleset(name).keywords for name in RULESETS} == {
        "confrontations": ("Attack", "Defense", "Block", "Confrontation", "Ongoing", "Assist"),
        "heroes-unite": ("Attack", "Defense", "Ongoing", "First Appearance"),
        "rivals-batman-joker": ("Attack", "Defense", "Block", "Ongoing"),
        "rivals-shazam-black-adam": (
            "Attack",
            "Defense",
            "Block",
            "Confrontation",
            "Ongoing",
            "When You Gain This",
            "Payment",
        ),
    }


def test_ranges_of_a_card_line():
    for name in RULESETS:
        ranges = load_ruleset(name).ranges
        if name == "heroes-unite":
            assert ranges.super_villain_cost == (8, 12)
            assert ranges.level is None
        else:
            assert ranges.character_costs == (9, 12, 15)
            assert ranges.super_villain_cost is None
        assert ranges.cost == (0, 15)
        assert "cost" in ranges.ours


def test_ways_to_mix_games():
    found = {(name, mix.how, mix.other) for name in RULESETS for mix in load_ruleset(name).mixes}
    assert found == {
        ("confrontations", "swapped cards", "rivals-batman-joker"),
        ("confrontations", "swapped cards", "rivals-shazam-black-adam"),
        ("rivals-shazam-black-adam", "two players", "rivals-batman-joker"),
        ("rivals-shazam-black-adam", "two teams", "rivals-batman-joker"),
    }


def test_only_confrontations_is_played_in_teams():
    assert [name for name in RULESETS if load_ruleset(name).teams] == ["confrontations"]


def test_rules_that_are_not_executable_say_why():
    advice = load_ruleset("confrontations").rules["CONF-MX05"]
    assert (advice.executable, advice.basis, advice.reason) == (False, "advice", "advice")
    for name in RULESETS:
        for rule in load_rules(name).rules.values():
            assert rule.executable or rule.reason


# --- rulings on the language of cards ---------------------------------------------------------


@all_of(
    "name, card, question, answer, ruling",
    [
        ("confrontations", "Cold Breath", "and-or", "each", "CONF-RU02"),
        ("confrontations", "Etrigan", "self", "included", "CONF-RU03"),
        ("confrontations", "Orion", "self", "included", "CONF-RU03"),
        ("confrontations", "The Others", "self", "included", "CONF-RU15"),
        ("confrontations", "Mera", "locked", "locked", "CONF-RU08"),
        ("confrontations", "Steve Trevor", "own-cost", "allowed", "CONF-RU09"),
        ("confrontations", "Donna Troy", "own-cost", "allowed", "CONF-RU09"),
        ("heroes-unite", "Restless Acrobat", "and-or", "total", "HU-RU07"),
        ("rivals-batman-joker", "Returned Ward", "and-or", "total", "RBJ-RU11"),
        ("rivals-batman-joker", "Black Canary", "locked", "live", "RBJ-RU01"),
    ],
)
def test_a_ruling_on_a_card_answers_for_that_card_only(name, card, question, answer, ruling):
    ruleset = load_ruleset(name)
    assert ruleset.language_rulings(card)[question] == (answer, ruling)
    assert ruleset.language_rulings(card.upper())[question] == (answer, ruling)
    assert question not in ruleset.language_rulings("Some Other Card")
    assert question not in ruleset.language_rulings(None)


@pytest.mark.parametrize(
    ("name", "general"),
    [
        ("confrontations", {"attack-scope": ("outside", "CONF-RU23")}),
        ("heroes-unite", {"attack-scope": ("outside", "HU-RU22")}),
        ("rivals-batman-joker", {"attack-scope": ("outside", "RBJ-RU21")}),
        ("rivals-shazam-black-adam", {}),
    ],
)
def test_general_rulings_of_a_book(name, general):
    assert load_ruleset(name).language_rulings(None) == general
    assert load_ruleset(name).language_rulings("Some Other Card") == general


def test_a_ruling_on_the_card_beats_the_general_one():
    answer = load_ruleset("rivals-batman-joker").language_rulings("Straw Phantom")["attack-scope"]
    assert (answer.answer, answer.ruling) == ("outside", "RBJ-RU13")


def test_rulings_answer_the_questions_that_are_kept_in_texts_but_for_this_turn():
    answered = {
        ruling.language[0]
        for name in RULESETS
        for ruling in load_ruleset(name).rulings
        if ruling.language
    }
    assert answered == {"and-or", "attack-scope", "locked", "self", "own-cost"}


# --- loading ------------------------------------------------------------------------------------


def test_a_ruleset_is_loaded_once_and_can_be_copied_and_sent():
    ruleset = load_ruleset("confrontations")
    assert load_ruleset("confrontations") is ruleset
    for other in (pickle.loads(pickle.dumps(ruleset)), copy.deepcopy(ruleset)):
        assert other == ruleset
        assert hash(other) == hash(ruleset)
        assert other.rules == ruleset.rules


def test_checking_a_card_does_not_read_the_long_part(monkeypatch):
    def no_rulebook(*_):
        pytest.fail("the rules are parsed, which takes long")

    monkeypatch.setattr(rules_check.rules.rulebooks, "parse_rulebook", no_rulebook)
    rules_check.rules.load._ruleset.cache_clear()
    load_ruleset("heroes-unite").language_rulings("Restless Acrobat")


def test_a_name_that_is_not_known():
    with pytest.raises(RulesetError, match="no such ruleset; there are confrontations, heroes"):
        load_ruleset("forever-evil")
