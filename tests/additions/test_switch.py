"""A ruling about the engine is a ruling with a switch, its readings, and code that asks for it."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout
from tests.effort import only_long

pytestmark = pytest.mark.xdist_group("switch")

RULING = """
[[ruling]]
id = "CONF-RU98"
cards = []
question = "Does a turn begin with Power?"
readings = ["No.", "With 1 Power."]
answer = 1
patterns = ["P-NOW"]
rules = ["CONF-TS01"]
switch = { name = "turn_power", values = ["none", "one"] }
"""
READINGS = '''\
    turn_power: Literal["none", "one"]
    """A turn begins without Power, or with 1."""
'''
CODE = """\
    if g.sw.turn_power == "one":
        s.power[player] = 1
"""
PROGRAM = """
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.positions import build_state
for rulings in ({}, {"CONF-RU98": 1}, {"CONF-RU98": 2}):
    game = Game(load_play_set("confrontations", rulings=rulings), rulings=rulings)
    print(build_state(game, {"P1": {"hand": ["Punch"]}}).power)
"""


@pytest.fixture(scope="module")
def switched(checkout: Checkout) -> Checkout:
    checkout.append("rules/confrontations.toml", RULING)
    checkout.add("oracle/values/switches.py", "    # buying, gaining, decks\n", READINGS)
    checkout.add("oracle/turns/turn.py", "    s.agenda.extend(g.steps)", CODE)
    return checkout


@only_long
def test_both_readings_are_played_and_the_type_check_knows_them(switched: Checkout) -> None:
    assert switched.run(PROGRAM) == ["[0, 0, 0, 0]", "[0, 0, 0, 0]", "[1, 0, 0, 0]"]
    assert switched.types("rules_check/oracle/turns/turn.py") == ""
    switched.put_in("oracle/turns/turn.py", 'turn_power == "one"', 'turn_power == "won"')
    assert "Non-overlapping equality check" in switched.types("rules_check/oracle/turns/turn.py")
