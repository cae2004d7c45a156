"""Faults of the interpreter and of the translation: they can be put in place, who notices them is
told, and a handful of them are noticed by what they name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules_check.conform.store import ids_and_rules, load_vectors
from tests.effort import tries
from tests.mutants import letter
from tests.mutants.letter import Noticed, as_line, problems, summary, try_named, try_stage
from tests.mutants.letter_trial import BROKE_OFF, FILE
from tests.mutants.model import ROOT, Mutant, MutantError, load_mutants
from tests.mutants.reach import Watch, function_of, only_reaching
from tests.mutants.tool import NO_FAULT
from tests.mutants.vector_trial import written
from tests.together import try_all

pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them

FAULTS = {fault.id: fault for fault in load_mutants(FILE)}
SOME = Mutant("some", "oracle/letter/some.py", "x", "y", "It is wrong.")
KNOWN = Mutant("known", "oracle/letter/some.py", "x", "y", "Nobody can tell.", (), "It never is.")


def test_every_fault_can_be_put_in_place() -> None:
    def compiles(fault: Mutant) -> None:
        if fault in list(FAULTS.values())[:: tries(4, 1)]:
            fault.compiled()
        else:
            fault.applied((ROOT / fault.file).read_text(encoding="utf-8"))

    try_all(FAULTS.values(), compiles, lambda fault: fault.id)


def test_there_are_faults_of_both() -> None:
    files = [fault.file for fault in FAULTS.values()]
    by_letter = ("oracle/letter/", "grammar/core/carried_out.py")
    assert sum(file.startswith(by_letter) for file in files) >= 30
    assert sum(file.startswith("grammar/core/") for file in files) >= 20
    assert all(file.startswith(("oracle/letter/", "grammar/core/")) for file in files)
    assert all(fault.breaks.endswith(".") for fault in FAULTS.values())


def test_every_fault_names_by_what_it_is_noticed() -> None:
    ids = {f"vector {id_}" for id_, _ in ids_and_rules()}

    def names(fault: Mutant) -> None:
        by, _, name = fault.noticed.partition(" ")
        if by == "test":
            file, _, test = name.partition("::")
            assert f"\ndef {test}(" in (ROOT / file).read_text(encoding="utf-8")
        else:
            assert fault.noticed in ids
        assert not fault.survives

    try_all(FAULTS.values(), names, lambda fault: fault.id)


# ------------------------------------------------------------------------- a handful of them

HANDFUL = (
    "together-is-one-by-one",
    "blocks-once-round",
    "no-card-costs-nothing",
    "deed-without-doing",
    "nothing-is-the-most",
    "only-from-now-on",
)[:: tries(4, 1)]


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vectors by which they are noticed, in a file."""
    path = tmp_path_factory.mktemp("vectors") / "vectors.txt"
    wanted = tuple(FAULTS[name].noticed.removeprefix("vector ") for name in HANDFUL)
    path.write_text("".join(map(written, load_vectors(begins=wanted))), encoding="utf-8")
    return path


def test_without_a_fault_they_pass(vectors: Path, tmp_path: Path) -> None:
    names = [FAULTS[name].noticed for name in HANDFUL]
    assert try_named(NO_FAULT, names, vectors, tmp_path / "own") == Noticed(NO_FAULT)


@pytest.mark.parametrize("name", HANDFUL)
def test_a_fault_is_noticed_by_what_it_names(name: str, vectors: Path, tmp_path: Path) -> None:
    found = try_named(FAULTS[name], [FAULTS[name].noticed], vectors, tmp_path / "own")
    assert found.by == FAULTS[name].noticed
    assert not found.broke_off


def test_what_is_named_must_be_there(vectors: Path, tmp_path: Path) -> None:
    with pytest.raises(MutantError, match="not all of these are there: vector yodel"):
        try_named(SOME, ["vector yodel"], vectors, tmp_path / "own")


# ------------------------------------------------------------------------- what is told


def test_the_function_of_a_fault_is_found() -> None:
    fault = FAULTS["pays-what-there-is"]
    assert function_of(fault) == "oracle/letter/acts.py:points"
    assert function_of(FAULTS["later-text-forgets"]) == "oracle/letter/position.py:Frame.copy"
    outside = replace(fault, file="oracle/letter/acts.py", old="OWNING = (")
    assert function_of(outside) == ""


def test_what_a_vector_runs_is_seen() -> None:
    vector = next(x for x in load_vectors(["rivals-batman-joker"]) if x["kind"] == "transition")
    watch = Watch()
    with watch.kinds():
        found = watch.run(vector)
    assert "oracle/letter/turn.py:step" in found
    assert "grammar/core/translation/abilities.py:Abilities.core" in found
    assert "oracle/letter/super_villains.py:hunt" not in found


def test_only_vectors_are_tried_that_run_the_function(tmp_path: Path) -> None:
    vectors, reached, into = (tmp_path / name for name in ("vectors", "reached", "into"))
    vectors.write_text("first\nsecond\n", encoding="utf-8")
    reached.write_text('["a"]\n["a", "b"]\n', encoding="utf-8")
    for function, tried in (("a", "first\nsecond\n"), ("b", "second\n"), ("", "first\nsecond\n")):
        only_reaching(function, vectors, reached, into)
        assert into.read_text(encoding="utf-8") == tried


def test_the_table_tells_who_noticed_a_fault_and_how() -> None:
    results = [
        Noticed(SOME, "vector A", "power: 1"),
        Noticed(SOME, "test b", "TypeError: no", broke_off=True),
        Noticed(KNOWN),
    ]
    assert list(map(as_line, results)) == [
        "some: vector A (power: 1)",
        "some: test b (breaks off: TypeError: no)",
        "known: -",
    ]
    assert list(summary(results)) == [
        "2 of 3 are noticed, 1 of them by breaking off.",
        "  known: Nobody can tell.",
        "    It never is.",
    ]


def test_a_fault_that_nobody_notices_is_an_error_and_so_is_a_wrong_reason() -> None:
    naming = replace(SOME, noticed="vector B")
    known = [Noticed(naming, "vector B"), Noticed(naming, "vector A")]
    assert list(problems([Noticed(SOME), Noticed(KNOWN, "vector A"), *known])) == [
        "nobody notices some: It is wrong.",
        "known is noticed, and its reason not to be is wrong",
        "some is not noticed by vector B, but by vector A",
    ]


@pytest.mark.parametrize(
    ("how", "broke_off"),
    [
        ("{'errored': {'message': 'KeyError: x'}}", True),
        ("TypeError: no", True),
        ("AssertionError: assert 1 == 2", False),
        ("Divergence(step=1, differences=())", False),
    ],
)
def test_breaking_off_is_told_from_a_wrong_answer(how: str, broke_off: bool) -> None:
    assert bool(BROKE_OFF.match(how)) is broke_off


def test_the_command_says_what_came_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    noticed = FAULTS["pays-what-there-is"].noticed
    by = [noticed, ""]

    def tried(faults: list[Mutant], _jobs: int, _anew: bool) -> Iterator[Noticed]:
        return (Noticed(fault, by.pop(0)) for fault in faults)

    monkeypatch.setattr(letter, "try_all", tried)
    names = ["--only", "pays-what-there-is"]
    assert letter.main(names) == 0
    assert capsys.readouterr().out.startswith(f"pays-what-there-is: {noticed}\n")
    assert letter.main(names) == 1
    assert "nobody notices pays-what-there-is" in capsys.readouterr().out
    assert letter.main(["--only", "yodel"]) == 2


def test_a_trial_that_breaks_off_is_an_error(vectors: Path) -> None:
    with pytest.raises(ValueError, match="yodel: the trial broke off"):
        try_stage(Mutant("yodel", "", "", "", ""), "vectors", vectors)
