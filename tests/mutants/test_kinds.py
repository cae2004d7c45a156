"""The kinds of fault: each can be put in place; a few are noticed, by few games."""

from __future__ import annotations

import pytest

from tests.effort import tries
from tests.mutants.kinds import FILE, LEAST, Noticed, run_trial, table
from tests.mutants.model import load_mutants
from tests.mutants.trial import CONTROL
from tests.together import all_of

KINDS = load_mutants(FILE)


@all_of("fault", KINDS, lambda fault: fault.id)
def test_a_fault_can_be_put_in_place(fault):
    assert fault.compiled() is not None


def test_there_are_enough_of_them():
    assert len(KINDS) == 28
    assert LEAST == 17


@pytest.mark.parametrize("fault", ["foreign-ongoing-swept", "facts-never-reset"][: tries(1, 2)])
def test_a_fault_is_noticed_by_a_game(fault):
    found = run_trial(fault, 1)
    assert found.by.startswith("game of plain texts")
    assert found.said.startswith("nothing-forgotten: ")


def test_the_table_tells_what_was_not_noticed():
    lines = list(table([Noticed("cap", "game of x", "p: said"), Noticed("lost")]))
    assert lines[0] == "cap   game of x: p: said"
    assert lines[1] == "lost  NOT NOTICED"
    assert lines[-1].startswith("1 of 2 kinds of fault")
    assert CONTROL == "none"
