"""Cases that are tried by one test: each is, and those that fail are told by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import all_of, pages, try_all

TRIED: list[tuple[str, int]] = []


@all_of("word, size", [("one", 3), ("three", 5)], lambda case: case[0])
def test_values_of_a_case_and_fixtures_come_by_their_names(
    word: str, tmp_path: Path, size: int
) -> None:
    TRIED.append((word, size))
    assert tmp_path.is_dir()
    assert len(word) == size
    if word == "three":
        assert TRIED[-2:] == [("one", 3), ("three", 5)]


def test_every_case_that_fails_is_told() -> None:
    @all_of("number", range(5), lambda number: f"number {number}")
    def small(number: int) -> None:
        assert number < 3

    with pytest.raises(pytest.fail.Exception) as failed:
        small()
    said = str(failed.value)
    assert said.startswith("2 of 5 fail\n\nnumber 3\nAssertionError")
    assert "number 4\n" in said
    assert "number 2\n" not in said


def test_no_case_at_all_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="no case was tried"):
        try_all([], print)


def test_pages_leave_nothing_out() -> None:
    assert pages([1, 2, 3, 4, 5], 2) == [[1, 2], [3, 4], [5]]
