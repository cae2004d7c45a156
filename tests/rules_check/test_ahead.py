"""Work that other processes begin with: each piece is done once, by whoever comes to it first."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from rules_check.prove.ahead import FROM, Ahead, usual_jobs

KEYS = [f"piece {number}" for number in range(60)]


def piece(number: int) -> tuple[int, int]:
    """What a piece of work comes to, and which process has done it."""
    return sum(range(number * 2_000)), os.getpid()


def here(number: int) -> tuple[int, int]:
    return piece(number)[0], -1


@pytest.fixture
def ahead() -> Iterator[Ahead]:
    ahead = Ahead(2)
    yield ahead
    ahead.close()


def waits_for(path: Path) -> bool:
    """Whether a file comes to be there, soon enough."""
    end = time.monotonic() + 20
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.01)
    return path.exists()


def touched(path: Path) -> int:
    path.touch()
    return os.getpid()


def test_everything_comes_in_the_order_in_which_it_is_asked_for(ahead: Ahead) -> None:
    ahead.begin({key: (piece, (at,)) for at, key in enumerate(KEYS)})
    found = [ahead.come(key, partial(here, at)) for at, key in enumerate(KEYS)]
    assert [value for value, _ in found] == [piece(at)[0] for at in range(len(KEYS))]


def test_who_waits_does_what_the_others_would_come_to_last(ahead: Ahead, tmp_path: Path) -> None:
    """The first piece waits for what only the last does, and another process is at the first."""
    path = tmp_path / "done"
    middle = {key: (piece, (at,)) for at, key in enumerate(KEYS)}
    ahead.begin({"first": (waits_for, (path,)), **middle, "last": (touched, (path,))})
    while not ahead._begun["first"][1].running():
        time.sleep(0.01)
    assert ahead.come("first", lambda: False)
    assert ahead.come("last", lambda: -1) == os.getpid()


def test_what_nobody_was_told_of_is_done_here(ahead: Ahead) -> None:
    assert ahead.come("another", lambda: here(3)) == here(3)


def test_a_failure_is_raised_where_the_work_is_asked_for(ahead: Ahead) -> None:
    ahead.begin({KEYS[0]: (int, ("no number",))})

    def nothing() -> int:
        raise ValueError("here")

    with pytest.raises(ValueError, match=r"no number|here"):
        ahead.come(KEYS[0], nothing)


def test_few_pieces_start_no_process() -> None:
    assert not Ahead(2).wants(FROM - 1)
    assert Ahead(2).wants(FROM)
    assert not Ahead(1).wants(1_000)
    assert 1 <= usual_jobs() <= 4
