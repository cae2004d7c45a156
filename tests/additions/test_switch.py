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
ROW = '    "turn_power": ("one",),'
CODE = """\
    if s.g.reads.turn_power == "one":
        s.power[s.active] = 1
"""
PROGRAM = """
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.positions import build_state
for rulings in ({}, {"CONF-RU98": 1}, {"CONF-RU98": 2}):
    game = Game(load_play_set("confrontations", rulings=rulings), rulings=rulings)
    print(build_state(game, {"P1": {"hand": ["Punch"]}}).power)
"""


LEFT_OUT = """
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game, GameError
for rulings in ({}, {"CONF-RU98": 1}, {"CONF-RU98": 2}):
    try:
        Game(load_play_set("confrontations", rulings=rulings), rulings=rulings)
    except GameError as error:
        print(rulings, error)
"""


def add_ruling(checkout: Checkout) -> None:
    checkout.append("rules/confrontations.toml", RULING)
    checkout.add("oracle/values/switches.py", "    # buying, gaining, decks\n", READINGS)


@pytest.fixture(scope="module")
def switched(checkout: Checkout) -> Checkout:
    add_ruling(checkout)
    checkout.add("oracle/quick/readings.py", '    "turn_over": ("announced",),', ROW)
    checkout.add(
        "oracle/quick/turn.py",
        "    s.power = [0] * s.g.players\n    if s.trace is not None:\n        tell_turn(s)",
        CODE,
    )
    return checkout


@only_long
def test_both_readings_are_played(switched: Checkout) -> None:
    assert switched.run(PROGRAM) == ["[0, 0, 0, 0]", "[0, 0, 0, 0]", "[1, 0, 0, 0]"]


@only_long
def test_the_type_check_knows_them(switched: Checkout) -> None:
    assert switched.types("rules_check/oracle/quick/turn.py") == ""
    switched.put_in("oracle/quick/turn.py", 'turn_power == "one"', 'turn_power == "won"')
    assert "Non-overlapping equality check" in switched.types("rules_check/oracle/quick/turn.py")


@only_long
def test_a_reading_that_is_not_listed_is_refused_by_name(another: Checkout) -> None:
    add_ruling(another)
    said = "{'CONF-RU98': 2} the engine does not carry out turn_power read as one"
    assert another.run(LEFT_OUT) == [said]
