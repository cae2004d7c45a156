"""What a trial has found, read from the lines that it printed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tests.mutants.model import Mutant

ENDLESS: Final = "turn-ends"
"""The property that a trial without end violates."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A game that breaks properties: all of them, the message of the first, and how it goes."""

    properties: tuple[str, ...]
    message: str
    source: str
    game: str
    decisions: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The trial of one mutant: the scenario and the game that killed it, if any did.

    `error` says why it could not be tried.
    """

    mutant: Mutant
    scenario: str = ""
    problem: str = ""
    shown: Shown | None = None
    error: str = ""

    @property
    def killed(self) -> bool:
        """Whether anything has noticed the fault."""
        return bool(self.scenario) or self.shown is not None

    @property
    def properties(self) -> tuple[str, ...]:
        """The properties that were violated in the game that was found."""
        return self.shown.properties if self.shown else ()


def read_result(mutant: Mutant, output: str, *, seconds: float | None = None) -> Result:
    """The result that a trial printed; `seconds`: it was stopped after so long."""
    lines = [json.loads(line) for line in output.splitlines()]
    result = _found(Result(mutant), lines)
    if lines and "done" in lines[-1]:
        return result
    if seconds is None:
        return replace(result, error="the trial broke off")
    return _endless(result, lines, f"no end after {seconds:g} s")


def _found(result: Result, lines: Iterable[Mapping[str, Any]]) -> Result:
    for line in lines:
        if "scenario" in line:
            result = replace(result, scenario=line["scenario"], problem=line["problem"])
        elif "properties" in line:
            lists = {"properties": tuple(line["properties"]), "lines": tuple(line["lines"])}
            result = replace(result, shown=Shown(**{**line, **lists}))
    return result


def _endless(result: Result, lines: list[Mapping[str, Any]], message: str) -> Result:
    """The trial stood still at what it tried last."""
    last = lines[-1] if lines else {"tries": "property", "name": "the engine"}
    if last.get("tries") == "scenario":
        result = replace(result, scenario=result.scenario or last["name"], problem=message)
    if result.shown is None:
        source = str(last.get("name", "the engine"))
        result = replace(result, shown=Shown((ENDLESS,), message, source, "", 0, ()))
    return result
