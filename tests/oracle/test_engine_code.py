"""What must hold for the engine's code as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import NODES, EffectNode
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.box.table import Table
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import EndlessGame, play_game
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.running.agenda import ANSWERS, TASKS, WITH_CARDS, WITH_PLAYER, effect
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.trace.saying import say
from rules_check.oracle.turns.main_phase import ACTS
from rules_check.oracle.turns.refusing import WHY_NOT
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import BuyCard, Confront, Done, EndTurn, ParkCard, PlayCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.switches import readings
from rules_check.oracle.values.tasks import STEPS, Task
from rules_check.oracle.writing.json_ import dump_state, load_state
from rules_check.rules.folders import RULESETS
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import END_STEPS, TURN_STEPS
from rules_check.rules.verdicts import load_verdicts
from tests.together import all_of

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


def classes_of(union: object) -> list[type[Any]]:
    """The classes of a union of the card language."""
    names = re.findall(r"\w+", re.sub(r"Question\[\w+\]", "Question", str(union)))
    return [getattr(a, name) for name in names]


def missing(kinds: Iterable[type[Any]], *tables: Mapping[type[Any], Any]) -> list[str]:
    """The names of the classes for which no function is entered in any of the tables."""
    return [kind.__name__ for kind in kinds if not any(kind in table for table in tables)]


def test_every_effect_and_ability_can_be_carried_out() -> None:
    known = [kind for kind in NODES.values() if kind.__module__.startswith("rules_check.")]
    effects = [kind for kind in known if issubclass(kind, EffectNode)]
    abilities = classes_of(a.abilities.Ability)
    assert len(effects) > 50
    assert len(abilities) > 10
    assert missing(effects, TASKS) == []
    assert missing([kind for kind in abilities if kind is not a.Question], TASKS) == []


def test_an_effect_without_a_function_is_named() -> None:
    class Whistle(EffectNode, abstract=True):
        """Whistle."""

    assert missing([a.Move, Whistle], TASKS) == ["Whistle"]


def test_an_effect_from_outside_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class of the card language and one function are all that a new effect needs."""
    monkeypatch.setitem(NODES, "Whistle", a.Node)  # gone after the test

    class Whistle(EffectNode):
        """A player whistles so many times."""

        times: int

    monkeypatch.setitem(TASKS, Whistle, None)  # gone after the test

    @effect(Whistle)
    def whistle(g: Table, s: State, what: Whistle) -> None:
        assert g.players
        say(s, "whistle", s.frames[-1].you, "effect.whistle", (), (what.times,))

    play_set = load_play_set(PLAY_SETS[1])
    text = a.CardText((a.Plain(a.Seq((Whistle(2), a.Power(a.Number(3))))),))
    card = replace(play_set.main_deck[0][0], name="Whistler", text=text)
    game = Game(play_set.replace_main_deck([*play_set.main_deck, (card, 1)]))
    state = build_state(game, {"P1": {"hand": ["Whistler", "Punch"]}, "phase": "play"})
    game.answer(state, game.parse(state, "play Whistler"))
    assert [event.detail for event in state.trace or () if event.kind == "whistle"] == [(2,)]
    assert state.power[0] == 3
    assert load_state(game, dump_state(game, state)) == state


def test_every_step_of_a_ruleset_is_a_task() -> None:
    for name in PLAY_SETS:
        ruleset = load_ruleset(name)
        for order in (*ruleset.turn, *ruleset.end_of_turn):
            for step in order.steps:
                assert step in (*TURN_STEPS, *END_STEPS)
                assert step in STEPS
    assert missing(map(type, STEPS.values()), TASKS) == []


def of_the_engine(kinds: Mapping[str, type[Any]]) -> list[type[Any]]:
    """The classes that the engine itself defines."""
    return [kind for kind in kinds.values() if kind.__module__.startswith("rules_check.oracle")]


def test_every_task_has_a_function() -> None:
    tasks = of_the_engine(Task.kinds)
    assert len(tasks) > 50
    assert missing(tasks, TASKS, ANSWERS, WITH_CARDS, WITH_PLAYER) == []


def test_every_option_has_words_a_json_form_and_a_reason_against_it() -> None:
    options = of_the_engine(Option.kinds)
    assert len(options) > 20
    assert missing(options, WHY_NOT) == []
    for kind in options:
        for name in ("label", "read", "to_json", "from_json"):
            method = getattr(kind, name)
            assert not getattr(method, "__isabstractmethod__", False), (kind, name)


def test_every_option_of_the_main_part_of_a_turn_can_be_acted_on() -> None:
    """Whatever was offered in some games, and the option that a variant adds."""
    offered: set[type[Any]] = {ParkCard}
    for name in PLAY_SETS:
        game, rng = Game(load_play_set(name)), Random(name)
        seen = [Noting(rng, offered) for _ in game.seats]
        with suppress(EndlessGame):
            play_game(game, seen, rng, limit=1500)
    assert {PlayCard, BuyCard, EndTurn, Done} <= offered
    assert missing(offered, ACTS) == []
    assert missing([Confront, PlayCard], ACTS) == ["Confront"]


class Noting(RandomPlayer):
    """A random player that notes the kinds of what is offered in its turn."""

    def __init__(self, rng: Random, offered: set[type[Any]]) -> None:
        super().__init__(rng)
        self._offered = offered

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        """See `RandomPlayer`."""
        if choice.kind is ChoiceKind.MAIN:
            self._offered.update(type(x) for x in choice.options)
        return super().decide(game, state, choice, options)


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
    assert set(readings()) == rulings | questions


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
    assert others - rulings - played == set()


SWITCH = r"\b_?sw(?:\(g, f\))?\."
"""How the engine asks: of the game, or of the book of a card."""


def test_every_switch_is_read_and_every_other_reading_too() -> None:
    modules = [p for p in MODULES if p.name != "switches.py"]
    text = "".join(p.read_text(encoding="utf-8") for p in modules)
    read = set(re.findall(SWITCH + r"(\w+)", text))
    assert read == set(readings())
    asked = re.findall(SWITCH + r'(\w+) [!=]= "(\w+)"', text)
    for name, values in readings().items():
        said = {value for switch, value in asked if switch == name}
        assert said <= set(values), name
