"""What holds for every card: it is shown of the engine, and of no engine with a fault."""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from rules_check import cli
from rules_check.grammar import ast as a
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.running import agenda, moving
from rules_check.oracle.turns import confrontation, setup, super_villains, turn
from rules_check.properties.language import classes
from rules_check.properties.language.anything import Ways
from rules_check.properties.language.code import functions, sources
from rules_check.prove.language import is_proved
from tests.properties.symbolic.faults import changed

GAMES = {name: Game(load_play_set(name)) for name in PLAY_SETS}
BOTH = {"card-conservation", "one-defeat-per-turn"}


@pytest.fixture(scope="module")
def decided() -> classes.Decided:
    return classes.decide(GAMES)


def test_both_are_proved_for_every_class(decided: classes.Decided) -> None:
    assert decided.problems == []
    assert [lemma for lemma in decided.lemmas if lemma.broken] == []
    assert [row for row in decided.rows if not row.kept >= BOTH] == []
    assert is_proved(decided)


def test_every_effect_and_every_task_is_decided(decided: classes.Decided) -> None:
    entered = {("task", node) for node in agenda.TASKS} | {("answer", x) for x in agenda.ANSWERS}
    assert entered <= {(row.kind, row.node) for row in decided.rows}
    effects = [row for row in decided.rows if issubclass(row.node, a.Node)]
    assert len(effects) > 60


def test_what_gives_power_is_decided_card_by_card(decided: classes.Decided) -> None:
    left = {row.node for row in decided.rows if "power-balance" not in row.kept}
    assert {a.Power, a.PayPower, a.DoublePower} <= left
    assert not left & {a.Move, a.Show, a.Attack, a.If}


def test_zones_are_written_by_four_functions_and_the_set_up() -> None:
    code = functions(sources())
    writers = {x.name for x in code.values() if x.writes & {"zones", "where"}}
    moves = {f"running.moving.{x}" for x in ("place_card", "move_cards", "arrange", "pour")}
    assert writers == moves | {"turns.setup.lay_out"}
    counters = {x.name for x in code.values() if "defeats" in x.writes}
    defeats = {"turns.confrontation.defeat", "turns.super_villains.act_defeat"}
    assert counters == defeats | {"turns.turn.begin_turn"}


# --------------------------------------------------------------------------- with a fault

FAULTS: list[tuple[ModuleType, str, str, str]] = [
    (moving, "place_card", "zones[source] = old[1:]", "zones[source] = old"),
    (moving, "place_card", "old[:at] + old[at + 1 :]", "old[:at]"),
    (moving, "place_card", "one + zones[to] if top", "one if top"),
    (moving, "place_card", "s.where[card] = to", "pass"),
    (moving, "move_cards", "zones[to] + cards", "zones[to] + cards[1:]"),
    (moving, "move_cards", "old[count:]", "old[1:]"),
    (moving, "move_cards", "where[card] = to", "where[card] = source"),
    (moving, "move_cards", "to >= 0 and old[:count] == cards", "to >= 0"),
    (moving, "arrange", "len(order) != len(old) or ", ""),
    (moving, "arrange", " or set(order) != set(old)", ""),
    (moving, "pour", "s.zones[source] = ()", "pass"),
    (moving, "pour", "s.zones[to] + cards", "cards"),
    (setup, "lay_out", "s.where[card] = zone", "pass"),
    (confrontation, "compare", "s.defeats >= g.max_defeats and", "s.defeats > g.max_defeats and"),
    (confrontation, "compare_again", "s.defeats >= g.max_defeats and", "False and"),
    (confrontation, "defeat", "s.defeats = s.defeats + 1", "s.defeats = s.defeats + 2"),
    (super_villains, "why_no_defeat", "s.defeats >= g.max_defeats", "s.defeats > 5"),
    (super_villains, "act_defeat", "s.defeats + 1", "s.defeats"),
    (turn, "begin_turn", "s.defeats = 0", "s.defeats = -1"),
]


@pytest.mark.parametrize(("module", "name", "old", "new"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_breaks_a_lemma(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, old: str, new: str
) -> None:
    monkeypatch.setattr(module, name, changed(module, name, old, new))
    found = classes.decide({"confrontations": GAMES["confrontations"]})
    assert any(lemma.broken for lemma in found.lemmas)
    assert not is_proved(found)


WRITERS = [
    ("effects.piles", "order = option.cards", "s.zones[0] = ()\n    order = option.cards"),
    (
        "effects.piles",
        "order = option.cards",
        "z = s.zones\n    z[0] = ()\n    order = option.cards",
    ),
    ("effects.piles", "order = option.cards", "s.where.clear()\n    order = option.cards"),
    ("effects.piles", "order = option.cards", "do(s.zones)\n    order = option.cards"),
    ("effects.piles", "order = option.cards", "s.watch = s.zones\n    order = option.cards"),
    ("effects.piles", 'V.DEAL, player, "effect', 'V.DEFEAT, player, "effect'),
]


@pytest.mark.parametrize(("module", "old", "new"), WRITERS, ids=range(len(WRITERS)))
def test_another_writer_is_noticed(module: str, old: str, new: str) -> None:
    text = sources()[module]
    assert old in text
    code = {**classes.engine_code(), **functions({module: text.replace(old, new)})}
    found = classes.decide({}, code)
    assert found.problems
    assert {row.kept for row in found.rows} == {frozenset()}


def test_every_way_is_taken() -> None:
    ways = Ways()
    assert [*ways.all(lambda: (ways.yes(), ways.pick(3) if ways.yes() else 9))] == [
        (first, third) for first in (False, True) for third in (9, 0, 1, 2)
    ]
    assert ways.taken == 8


# --------------------------------------------------------------------------- the command


def test_the_command_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", "--language", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["proved"]
    assert data["problems"] == []
    power = [row for row in data["classes"] if row["class"] == "Power"]
    assert {row["verdicts"]["power-balance"] for row in power} == {"card by card"}
    assert {row["example"] for row in power} == {"+2 Power"}


def test_it_takes_no_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", "--language", "cards.txt"]) == 2
    assert "takes no property and no file" in capsys.readouterr().err
