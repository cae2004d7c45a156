"""Faults of the interpreter and of the translation: they can be put in place, who notices them is
told, and three of them are noticed by a vector."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_check.conform.store import load_vectors
from tests.mutants import letter
from tests.mutants.letter import Noticed, as_line, problems, summary, try_stage
from tests.mutants.letter_trial import BROKE_OFF, FILE
from tests.mutants.model import Mutant, load_mutants
from tests.mutants.reach import Watch, function_of, only_reaching
from tests.mutants.tool import NO_FAULT
from tests.mutants.vector_trial import written
from tests.together import try_all

FAULTS = {fault.id: fault for fault in load_mutants(FILE)}
SOME = Mutant("some", "oracle/letter/some.py", "x", "y", "It is wrong.")
KNOWN = Mutant("known", "oracle/letter/some.py", "x", "y", "Nobody can tell.", (), "It never is.")


def test_every_fault_can_be_put_in_place() -> None:
    def compiles(fault: Mutant) -> None:
        fault.compiled()

    try_all(FAULTS.values(), compiles, lambda fault: fault.id)


def test_there_are_faults_of_both() -> None:
    files = [fault.file for fault in FAULTS.values()]
    assert sum(file.startswith("oracle/letter/") for file in files) >= 30
    assert sum(file.startswith("grammar/core/") for file in files) >= 20
    assert all(file.startswith(("oracle/letter/", "grammar/core/")) for file in files)
    assert all(fault.breaks.endswith(".") for fault in FAULTS.values())


# ------------------------------------------------------------------------- three of them

BY_A_VECTOR = {
    "together-is-one-by-one": "HU-K11-graves",
    "blocks-once-round": "RBJ-B09",
    "no-card-costs-nothing": "HU-PL02-w-whoever-cheaper",
}


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vectors by which they are noticed, in a file."""
    path = tmp_path_factory.mktemp("vectors") / "vectors.txt"
    wanted = [vector for vector in load_vectors() if vector["id"] in BY_A_VECTOR.values()]
    path.write_text("".join(map(written, wanted)), encoding="utf-8")
    return path


def test_without_a_fault_the_vectors_pass(three: Path) -> None:
    assert len(three.read_text(encoding="utf-8").splitlines()) == len(BY_A_VECTOR) == 3
    assert try_stage(NO_FAULT, "vectors", three) == Noticed(NO_FAULT)


@pytest.mark.parametrize("name", BY_A_VECTOR)
def test_a_fault_is_noticed_by_its_vector(name: str, three: Path) -> None:
    found = try_stage(FAULTS[name], "vectors", three)
    assert found.by == f"vector {BY_A_VECTOR[name]}"
    assert not found.broke_off


# ------------------------------------------------------------------------- what is told


def test_the_function_of_a_fault_is_found() -> None:
    fault = FAULTS["pays-what-there-is"]
    assert function_of(fault) == "oracle/letter/acts.py:points"
    assert function_of(FAULTS["later-text-forgets"]) == "oracle/letter/position.py:Frame.copy"
    assert function_of(FAULTS["defeated-is-not-gained"]) == ""


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
    assert list(problems([Noticed(SOME), Noticed(KNOWN, "vector A")])) == [
        "nobody notices some: It is wrong.",
        "known is noticed, and its reason not to be is wrong",
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
    by = ["vector A", ""]

    def tried(faults: list[Mutant], _jobs: int) -> Iterator[Noticed]:
        return (Noticed(fault, by.pop(0)) for fault in faults)

    monkeypatch.setattr(letter, "try_all", tried)
    names = ["--only", "pays-what-there-is"]
    assert letter.main(names) == 0
    assert capsys.readouterr().out.startswith("pays-what-there-is: vector A\n")
    assert letter.main(names) == 1
    assert "nobody notices pays-what-there-is" in capsys.readouterr().out
    assert letter.main(["--only", "yodel"]) == 2


def test_a_trial_that_breaks_off_is_an_error(three: Path) -> None:
    with pytest.raises(ValueError, match="yodel: the trial broke off"):
        try_stage(Mutant("yodel", "", "", "", ""), "vectors", three)
