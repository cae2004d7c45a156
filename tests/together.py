"""Many small cases in one test: each is tried, and those that fail are told by name.

A test of its own costs more than a case that takes milliseconds, so cases that show the same thing
stand together: those of a file, or a page of a long list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import pytest

C = TypeVar("C")

MOST_TOLD = 20
"""So many failures are told in full."""


def try_all(cases: Iterable[C], check: Callable[[C], None], name: Callable[[C], str] = str) -> None:
    """Try every case, and fail with all that fail."""
    tried = 0
    failed: list[str] = []
    for case in cases:
        tried += 1
        try:
            check(case)
        except (Exception, pytest.fail.Exception) as problem:  # noqa: BLE001 (it is told)
            failed.append(f"{name(case)}\n{type(problem).__name__}: {problem}")
    assert tried, "no case was tried"
    if failed:
        told = "\n\n".join(failed[:MOST_TOLD])
        pytest.fail(f"{len(failed)} of {tried} fail\n\n{told}", pytrace=False)


def pages(cases: Sequence[C], most: int) -> list[list[C]]:
    """The cases in order, at most so many on a page."""
    return [list(cases[at : at + most]) for at in range(0, len(cases), most)]
