"""Many small cases in one test: each is tried, and those that fail are told by name.

A test of its own costs more than a case that takes milliseconds, so cases that show the same thing
stand together: those of a file, or a page of a long list.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, TypeVar

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


def all_of(
    name: str, cases: Iterable[C], told: Callable[[C], str] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test that tries every case, where `parametrize` would make a test of each.

    What `name` names is a case; names with commas between them are the values of one. Fixtures are
    those of the one test: cases must leave each other alone.
    """
    every = list(cases)
    names = name.replace(",", " ").split()

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        def test(**fixtures: Any) -> None:
            def tried(case: Any) -> None:
                values = (case,) if len(names) == 1 else case
                check(**dict(zip(names, values, strict=True)), **fixtures)

            try_all(every, tried, told)

        takes = inspect.signature(check)
        others = [one for key, one in takes.parameters.items() if key not in names]
        made = wraps(check)(test)
        vars(made).pop("__wrapped__")  # pytest would ask it for the names of the cases
        vars(made)["__signature__"] = takes.replace(parameters=others)
        return made

    return decorate
