"""The engine in JavaScript agrees with the reference engine; a fault put into it is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules_check.cli import main
from rules_check.conform.store import load_vectors
from rules_check.rules.load import load_rules
from tests.effort import tries
from tests.mutants.live import Subject, subjects
from tests.together import all_of

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "examples" / "second-engine"
RULESETS = ("heroes-unite", "rivals-batman-joker")
KINDS = {"transition", "legal-actions", "reject", "score", "view"}
EVERY = tries(24, 4)
"""One vector in so many is run here; `rules-check conform` runs them all."""
JSON = Any

pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
    pytest.mark.xdist_group("second-engine"),
]
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
a_ruleset = pytest.mark.parametrize("ruleset", RULESETS[: tries(1, 2)])


FAULTS = {x.id.removeprefix("second-"): x for x in subjects() if x.second}
SOME = ("gained-card-to-the-hand", "equal-does-not-defeat", "refill-from-the-bottom")
"""Faults that are tried here; `python -m tests.mutants.live` tries them all."""


def conform(
    capsys: pytest.CaptureFixture[str], *words: str, engine: Path = ENGINE
) -> tuple[int, Mapping[str, JSON]]:
    """The exit status and the report of a run."""
    command = ["node", str(engine / "engine.js")]
    status = main(["conform", "--quiet", "--format", "json", *words, "--", *command])
    return status, json.loads(capsys.readouterr().out)


def failures(report: Mapping[str, JSON]) -> list[Mapping[str, JSON]]:
    return [result for result in report["results"] if result["outcome"] != "pass"]


@pytest.fixture(params=SOME)
def fault(request: pytest.FixtureRequest) -> Subject:
    return FAULTS[request.param]


@pytest.fixture
def faulty(fault: Subject, tmp_path: Path) -> Path:
    """A copy of the engine with the fault in it."""
    return Path(fault.command(tmp_path / "engine")[-1]).parent


@all_of("id_", FAULTS)
def test_every_fault_can_be_put_in(id_: str) -> None:
    one = FAULTS[id_]
    assert (ENGINE / one.file).read_text(encoding="utf-8").count(one.old) == 1
    assert one.old != one.new
    known = load_rules(one.ruleset).rules
    assert set(one.rules) <= set(known)


@each_ruleset
def test_vectors_pass(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    vectors = [vector for vector in load_vectors([ruleset]) if vector["kind"] in KINDS]
    first = {vector["kind"]: vector for vector in reversed(vectors)}
    sample = sorted({vector["id"] for vector in (*vectors[::EVERY], *first.values())})
    only = [word for id_ in sample for word in ("--only", id_)]
    status, report = conform(capsys, "--strict", "--ruleset", ruleset, *only)
    outcomes = {result["id"]: result["outcome"] for result in report["results"]}
    kinds = {result["kind"] for result in report["results"] if result["outcome"] == "pass"}
    assert status == 0
    assert set(outcomes.values()) <= {"pass", "unsupported"}
    assert kinds == KINDS
    passed = [id_ for id_ in sample if outcomes[id_] == "pass"]
    assert len(passed) > 0.9 * len(sample)


@a_ruleset
def test_live_games_agree(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, report = conform(capsys, "--games", "2", "--seed", "3", "--ruleset", ruleset)
    assert failures(report) == []
    assert status == 0
    assert report["decisions"] > 200


def test_vectors_find_the_fault_and_name_its_rule(
    fault: Subject, faulty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    section = fault.rules[0].rstrip("0123456789")
    status, report = conform(capsys, "--ruleset", fault.ruleset, "--only", section, engine=faulty)
    assert status == 1
    named = [suspect["rule"] for suspect in report["suspects"]]
    assert not set(named).isdisjoint(fault.rules)


@pytest.mark.parametrize("fault", SOME[: tries(1, 3)], indirect=True)
def test_live_games_find_the_fault_and_make_it_small(
    fault: Subject, faulty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "saved"
    words = ["--games", "6", "--seed", "3", "--ruleset", fault.ruleset]
    status, report = conform(capsys, *words, "--save", str(saved), engine=faulty)
    assert status == 1
    [found] = failures(report)
    assert not set(found["rules"][:3]).isdisjoint(fault.rules)
    [kept] = saved.iterdir()
    vector = json.loads(kept.read_text(encoding="utf-8"))
    assert len(vector["steps"]) <= 5
    assert conform(capsys, "--vectors", str(kept), engine=faulty)[0] == 1
    assert conform(capsys, "--vectors", str(kept))[0] == 0
