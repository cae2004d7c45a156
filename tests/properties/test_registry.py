"""The list of properties: named, said in a sentence, and founded on rules of the books."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.properties.citations import rules_behind
from rules_check.properties.registry import PROPERTIES, PROVED, find_property
from rules_check.rules.load import load_rules
from tests.together import all_of

each = all_of("prop", PROPERTIES, lambda prop: prop.name)


def test_the_properties_and_their_order():
    assert [prop.name for prop in PROPERTIES] == [
        "card-conservation",
        "block-exceeds-power",
        "one-defeat-per-turn",
        "no-purchase-in-confrontation",
        "power-balance",
        "line-up-size",
        "hand-and-reshuffle",
        "once-per-turn",
        "weakness-stack",
        "offered-or-refused",
        "end-and-score",
        "hidden-cards",
        "turn-ends",
        "replay-and-json",
        "nothing-forgotten",
    ]


@each
def test_a_property_has_a_name_and_one_sentence(prop):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", prop.name)
    assert re.fullmatch(r"[A-Z][^.]*\.", prop.sentence)
    assert find_property(prop.name) is prop


@each
@pytest.mark.parametrize("name", PLAY_SETS)
def test_a_property_comes_from_rules_of_every_book_that_is_played(prop, name):
    assert set(rules_behind(prop, name)) <= set(load_rules(name).rules)


def test_a_name_that_nobody_knows():
    with pytest.raises(KeyError):
        find_property("nothing")


@each
def test_a_property_has_a_test_with_a_broken_engine(prop):
    files = sorted(Path(__file__).parent.glob("test_broken_engine*.py"))
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert re.search(rf'broken\(\s*found,\s*"{prop.name}"', text)


def test_a_property_that_is_proved_has_a_fault_that_refutes_it():
    text = (Path(__file__).parent / "symbolic/test_refutations.py").read_text(encoding="utf-8")
    assert [prop.name for prop in PROVED if f'"{prop.name}"' not in text] == []
