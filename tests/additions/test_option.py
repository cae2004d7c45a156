"""An option is a class, with functions that offer it, refuse it and act: no file is touched."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout
from tests.effort import only_long

pytestmark = pytest.mark.xdist_group("option")

OPTION = '''
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.power import gain_power
from rules_check.oracle.turns.main_phase import AND_THEN, acts, offers
from rules_check.oracle.turns.refusing import MESSAGES, why_not
from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.listeners import Watch
from rules_check.oracle.values.option_forms import Option, PlainOption
from rules_check.oracle.values.state import State


class Bow(PlainOption):
    """Bow to everybody, once a turn and before any Power is there: 1 Power."""

    tag = "bow"
    words = "bow"


MESSAGES["bow.too_late"] = "a player with Power does not bow"


@why_not(Bow)
def why_no_bow(g: Table, s: State, choice: Choice, option: Bow) -> str | None:
    return "bow.too_late" if s.power[s.active] else None


@offers
def bows(g: Table, s: State, watch: Watch) -> list[Option]:
    return [] if s.power[s.active] else [Bow()]


@acts(Bow)
def act_bow(g: Table, s: State, option: Bow) -> None:
    s.agenda += AND_THEN
    gain_power(g, s, s.active, 1, -1, "effect.power")

'''
PROGRAM = f"""{OPTION}
from random import Random
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game, Refused
from rules_check.oracle.players.drive import play_game
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.writing.json_ import dump_option, load_option

game = Game(load_play_set("confrontations"))
state = build_state(game, {{"P1": {{"hand": ["Punch", "Vulnerability"]}}, "phase": "play"}})
print("offered:", [game.label(state, option) for option in state.choice.options])
written = dump_option(game, Bow())
print("JSON:", written, load_option(game, written) == Bow())
game.answer(state, game.parse(state, "bow"))
print("Power:", state.power[0], Bow() in state.choice.options)
try:
    game.answer(state, game.parse(state, "bow"))
except Refused as refused:
    print("refused:", refused)

rng = Random(1)
played = play_game(game, [RandomPlayer(rng) for _ in game.seats], rng)
print("a whole game:", played.answers.count(Bow()) > 10, played.state.choice)
"""


def test_it_is_offered_labelled_written_read_acted_on_and_refused(checkout: Checkout) -> None:
    assert checkout.run(PROGRAM) == [
        "offered: ['play Punch', 'play Vulnerability', 'bow', 'end turn']",
        "JSON: ['bow'] True",
        "Power: 1 False",
        "refused: bow.too_late: a player with Power does not bow",
        "a whole game: True None",
    ]
    assert checkout.touched == set()


@only_long
def test_the_type_check_knows_what_its_functions_are(checkout: Checkout) -> None:
    checkout.append("bow.py", OPTION)
    assert checkout.types("bow.py") == ""
    checkout.put_in("bow.py", "def act_bow(g: Table, s: State, option: Bow)", "def act_bow()")
    assert 'has incompatible type "Callable[[], None]"' in checkout.types("bow.py")
