"""A Defense that is used at a time only is not used at another."""

from __future__ import annotations

from typing import Any

import pytest

from rules_check.oracle.box.reading import AS_PRINTED
from rules_check.oracle.scenarios.files import scenario_of
from rules_check.oracle.scenarios.runner import play

WIRE = """
Trip Wire
Equipment, cost 3, 1 VP
Defense: You may discard this card during a Confrontation to avoid an Attack.
"""


@pytest.mark.parametrize("confronts", [True, False])
def test_in_a_confrontation_only(confronts: bool) -> None:
    given: dict[str, Any] = {
        "active": "P2",
        "phase": "play",
        "cards": WIRE,
        "P2": {"hand": ["Giggling Vapor", "Punch"]},
        "P1": {"hand": ["Trip Wire"]},
    }
    if confronts:
        given["confront"] = "P1"
    defends = ["P1: defend with Trip Wire"] if confronts else []
    table = {
        "id": "trip-wire",
        "game": "rivals-batman-joker",
        "given": given,
        "when": ["P2: play Giggling Vapor", *defends],
        "then": ["P1 discard: " + ("Trip Wire" if confronts else "Weakness")],
    }
    played = play(scenario_of(table, "here", AS_PRINTED))
    assert [str(failure) for failure in played.outcome.failures] == []
