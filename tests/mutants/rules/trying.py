"""Scenarios tried with a fault, in a process that ends with it; and the lines that they run."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import FrameType
from typing import Any, Final

from rules_check.oracle.scenarios import runner
from rules_check.oracle.scenarios.files import Scenario, load_scenarios
from tests.mutants.model import ROOT
from tests.mutants.rules.faults import Fault, keep_games, put
from tests.mutants.rules.places import PlaceError, functions, live

SECONDS: Final = 0.8
"""A scenario that works longer is endless; it needs a hundredth of that without a fault."""

BYTES: Final = 4 << 30
"""So much room an engine with a fault may take."""

ENDLESS: Final = "endless"
HOW: Final = ("expectation", "citation", "exception", ENDLESS)
"""How a scenario fails, the most telling first."""


class _Endless(BaseException):
    """The time of a scenario is up."""


@cache
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario by its id."""
    return {one.id: one for one in load_scenarios(ROOT / "tests" / "scenarios")}


def how_it_fails(scenario: Scenario, rulings: Mapping[str, int]) -> str:
    """How a scenario fails, one of `HOW`; empty if it passes."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        failures = runner.run(scenario, rulings=rulings).failures
    except _Endless:
        return ENDLESS
    except Exception:  # noqa: BLE001 (whatever it is, the scenario has found it)
        return "exception"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if not failures:
        return ""
    told = all("cites " in failure.text for failure in failures)
    return "citation" if told else "expectation"


def fails(fault: Fault | None, ids: Iterable[str], most: int | None = None) -> Mapping[str, str]:
    """Those of these scenarios that fail with a fault, and how: up to so many, or an endless one.

    Raises ValueError if the fault cannot be put in place.
    """

    def work() -> Mapping[str, str]:
        keep_games()
        return _fails(fault, ids, most)

    found: Mapping[str, str] = in_child(work)
    return found


def _fails(fault: Fault | None, ids: Iterable[str], most: int | None) -> Mapping[str, str]:
    rulings = put(fault) if fault is not None else {}
    found = {}
    for id_ in ids:
        if how := how_it_fails(scenarios()[id_], rulings):
            found[id_] = how
            if len(found) == most or how == ENDLESS:
                break  # one that does not end is enough
    return found


Tried = tuple[Fault, Sequence[str]]
"""A fault, and the scenarios that are tried with it."""


def fails_each(tried: Sequence[Tried]) -> Sequence[Mapping[str, str]]:
    """What fails with each of some faults of kind `change`, tried one after the other."""

    def work() -> Sequence[Mapping[str, str]]:
        keep_games()
        return [_alone(*one) for one in tried]

    found: Sequence[Mapping[str, str]] = in_child(work)
    return found


def _alone(fault: Fault, ids: Sequence[str]) -> Mapping[str, str]:
    function = live(functions()[fault.where])
    assert function is not None
    code = function.__code__
    try:
        return _fails(fault, ids, None)
    except PlaceError:  # other code cannot be put there
        return {}
    finally:
        function.__code__ = code


def in_child(work: Callable[[], Any]) -> Any:
    """What the work gives, done in a child of this process, which leaves nothing behind."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        _child(work, write)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    if not said:
        raise RuntimeError("the process of a fault ended without a word")
    answer = json.loads(said)
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer["value"]


def _child(work: Callable[[], Any], write: int) -> None:
    """Do the work, tell what it gives, and end."""

    def up(_number: int, _frame: FrameType | None) -> None:
        raise _Endless

    try:
        signal.signal(signal.SIGPROF, up)
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
        try:
            answer = {"value": work()}
        except Exception as error:  # noqa: BLE001 (told to the parent)
            answer = {"error": f"{type(error).__name__}: {error}"}
        with os.fdopen(write, "w", encoding="utf-8") as pipe:
            json.dump(answer, pipe)
    finally:
        os._exit(0)


# ------------------------------------------------------------------------- lines


Lines = Mapping[str, frozenset[int]]
"""The lines of each file of the engine that were run."""


def lines_run(ids: Sequence[str]) -> Mapping[str, Lines]:
    """The lines of the engine's rooms that each of these scenarios runs."""
    found = in_child(lambda: {id_: _traced(scenarios()[id_]) for id_ in ids})
    return {
        id_: {file: frozenset(lines) for file, lines in files.items()}
        for id_, files in found.items()
    }


def _traced(scenario: Scenario) -> dict[str, list[int]]:
    keep_games()
    files = {str(ROOT / one.file): one.file for one in functions().values()}
    real = {os.path.realpath(path): file for path, file in files.items()}
    names: dict[str, set[int] | None] = {}
    lines: dict[str, set[int]] = {}

    def enter(frame: FrameType, _event: str, _value: object) -> Any:
        name = frame.f_code.co_filename
        if name not in names:
            file = real.get(os.path.realpath(name))
            names[name] = lines.setdefault(file, set()) if file else None
        hit = names[name]
        if hit is None:
            return None

        def line(inner: FrameType, _event: str, _value: object) -> Any:
            hit.add(inner.f_lineno)
            return line

        return line

    sys.settrace(enter)
    try:
        runner.run(scenario)
    finally:
        sys.settrace(None)
    return {file: sorted(hit) for file, hit in lines.items() if hit}
