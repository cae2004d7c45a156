"""Faults of the quick engine: they can be put in place, what is named to notice them is there, and
those that short games notice are noticed by them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_check.conform.store import load_index
from tests.mutants.letter import Noticed
from tests.mutants.model import Mutant, MutantError
from tests.mutants.quick import Trials, compared, ids, is_in, keys, write_cases
from tests.mutants.quick_trial import GAMES
from tests.mutants.reach import function_of
from tests.mutants.tool import NO_FAULT
from tests.together import try_all

pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them

FAULTS = {fault.id: fault for fault in compared()}


def test_there_are_faults_of_the_quick_engine() -> None:
    assert len(FAULTS) >= 60
    assert all(fault.file.startswith("oracle/quick/") for fault in FAULTS.values())
    with pytest.raises(MutantError, match=r"it-is-the-first-card: grammar/named\.py is no module"):
        compared("it-is-the-first-card")


def test_every_fault_names_by_what_it_is_noticed() -> None:
    beside = {f"beside --texts --only {key}" for key in keys()}
    beside |= {f"beside --vectors --only {one}" for one in ids()}
    beside |= {f"beside --games 1 --seed {number}" for number in GAMES}

    def names(fault: Mutant) -> None:
        assert fault.noticed in beside
        assert not fault.survives

    try_all(FAULTS.values(), names, lambda fault: fault.id)


def test_what_is_played_beside_the_interpreter_is_there(tmp_path: Path) -> None:
    assert set(ids()) <= set(load_index())
    with pytest.raises(MutantError, match="these are not in the project: yodel"):
        write_cases(tmp_path, (), ("yodel",))


def test_the_function_of_a_fault_is_the_innermost() -> None:
    fault = FAULTS["not-unknown-is-so"]
    assert function_of(fault, inner=True) == "oracle/quick/values.py:logic.<locals>.negated"
    assert function_of(fault) == "oracle/quick/values.py:logic"
    assert is_in("oracle/quick/values.py:logic.<locals>.negated", function_of(fault))
    assert not is_in("oracle/quick/values.py:logical", function_of(fault))


# ------------------------------------------------------------------------- a handful of them

HANDFUL = ("answer-used-twice", "dealt-once-more")
"""Short games notice these."""


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """What tries them, without texts and vectors, which take long to read."""
    folder = tmp_path_factory.mktemp("games")
    write_cases(folder, (), ())
    with Trials(folder) as found:
        yield found


@pytest.mark.parametrize("name", HANDFUL)
def test_a_fault_is_noticed_by_what_it_names(name: str, trials: Trials) -> None:
    found = trials.named(FAULTS[name])
    assert found.by == FAULTS[name].noticed
    assert not found.broke_off


def test_without_a_fault_nobody_notices_anything(trials: Trials) -> None:
    named = sorted({FAULTS[name].noticed for name in HANDFUL})
    assert trials.asks(NO_FAULT, "letter", named) == Noticed(NO_FAULT)


def test_a_trial_that_breaks_off_is_told(trials: Trials) -> None:
    with pytest.raises(MutantError, match="the trial broke off: KeyError: 'yodel'"):
        trials.asks(NO_FAULT, "letter", ["yodel"])
