"""What must hold for the engine's code as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.letter.values import group
from rules_check.oracle.quick import protocol
from rules_check.oracle.quick import values as quick
from rules_check.oracle.quick.readings import SWITCHES
from rules_check.oracle.quick.refusing import ASKED
from rules_check.oracle.quick.state import Frame
from rules_check.oracle.refusing import MESSAGES
from rules_check.oracle.values.option_forms import AbilityOption, CardOption, Option, PlayerOption
from rules_check.oracle.values.switches import readings
from rules_check.rules.folders import RULESETS
from rules_check.rules.load import load_ruleset
from rules_check.rules.patterns import BY_FORM, questions
from rules_check.rules.verdicts import load_verdicts
from tests.oracle.letter.small import frame, table
from tests.together import all_of

OF_FORMS = {one.switch for one in questions().values() if one.shape == BY_FORM}
"""What texts leave open form by form: tests/oracle/quick/readings.toml plays each reading."""
ORACLE = Path(__file__).parents[2] / "oracle"
MODULES = sorted(p for p in ORACLE.rglob("*.py") if "conformance" not in p.parts)


def card_names() -> set[str]:
    names: set[str] = set()
    for name in PLAY_SETS:
        names |= {card.name for card in load_play_set(name).cards()}
    return names


# Words of the rulebooks that are also names of cards.
WORDS = {"Weakness", "Block", "Grasping Statue"}
# A list of what can be played has to name it; nothing else may.
LISTS = {"names.py"}


@all_of("module", MODULES)
def test_no_card_and_no_ruleset_is_named(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    if module.name not in LISTS:
        for ruleset in RULESETS:
            assert ruleset not in text
    code = re.sub(r'""".*?"""', "", text, flags=re.S)
    # What is read beside the books says which of their rules a function is.
    told = code if {"letter", "quick"} & set(module.parts) else text
    for prefix in ("CONF-", "RBJ-", "RSB-", "HU-"):
        assert prefix not in told
    literals = re.findall(r'(?:"([^"\n]*)"|\'([^\'\n]*)\')', code)
    said = {one or other for one, other in literals}
    # In docstrings of labels "Punch" serves as an example; literals in code may name no card.
    assert not said & (card_names() - WORDS)


def test_the_search_for_names_finds_one() -> None:
    names = card_names()
    assert {"Punch", "Artemis", "Batman"} <= names


def of_the_engine(kinds: Mapping[str, type[Any]]) -> list[type[Any]]:
    """The classes that the engine itself defines."""
    return [kind for kind in kinds.values() if kind.__module__.startswith("rules_check.oracle")]


def test_every_option_has_words_and_a_json_form() -> None:
    options = of_the_engine(Option.kinds)
    assert len(options) > 20
    for kind in options:
        for name in ("label", "read", "to_json", "from_json"):
            method = getattr(kind, name)
            assert not getattr(method, "__isabstractmethod__", False), (kind, name)


ANSWERS = set("decline pass yes no stop card player option trigger number type name parity".split())
"""Options of which no more can be said than that they are no answer to what is asked."""
OF_CHANCE = {"order", "?"}


def lacking(options: list[type[Any]]) -> dict[str, frozenset[str] | set[str]]:
    """What the tables of the engine do not say about options, or say about others."""
    of_cards = {kind.tag for kind in options if issubclass(kind, (CardOption, AbilityOption))}
    of_players = {kind.tag for kind in options if issubclass(kind, PlayerOption)}
    refused = {kind.tag for kind in options} - ANSWERS - OF_CHANCE
    return {
        "ids of cards": set(protocol.CARDS) ^ (of_cards | {"trigger"}),
        "seats": set(protocol.PLAYERS) ^ of_players,
        "reasons": set(ASKED) ^ refused,
    }


def test_every_option_has_an_action_of_the_contract_and_a_reason() -> None:
    options = of_the_engine(Option.kinds)
    assert lacking(options) == {"ids of cards": set(), "seats": set(), "reasons": set()}
    without = [kind for kind in options if kind.tag != "park"]
    assert lacking(without) == {"ids of cards": {"park"}, "seats": set(), "reasons": {"park"}}


def test_every_reason_has_its_sentence() -> None:
    source = (ORACLE / "quick" / "refusing.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'"([a-z]+\.[a-z_]+)"', source))
    assert len(codes) > 50
    assert codes - set(MESSAGES) == set()


def test_every_group_of_players_is_carried_out() -> None:
    game = Game(load_play_set("confrontations"))
    state = game.new().core
    for row, said in rows.GROUPS.items():
        form = c.Group(row, c.Var("you") if said.of else None)
        quick.value(form, quick.Scope())(state, Frame(0, None))
        group(table({}), frame(), form.row, form.of)


def test_rulings_set_switches_that_exist() -> None:
    for name in PLAY_SETS:
        for ruling in load_ruleset(name).rulings:
            rules = load_ruleset(name).rules
            if all(not rules[rule].executable for rule in ruling.rules):
                continue  # of a variant that is not played
            assert ruling.switch is not None or ruling.language is not None
            if ruling.switch is not None:
                switch, values = ruling.switch
                assert set(values) <= set(readings()[switch]), ruling.id


def test_every_switch_is_set_by_some_ruling_or_question() -> None:
    rulings = {
        ruling.switch[0]
        for name in PLAY_SETS
        for ruling in load_ruleset(name).rulings
        if ruling.switch is not None
    }
    questions = {
        switch
        for verdict in load_verdicts().values()
        for reading in verdict.readings
        for switch in reading.changes.get("switches", ())
    }
    assert set(readings()) == rulings | questions | OF_FORMS


def test_every_other_reading_of_an_open_question_is_played() -> None:
    """A switch that no ruling sets has no value that no game of a question tries."""
    rulings = {
        (ruling.switch[0], value)
        for name in PLAY_SETS
        for ruling in load_ruleset(name).rulings
        if ruling.switch is not None
        for value in ruling.switch[1]
    }
    played = {
        item
        for verdict in load_verdicts().values()
        for reading in verdict.readings
        for item in reading.changes.get("switches", {}).items()
    }
    others = {(name, value) for name, values in readings().items() for value in values[1:]}
    left = others - rulings - played
    assert {item for item in left if item[0] not in OF_FORMS} == set()


def test_every_other_reading_is_carried_out() -> None:
    """That each of them makes a difference, tests/oracle/quick/test_readings.py shows."""
    assert {name: set(values) for name, values in SWITCHES.items()} == {
        name: set(values[1:]) for name, values in readings().items()
    }
