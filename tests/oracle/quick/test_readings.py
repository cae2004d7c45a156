"""Other readings: each makes the difference that its games and scenarios say, and would not if it
were switched off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.box.reading import AS_PRINTED, Reading
from rules_check.oracle.game import not_carried_out
from rules_check.oracle.quick.readings import SWITCHES
from rules_check.oracle.scenarios.runner import play
from rules_check.oracle.values.switches import readings
from tests.effort import tries
from tests.oracle.quick.readings import Case, written

NOT_WRITTEN = {("same_name", "words")}
"""What its own ruling says of some names; in a book without such a ruling it means none."""


def passes(case: Case, switches: dict[str, str]) -> bool:
    """Whether what a scenario says comes true if these switches are read so."""
    read = replace(AS_PRINTED, switches=tuple(sorted(switches.items())))
    return play(replace(case.scenario, reading=read)).outcome.passed


def test_only_readings_that_there_are_are_carried_out() -> None:
    known = readings()
    for switch, values in SWITCHES.items():
        assert set(values) <= set(known[switch][1:]), switch


@pytest.mark.parametrize("switch", sorted(SWITCHES))
def test_a_reading_is_carried_out(switch: str) -> None:
    for value in SWITCHES[switch]:
        cases = [x for x in written() if x.changes.get(switch) == value]
        cases = [x for x in cases if x.changes.keys() <= KNOWN]
        differs = False
        for at, case in enumerate(sorted(cases, key=lambda x: not x.own)):
            if differs and not case.own and at >= tries(1, len(cases)):
                break  # the tests of questions and of rulings play each of the others
            read = dict(case.changes)
            off = {name: other for name, other in read.items() if name != switch}
            assert passes(case, read) is case.comes_true, case.name
            differs = differs or passes(case, off) is not case.comes_true
        assert differs or (switch, value) in NOT_WRITTEN, f"{value} makes no difference"


KNOWN = frozenset(readings())


def test_parameters_and_orders_of_steps_are_carried_out() -> None:
    cases = [case for case in written() if not case.changes.keys() <= KNOWN]
    assert {"turn", "end_of_turn"} <= {name for case in cases for name in case.changes}
    for case in cases:
        found = play(case.scenario).outcome.passed
        assert found is case.comes_true, case.name


def test_a_reading_that_no_engine_knows_is_named() -> None:
    playset = load_play_set("rivals-batman-joker")
    said = Reading(parameters=(("hand_size", 4),))
    assert not_carried_out(playset, {}, said) == ""
    said = Reading(parameters=(("no such parameter", 4),))
    assert not_carried_out(playset, {}, said) == "another no such parameter"
