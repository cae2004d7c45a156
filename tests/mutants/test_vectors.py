"""Mutants against the vectors: who fails is told, the engine without a fault passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules_check.conform.store import load_vectors
from tests.mutants import vectors
from tests.mutants.model import Mutant, load_mutants
from tests.mutants.tool import NO_FAULT
from tests.mutants.vector_trial import in_order, written
from tests.mutants.vectors import Found, as_json, as_text, problems, try_mutant

MUTANTS = {mutant.id: mutant for mutant in load_mutants()}
FAULT = Mutant("more", "oracle/some.py", ">=", ">", "One is too few.")
LEFT = Mutant("less", "oracle/some.py", "x", "y", "One is too many.", (), "It never happens.")


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some vectors in a file, as a trial wants them."""
    path = tmp_path_factory.mktemp("vectors") / "vectors.txt"
    some = load_vectors(["rivals-batman-joker"], begins=("RBJ-G0",))
    path.write_text("".join(map(written, some)), encoding="utf-8")
    return path


def test_engine_without_a_fault_passes(few: Path) -> None:
    assert try_mutant(NO_FAULT, few) == Found(NO_FAULT)


def test_fault_fails_a_vector(few: Path) -> None:
    found = try_mutant(MUTANTS["price-is-not-paid"], few)
    assert found.vector.startswith("RBJ-G0")
    assert "power: expected" in found.problem or "choice" in found.problem


def test_vectors_of_the_broken_rules_come_first(few: Path) -> None:
    mutant = Mutant("m", "oracle/some.py", "x", "y", "", ("RBJ-G05",))
    order: list[Any] = list(in_order(mutant, few))
    first = [vector["id"] for vector in order if "RBJ-G05" in vector["rules"]]
    assert [vector["id"] for vector in order][: len(first)] == first
    assert len(order) == len(few.read_text(encoding="utf-8").splitlines())


def test_table_tells_who_fails_and_who_does_not() -> None:
    results = [Found(FAULT, "RBJ-G03", "power"), Found(LEFT)]
    assert as_text(results) == (
        "mutant  fails the vector\n"
        "more    RBJ-G03\n"
        "less    -\n"
        "\n"
        "1 of 2 fail a vector (50.0 %).\n"
        "  less: One is too many.\n"
        "    It never happens.\n"
        "fewer than 95% of the mutants fail a vector\n"
    )
    assert as_json(results)["failing"] == 1
    assert not problems([Found(FAULT, "RBJ-G03", "power")])
    assert problems([Found(FAULT, "x"), Found(LEFT, error="why")])[0].endswith("be tried: why")


def test_engine_that_does_not_pass_makes_no_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(vectors, "write_vectors", lambda _: None)
    monkeypatch.setattr(vectors, "try_mutant", lambda m, *_: Found(m, "RBJ-G03", "wrong"))
    assert vectors.main(["--only", "lost-card"]) == 2
    assert "the engine without a fault: does not pass: RBJ-G03: wrong" in capsys.readouterr().err
    assert vectors.main(["--only", "yodel"]) == 2


def test_trial_that_breaks_off_is_an_error(few: Path) -> None:
    assert try_mutant(Mutant("yodel", "", "", "", ""), few).error.startswith("the trial broke off")
