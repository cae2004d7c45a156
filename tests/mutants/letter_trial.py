"""One fault of the interpreter or of the translation, in a process of its own: `python -m
tests.mutants.letter_trial ID STAGE FILE SECONDS [TEST ...]`.

STAGE is one of those of `STAGES`; FILE holds the vectors, whole, a line each; the tests are all of
the interpreter and of the core, or those that are named. One line is printed: who noticed the
fault, how, and whether it was by breaking off; an empty object if nobody did.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.mutants.hook import install
from tests.mutants.model import Mutant, load_mutants
from tests.mutants.trial import CONTROL
from tests.mutants.vector_trial import Clock, first_failure, in_order

if TYPE_CHECKING:
    import pytest

FILE: Final = Path(__file__).with_name("letter.toml")
FOLDERS: Final = ("tests/oracle/letter", "tests/grammar/core")
LEFT_OUT: Final = (
    "tests/oracle/letter/test_letter.py::test_a_vector_passes_unless_it_is_on_the_list",
    "tests/oracle/letter/test_form_page.py::test_it_shows_the_source",
)
"""Tests that say nothing more: vectors are tried before, and the page shows whatever stands in the
source."""
EVERY, RANDOM, GAMES = 40, 60, 12
"""Of so many texts of the project one, so many random texts and whole games are played side by side
with today's engine."""
CASE: Final = 10.0
"""So many seconds one of them may take."""
BROKE_OFF: Final = re.compile(r"{'errored'|(?!AssertionError)\w*(Error|Exception|Undecided)\b")
"""How it is told that something broke off, and did not answer wrongly."""


def main(name: str, stage: str, file: str, seconds: float, tests: Sequence[str] = ()) -> None:
    """Try a fault, or the interpreter as it is."""
    mutant = None
    if name != CONTROL:
        mutant = next(one for one in load_mutants(FILE) if one.id == name)
        install(mutant)
    print("\n" + json.dumps(STAGES[stage](mutant, Path(file), seconds, tests)), flush=True)


def noticed(by: str, how: str) -> dict[str, Any]:
    """What is told of a fault that was noticed."""
    return {"by": by, "how": how[:300], "broke off": bool(BROKE_OFF.match(how.strip()))}


# Nothing of the project may be imported before the fault is in place.


def by_vectors(
    mutant: Mutant | None, file: Path, seconds: float, _tests: Sequence[str]
) -> dict[str, Any]:
    """The vectors by the letter, those of the rules that it breaks first."""
    from tests.oracle.letter.play import play

    def why(vector: Mapping[str, Any]) -> str:
        return play(vector).why

    clock = Clock(seconds)
    found = first_failure(in_order(mutant, file), why, clock)
    clock.stop()
    return noticed(f"vector {found['vector']}", found["problem"]) if "vector" in found else {}


class FirstFailure:
    """A plugin of pytest that keeps the first test that fails."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has been tried."""
        if report.failed and not self.found:
            lines = [x for x in report.longreprtext.splitlines() if x.startswith("E ")]
            self.found = noticed(f"test {report.nodeid}", " ".join(lines[:1]).removeprefix("E "))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Tests have been looked for."""
        if report.failed and not self.found:
            self.found = noticed(f"test {report.nodeid}", f"Error: {report.longreprtext[-200:]}")


def by_tests(
    _mutant: Mutant | None, _file: Path, _seconds: float, tests: Sequence[str]
) -> dict[str, Any]:
    """The tests of the interpreter and of the core, or some of them."""
    import pytest

    first = FirstFailure()
    quiet = ["-q", "-x", "--no-header", "--tb=short", "-p", "no:cacheprovider"]
    left_out = [x for one in LEFT_OUT for x in ("--deselect", one)]
    status = pytest.main([*quiet, *left_out, *(tests or FOLDERS)], plugins=[first])
    assert bool(first.found) == bool(status), f"pytest ended with {status}"
    return first.found


def by_engine(
    _mutant: Mutant | None, _file: Path, seconds: float, _tests: Sequence[str]
) -> dict[str, Any]:
    """Today's engine beside the interpreter, until the time is up."""
    start = time.process_time()
    for task in cases():
        if time.process_time() - start > seconds:
            return {}
        try:
            came = task(CASE)
        except Exception as error:  # noqa: BLE001 (whatever it is, it would not be so without it)
            return noticed("side by side", f"{type(error).__name__}: {error}")
        if came.outcome == "differs" and not differs_anyway(came.case):
            told = next((x for x in came.told if ": engine" in x), "")
            return noticed(f"side by side {came.case}", f"{came.words}: {told}")
    return {}


def differs_anyway(case: str) -> bool:
    """Whether a case differs without the fault too: then it does not notice it."""
    command = [sys.executable, "-m", "tests.oracle.letter.beside", *case.split()]
    return bool(subprocess.run(command, capture_output=True, check=False).returncode)


def cases() -> Iterator[Callable[[float], Any]]:
    """Texts, random texts and games in turn, so that there are some of each."""
    import argparse

    from tests.oracle.letter.beside import tasks

    plain = {"seed": 0, "only": "", "texts": False, "random": 0, "games": 0, "every": EVERY}
    wanted = ({"games": GAMES}, {"texts": True}, {"random": RANDOM})
    each = (tasks(argparse.Namespace(**{**plain, **one})) for one in wanted)
    return (task for task in chain.from_iterable(zip_longest(*each)) if task is not None)


Stage = Callable[[Mutant | None, Path, float, Sequence[str]], dict[str, Any]]
STAGES: Final[Mapping[str, Stage]] = {
    "vectors": by_vectors,
    "tests": by_tests,
    "engine": by_engine,
}
"""Who is asked, in this order."""


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]), sys.argv[5:])
