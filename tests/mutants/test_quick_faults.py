"""Faults of the quick engine: they can be put in place, what is named to notice them is there, and
one that a short game notices is noticed by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.conform.store import load_vectors
from tests.mutants.letter import Noticed
from tests.mutants.model import ROOT, Mutant, load_mutants
from tests.mutants.quick import keys, try_named, try_stage
from tests.mutants.quick_trial import FILE, GAMES, TEXTS
from tests.mutants.tool import NO_FAULT
from tests.together import try_all

pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them

FAULTS = {fault.id: fault for fault in load_mutants(FILE)}


def test_every_fault_can_be_put_in_place() -> None:
    def compiles(fault: Mutant) -> None:
        fault.compiled()

    try_all(FAULTS.values(), compiles, lambda fault: fault.id)


def test_there_are_faults_of_the_quick_engine() -> None:
    assert len(FAULTS) >= 60
    assert all(fault.file.startswith("oracle/quick/") for fault in FAULTS.values())
    assert all(fault.breaks.endswith(".") for fault in FAULTS.values())


def test_every_fault_names_by_what_it_is_noticed() -> None:
    beside = {f"beside --texts --only {key}" for key in keys()}
    beside |= {f"beside --games 1 --seed {number}" for number in GAMES}
    by_vectors = any(fault.noticed.startswith("vector ") for fault in FAULTS.values())
    ids = {f"vector {vector['id']}" for vector in load_vectors()} if by_vectors else set()

    def names(fault: Mutant) -> None:
        by, _, name = fault.noticed.partition(" ")
        if by == "":
            return  # nobody who notices it has been found yet
        if by == "test":
            file, _, test = name.partition("::")
            assert f"\ndef {test}(" in (ROOT / file).read_text(encoding="utf-8")
        else:
            assert fault.noticed in beside | ids
        assert not fault.survives

    try_all(FAULTS.values(), names, lambda fault: fault.id)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder without texts: these are noticed by games."""
    path = tmp_path_factory.mktemp("texts")
    (path / TEXTS).write_text("{}", encoding="utf-8")
    return path


HANDFUL = ("answer-used-twice",)


@pytest.mark.parametrize("name", HANDFUL)
def test_a_fault_is_noticed_by_what_it_names(name: str, folder: Path) -> None:
    found = try_named(FAULTS[name], FAULTS[name].noticed, folder)
    assert found.by == FAULTS[name].noticed
    assert not found.broke_off


def test_without_a_fault_nobody_notices_anything(folder: Path) -> None:
    named = [FAULTS[name].noticed for name in HANDFUL]
    assert try_stage(NO_FAULT, "letter", folder, named) == Noticed(NO_FAULT)
