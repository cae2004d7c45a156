"""A rule is data: the rule, a topic that leads to it, and a scenario that would show it broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.additions.checkout import Checkout

pytestmark = pytest.mark.xdist_group("rule")

RULE = """
[[rule]]
id = "CONF-GP90"
kind = "GP"
text = "Whoever is next looks up when a turn begins."
section = "Gameplay"
status = "executable"
"""
TOPIC = '"turn.begins.next" = ["CONF-GP05", "CONF-ET09"'
SCENARIO = """\
game = "confrontations"

[[scenario]]
id = "CONF-GP90"
rules = ["CONF-GP90"]
title = "The next player looks up"
given.phase = "play"
given.P1.hand = ["Punch"]
given.P2.hand = ["Punch"]
when = ["P1: play Punch"]
then = ["choice: P2 announce", "cites CONF-GP90"]
"""


def covered(checkout: Checkout) -> dict[str, Any]:
    """What the coverage of the book says about the rule, and which scenarios fail."""
    said = checkout.command("rulebook", "confrontations", "--coverage", "--format", "json")
    document = json.loads(said)
    (rule,) = (rule for rule in document["books"][0]["rules"] if rule["id"] == "CONF-GP90")
    return {**rule, "failed": document.get("failed_scenarios", [])}


def test_a_rule_is_cited_and_exercised_and_what_is_missing_is_named(checkout: Checkout) -> None:
    (checkout.path / "tests" / "scenarios").mkdir(parents=True)
    checkout.put_in("rules/confrontations-topics.toml", TOPIC, f'{TOPIC}, "CONF-GP90"')
    refused = checkout.command("rulebook", "confrontations", "--coverage")
    assert "confrontations-topics.toml" in refused
    assert "CONF-GP90" in refused

    first = '\n[[question]]\nid = "A-01"'
    checkout.put_in("rules/confrontations-rules.toml", first, f"{RULE}{first}")
    found = covered(checkout)
    assert (found["cited"], found["exercised"]) == (True, False)

    checkout.append("tests/scenarios/looks-up.toml", SCENARIO)
    found = covered(checkout)
    assert (found["cited"], found["exercised"]) == (True, True)
    assert (found["topics"], found["scenarios"]) == (["turn.begins.next"], ["CONF-GP90"])
    assert found["failed"] == []

    checkout.put_in("rules/confrontations-topics.toml", f'{TOPIC}, "CONF-GP90"', TOPIC)
    found = covered(checkout)
    assert (found["cited"], found["exercised"]) == (False, False)
    assert found["failed"] == ["CONF-GP90"]
    assert {Path(name).suffix for name in checkout.touched} == {".toml"}
