"""Faults that make words void: they can be tried, and the hunt notices one."""

from __future__ import annotations

import re

import pytest

from tests.effort import only_long
from tests.mutants.model import WORDS_FILE, MutantError, load_mutants
from tests.mutants.words import main, texts_of

FAULTS = load_mutants(WORDS_FILE)


def test_every_fault_finds_its_place() -> None:
    for fault in FAULTS:
        fault.compiled()
        assert fault.texts, fault.id
        re.compile(fault.texts)


def test_a_fault_without_texts_is_told() -> None:
    (fault, *_) = load_mutants()
    with pytest.raises(MutantError, match="names no texts"):
        texts_of(fault, [])


@only_long
def test_the_hunt_notices_words_that_a_fault_makes_void(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--only", "half-loses-the-odd-one", "--hunt-only"]) == 0
    out = capsys.readouterr().out
    assert "(how it is rounded) changes nothing in:" in out
    assert "hunt: 1 of 1" in out
