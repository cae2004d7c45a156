"""What must hold for the engine's code as a whole."""

import re
from pathlib import Path

import pytest

from rules_check.grammar import ast as a
from rules_check.oracle.core import ANSWERS, EFFECTS, TASKS
from rules_check.oracle.game import Game
from rules_check.oracle.playset import PLAY_SETS, load_play_set
from rules_check.oracle.switches import SWITCHES
from rules_check.rules.folders import RULESETS
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import END_STEPS, TURN_STEPS

ORACLE = Path(__file__).parents[2] / "oracle"
MODULES = sorted(p for p in ORACLE.rglob("*.py") if "conformance" not in p.parts)


def card_names() -> set[str]:
    names: set[str] = set()
    for name in PLAY_SETS:
        names |= {card.name for card in load_play_set(name).cards()}
    return names


# Words of the rulebooks that are also names of cards.
WORDS = {"Weakness", "Block", "Greed"}
# A list of what can be played has to name it; nothing else may.
LISTS = {"names.py"}


@pytest.mark.parametrize("module", MODULES, ids=lambda p: p.name)
def test_no_card_and_no_ruleset_is_named(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    if module.name not in LISTS:
        for ruleset in RULESETS:
            assert ruleset not in text
    for prefix in ("CONF-", "RBJ-", "RSB-", "HU-"):
        assert prefix not in text
    literals = re.findall(
        r'(?:"([^"\n]*)"|\'([^\'\n]*)\')', re.sub(r'""".*?"""', "", text, flags=re.S)
    )
    said = {one or other for one, other in literals}
    # In docstrings of labels "Punch" serves as an example; literals in code may name no card.
    assert not said & (card_names() - WORDS)


def test_the_search_for_names_finds_one() -> None:
    names = card_names()
    assert {"Punch", "Artemis", "Batman"} <= names


def test_every_effect_can_be_carried_out() -> None:
    kinds = [kind for kind in a.NODES.values() if kind.__module__.startswith(a.__name__)]
    effects = {kind for kind in kinds if issubclass(kind, a.EffectNode)}
    assert len(effects) > 50
    assert {a.Question, *effects} <= EFFECTS.keys()


def test_every_step_of_a_ruleset_is_a_task() -> None:
    for name in PLAY_SETS:
        ruleset = load_ruleset(name)
        for order in (*ruleset.turn, *ruleset.end_of_turn):
            for step in order.steps:
                assert step in (*TURN_STEPS, *END_STEPS)
        for todo in Game(load_play_set(name)).steps:
            assert todo[0] in TASKS
    assert ANSWERS


def test_rulings_set_switches_that_exist() -> None:
    for name in PLAY_SETS:
        for ruling in load_ruleset(name).rulings:
            assert ruling.switch is not None or ruling.language is not None
            if ruling.switch is not None:
                switch, values = ruling.switch
                assert set(values) <= set(SWITCHES[switch]), ruling.id


def test_every_switch_is_set_by_some_ruling() -> None:
    used = {
        ruling.switch[0]
        for name in PLAY_SETS
        for ruling in load_ruleset(name).rulings
        if ruling.switch is not None
    }
    assert set(SWITCHES) == used


def test_every_switch_is_read() -> None:
    text = "".join(p.read_text(encoding="utf-8") for p in MODULES if p.name != "settings.py")
    settings = (ORACLE / "settings.py").read_text(encoding="utf-8")
    for attribute in set(re.findall(r"self\.(sw_\w+) =", settings)):
        assert attribute in text, attribute
