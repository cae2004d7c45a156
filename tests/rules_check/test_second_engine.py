"""The engine in JavaScript agrees with the reference engine; a fault put into it is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules_check.cli import main
from rules_check.conform.store import load_vectors
from tests.effort import tries

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "examples" / "second-engine"
RULESETS = ("heroes-unite", "rivals-batman-joker")
KINDS = {"transition", "legal-actions", "reject", "score", "view"}
EVERY = tries(12, 4)
"""One vector in so many is run here; `rules-check conform` runs them all."""
JSON = Any

pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
    pytest.mark.xdist_group("second-engine"),
]
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


class Fault(NamedTuple):
    """A change of one line of the engine, the vectors that it is tried on, and the rule that it
    breaks."""

    file: str
    line: str
    instead: str
    only: str
    rule: str


FAULTS = {
    "one card less is drawn": Fault(
        "lib/turn.js",
        "yield* this.drawCards(null, null, this.active, this.par.hand_size || 5);",
        "yield* this.drawCards(null, null, this.active, (this.par.hand_size || 5) - 1);",
        "RBJ-E0",
        "RBJ-E07",
    ),
    "the price is not paid": Fault(
        "lib/turn.js",
        "const n = this.price(card, p, boss); this.power[p] -= n; this.spent[p] += n;",
        "const n = this.price(card, p, boss); this.spent[p] += n;",
        "RBJ-G0",
        "RBJ-G02",
    ),
}


def conform(
    capsys: pytest.CaptureFixture[str], *words: str, engine: Path = ENGINE
) -> tuple[int, Mapping[str, JSON]]:
    """The exit status and the report of a run."""
    command = ["node", str(engine / "engine.js")]
    status = main(["conform", "--quiet", "--format", "json", *words, "--", *command])
    return status, json.loads(capsys.readouterr().out)


def failures(report: Mapping[str, JSON]) -> list[Mapping[str, JSON]]:
    return [result for result in report["results"] if result["outcome"] != "pass"]


@pytest.fixture(params=FAULTS.values(), ids=list(FAULTS))
def fault(request: pytest.FixtureRequest) -> Fault:
    found: Fault = request.param
    return found


@pytest.fixture
def faulty(fault: Fault, tmp_path: Path) -> Path:
    """A copy of the engine with the fault in it."""
    copy = tmp_path / "engine"
    shutil.copytree(ENGINE, copy)
    source = copy / fault.file
    text = source.read_text(encoding="utf-8")
    assert text.count(fault.line) == 1
    source.write_text(text.replace(fault.line, fault.instead), encoding="utf-8")
    return copy


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


@each_ruleset
def test_live_games_agree(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, report = conform(capsys, "--games", "2", "--seed", "3", "--ruleset", ruleset)
    assert failures(report) == []
    assert status == 0
    assert report["decisions"] > 200


def test_vectors_find_the_fault(
    fault: Fault, faulty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = conform(capsys, "--only", fault.only, engine=faulty)
    assert status == 1
    assert any(fault.rule in result["rules"] for result in failures(report))


def test_live_games_find_the_fault_and_make_it_small(
    fault: Fault, faulty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "saved"
    words = ["--games", "3", "--seed", "3", "--ruleset", "rivals-batman-joker"]
    status, report = conform(capsys, *words, "--save", str(saved), engine=faulty)
    assert status == 1
    [found] = failures(report)
    assert fault.rule in found["rules"]
    [kept] = saved.iterdir()
    vector = json.loads(kept.read_text(encoding="utf-8"))
    assert len(vector["steps"]) <= 5
    assert conform(capsys, "--vectors", str(kept), engine=faulty)[0] == 1
    assert conform(capsys, "--vectors", str(kept))[0] == 0
