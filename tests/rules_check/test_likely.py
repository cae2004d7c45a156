"""Which rules are told to be broken, where many vectors fail and where a live game does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from rules_check.conform.confirming import confirmed
from rules_check.conform.likely import suspects
from rules_check.conform.outcomes import Conformance, Verdict
from rules_check.conform.reports import RENDER
from rules_check.conform.store import load_vectors
from tests.rules_check.live_partners import no_fault, partner

pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them

JSON = Any


def verdict(outcome: str, *rules: str) -> Verdict:
    vector = {"id": "-".join(rules), "rules": list(rules), "steps": [], "setup": None}
    return Verdict({**vector, "ruleset": "confrontations", "kind": "score"}, outcome)


def test_a_rule_whose_vectors_all_fail_comes_before_one_that_mostly_passes() -> None:
    ran = [
        *[verdict("fail", "CONF-GP01", "CONF-ET06")] * 2,
        *[verdict("pass", "CONF-GP01")] * 16,
        verdict("unsupported", "CONF-ET06"),
    ]
    found = suspects(ran)
    assert [(x.rule, x.failed, x.tried) for x in found] == [
        ("CONF-ET06", 2, 2),
        ("CONF-GP01", 2, 18),
    ]


def test_what_most_failures_name_comes_first() -> None:
    ran = [verdict("fail", f"CONF-GP0{n}", "CONF-ET06") for n in range(1, 6)]
    assert suspects(ran)[0].rule == "CONF-ET06"


def test_nothing_is_suspected_where_nothing_fails() -> None:
    assert suspects([verdict("pass", "CONF-ET06")]) == []
    assert suspects([]) == []


def test_every_report_for_people_names_them() -> None:
    vector = next(x for x in load_vectors(["confrontations"]) if x["rules"] and x["setup"])
    run = Conformance(("x",), {}, (Verdict(vector, "fail", "why"),), complete=True)
    for name in ("text", "markdown", "html"):
        text = RENDER[name](run).lower().replace("\\", "")
        assert "likely to be broken" in text
        assert vector["rules"][0].lower() in text
    games = Conformance(("x",), {}, run.verdicts, complete=True, what="game")
    assert "likely to be broken" not in RENDER["text"](games)


@cache
def of_a_new_hand() -> set[str]:
    return {x["id"] for x in load_vectors(["confrontations"]) if "CONF-ET06" in x["rules"]}


def four_cards(message: Mapping[str, JSON], answer: JSON) -> JSON:
    """An engine that goes wrong in every vector of a new hand."""
    if message["cmd"] == "run" and message["vector"]["id"] in of_a_new_hand():
        return {"seq": message["seq"], "result": {}}
    return answer


def test_a_rule_whose_vectors_fail_is_named_before_the_others() -> None:
    rules = ["CONF-SH01", "CONF-SH02", "CONF-ET06"]
    assert confirmed(rules, "confrontations", partner(four_cards).lane)[0] == "CONF-ET06"
    assert confirmed(rules, "confrontations", partner(no_fault).lane) == rules
