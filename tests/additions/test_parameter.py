"""A parameter is a row, a value in every book, and whoever reads it; a scenario notices it."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout

pytestmark = pytest.mark.xdist_group("parameter")

ROW = '    "turn.power": NUMBER,'
BOOKS = ["heroes-unite", "rivals-batman-joker", "rivals-shazam-black-adam"]
READ = '    s.power[s.active] += s.g.says("turn.power", 0)'
SCENARIO = """\
game = "confrontations"

[[scenario]]
id = "CONF-TS01-power"
rules = ["CONF-TS01"]
title = "A turn begins with 1 Power"
given.P1.hand = ["Punch"]
when = ["P1: no Confrontation"]
then = ["P1 power: 1"]
"""
PROGRAM = """
from pathlib import Path
from rules_check.oracle.scenarios.files import load_scenarios
from rules_check.oracle.scenarios.runner import run
for scenario in load_scenarios(Path("scenarios")):
    print(scenario.id, *run(scenario).failures)
"""


def add_row(checkout: Checkout) -> None:
    checkout.add("rules/parameters.py", '    "lineup.size": NUMBER,', ROW)


@pytest.fixture(scope="module")
def empowered(checkout: Checkout) -> Checkout:
    add_row(checkout)
    checkout.add("rules/confrontations.toml", "lineup.size = 5", "turn.power = 1")
    for book in BOOKS:
        stated = "not_stated = ["
        checkout.put_in(f"rules/{book}.toml", stated, f'{stated}"turn.power", ')
    checkout.add("oracle/quick/turn.py", '    mention(s, "turn_begin", s.active)', READ)
    checkout.append("scenarios/turn-power.toml", SCENARIO)
    return checkout


def test_the_engine_obeys_it_and_a_scenario_notices_another_value(empowered: Checkout) -> None:
    assert empowered.run(PROGRAM) == ["CONF-TS01-power"]
    empowered.put_in("rules/confrontations.toml", "turn.power = 1", "turn.power = 2")
    (failed,) = empowered.run(PROGRAM)
    assert "expected 1, found 2" in failed
    empowered.put_in("rules/confrontations.toml", "turn.power = 2", 'turn.power = "much"')
    said = empowered.command("rulebook", "confrontations")
    assert "parameters.turn.power: expected a whole number, found 'much'" in said


def test_a_book_that_says_nothing_about_it_is_named(another: Checkout) -> None:
    add_row(another)
    for book in ("confrontations", *BOOKS):
        said = another.command("rulebook", book)
        assert f"{book}.toml" in said
        assert "turn.power" in said
