"""Every card of the play sets is in a scenario, with everything that it says."""

from __future__ import annotations

import pytest

from rules_check.oracle.scenarios.files import Scenario
from tests.meaning import coverage
from tests.meaning.carried_out import play
from tests.meaning.scope_scenarios import scope_files, scope_scenarios
from tests.together import try_all

pytestmark = pytest.mark.xdist_group("scenarios")  # one worker: each is played once


@pytest.mark.parametrize("file", scope_files())
def test_effects_of_a_file_for_every_scope(file: str) -> None:
    def passes(scenario: Scenario) -> None:
        outcome = play(scenario)
        if not outcome.passed:
            pytest.fail(
                "\n".join([*map(str, outcome.failures), "", *outcome.transcript]), pytrace=False
            )

    of_file = [scenario for scenario in scope_scenarios() if scenario.file == file]
    try_all(of_file, passes, lambda scenario: scenario.id)


def test_every_card_of_a_play_set_is_in_a_scenario() -> None:
    assert coverage.unnamed() == []


def test_every_statement_of_a_card_is_carried_out_and_every_branch_is_taken() -> None:
    assert coverage.missing() == []


def test_gaps_are_gaps() -> None:
    assert coverage.needless() == []
