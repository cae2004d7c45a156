"""Readings of the rules of the turn on the quick engine: each makes the difference that its games
and scenarios say, and would not if it were switched off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.box.reading import Reading
from rules_check.oracle.core_game import CoreGame, game_as_read, is_carried_out
from rules_check.oracle.quick.readings import OF_TURNS
from rules_check.oracle.scenarios.runner import play
from rules_check.oracle.values.switches import readings
from rules_check.rules.load import load_ruleset
from tests.oracle.quick.readings import Case, played_on, written


def passes(case: Case, switches: dict[str, str]) -> bool:
    """Whether what a scenario says comes true on the quick engine if switches are read so."""
    read = Reading(switches=tuple(sorted(switches.items())))
    with played_on(CoreGame):
        return play(replace(case.scenario, reading=read)).outcome.passed


def is_for(case: Case) -> bool:
    """Whether a scenario says what comes of this reading, and not of another one."""
    _, *by = case.name.split(" by ")
    return bool(by) and case.name.endswith(f" {by[0]} by {by[0]}")


@pytest.mark.parametrize("switch", OF_TURNS)
def test_a_reading_is_carried_out(switch: str) -> None:
    for value in OF_TURNS[switch]:
        cases = [x for x in written() if x.changes.get(switch) == value]
        cases = [x for x in cases if not x.scenario.reading.parameters]
        differs = False
        for case in cases:
            read = dict(case.changes)
            off = {name: other for name, other in read.items() if name != switch}
            assert passes(case, read) is is_for(case), case.name
            differs = differs or passes(case, off) is not is_for(case)
        assert differs, f"{switch}={value} makes no difference"


SWITCHES = frozenset(readings())


def test_parameters_and_orders_of_steps_are_carried_out() -> None:
    cases = [case for case in written() if not case.changes.keys() <= SWITCHES]
    assert {"turn", "end_of_turn"} <= {name for case in cases for name in case.changes}
    for case in cases:
        assert is_carried_out(load_play_set(case.scenario.game), reading=case.scenario.reading)
        with played_on(CoreGame):
            found = play(case.scenario).outcome.passed
        expected = is_for(case) if " by " in case.name else True
        assert found is expected, case.name


def test_a_game_in_another_reading_of_the_turn_is_on_the_quick_engine() -> None:
    orders = Reading(end_of_turn=load_ruleset("rivals-batman-joker").end_of_turn[1].name)
    size = Reading(parameters=(("hand_size", 4),))
    for read in (Reading(switches=(("equal", "saves"),)), orders, size):
        game = game_as_read(load_play_set("rivals-batman-joker"), reading=read)
        assert isinstance(game, CoreGame)
