"""Every reading that the quick engine carries out, held to the tree engine."""

from __future__ import annotations

import pytest

from rules_check.oracle.quick.readings import SWITCHES
from rules_check.oracle.values.switches import readings
from tests.oracle.quick.readings import Case, beside, carried_out, written

NOT_WRITTEN = {
    ("pay_again", "any_number"),  # a book chooses it, so that every scenario plays it
    ("repeat", "do_while"),
    ("revealing", "together"),
    ("tied", "nobody"),
}
"""Readings besides the standard one that have no game of their own."""


def cases(switch: str) -> list[Case]:
    return [case for case in written() if switch in case.changes and carried_out(case)]


def test_only_readings_that_there_are_are_carried_out() -> None:
    known = readings()
    for switch, values in SWITCHES.items():
        assert set(values) <= set(known[switch][1:]), switch


@pytest.mark.parametrize("switch", sorted(SWITCHES))
def test_a_reading_is_played_as_on_the_tree_engine(switch: str) -> None:
    """And it would be noticed if it was not."""
    shown = set()
    for case in cases(switch):
        assert not beside(case), case.name
        if case.changes[switch] not in shown and beside(case, as_printed=True):
            shown.add(case.changes[switch])
    wanted = {value for value in SWITCHES[switch] if (switch, value) not in NOT_WRITTEN}
    assert wanted <= shown
