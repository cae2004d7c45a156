"""Every reading that the quick engine carries out, held to the tree engine."""

from __future__ import annotations

import pytest

from rules_check.oracle.core_game import CoreGame
from rules_check.oracle.quick.readings import SWITCHES
from rules_check.oracle.scenarios.runner import play
from rules_check.oracle.values.switches import readings
from tests.oracle.quick.readings import (
    Case,
    beside,
    carried_out,
    own_games,
    played_on,
    written,
)

MOST = 8
"""So many random answers are given after a game."""
NOT_WRITTEN = {("same_name", "words")}
"""What its own ruling says of some names; in a book without such a ruling it means none."""


DECIDED = {
    "CONF-RU19-draw 1",  # it cites that an Assist card speaks to the active player, as it does not
    "CONF-RU19-discard-pile 1",
    "HU-K18-shazam 1",  # the tree engine asks in which order cards go back of which one stays
}
"""Games in which the tree engine is wrong."""


def cases(switch: str) -> list[Case]:
    mine = [x for x in written() if switch in x.changes and x.name not in DECIDED]
    return [case for case in mine if carried_out(case)]


def test_only_readings_that_there_are_are_carried_out() -> None:
    known = readings()
    for switch, values in SWITCHES.items():
        assert set(values) <= set(known[switch][1:]), switch


@pytest.mark.parametrize("switch", sorted(SWITCHES))
def test_a_reading_is_played_as_on_the_tree_engine(switch: str) -> None:
    """And it would be noticed if it was not."""
    shown = set()
    for case in cases(switch):
        assert not beside(case, most=MOST), case.name
        if case.changes[switch] not in shown and beside(case, most=MOST, as_printed=True):
            shown.add(case.changes[switch])
    wanted = {value for value in SWITCHES[switch] if (switch, value) not in NOT_WRITTEN}
    assert wanted <= shown


def test_the_games_of_readings_that_a_book_chooses_end_as_they_say() -> None:
    with played_on(CoreGame):
        for case in own_games():
            assert [str(x) for x in play(case.scenario).outcome.failures] == []
