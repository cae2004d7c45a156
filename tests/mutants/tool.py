"""Mutation testing of the engine: `python -m tests.mutants.tool` prints the kill table.

Each mutant is tried in a process of its own. The exit status is 1 if too few are killed or if
some property is violated by none, 2 if the table cannot be made at all.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from rules_check.properties.registry import PROPERTIES
from tests.mutants.model import ROOT, Mutant, MutantError, chosen, load_mutants
from tests.mutants.report import as_json, as_text, problems
from tests.mutants.results import Result, read_result
from tests.mutants.trial import CONTROL, TIME_IS_UP

SECONDS: Final = 240.0
"""So long a trial may work. An engine without a fault needs less than half of it."""

NO_FAULT: Final = Mutant(CONTROL, "", "", "", "the engine as it is")


def run_trial(mutant: Mutant, seconds: float = SECONDS) -> Result:
    """Try a mutant in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-m", "tests.mutants.trial", mutant.id, str(seconds)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode == TIME_IS_UP:
        return read_result(mutant, process.stdout, seconds=seconds)
    if process.returncode:
        last = process.stderr.rstrip().rpartition("\n")[2]
        return Result(mutant, error=f"the trial broke off: {last}")
    return read_result(mutant, process.stdout)


def run_trials(mutants: Sequence[Mutant], jobs: int, seconds: float = SECONDS) -> list[Result]:
    """Try all of them, several at a time."""
    results = []
    with ThreadPoolExecutor(jobs) as pool:
        for number, result in enumerate(pool.map(lambda m: run_trial(m, seconds), mutants), 1):
            results.append(result)
            if sys.stderr.isatty():
                end = "\r" if number < len(mutants) else "\n"
                print(f"{number} of {len(mutants)} mutants", end=end, file=sys.stderr, flush=True)
    return results


def control(seconds: float = SECONDS) -> None:
    """The engine without a fault must survive. Raises MutantError."""
    result = run_trial(NO_FAULT, seconds)
    if result.killed or result.error:
        what = result.error or result.problem or (result.shown.message if result.shown else "")
        raise MutantError("the engine without a fault", f"does not pass: {what}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.tool", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many trials at a time")
    parser.add_argument("--only", default="", metavar="ID,...", help="these mutants, not all")
    parser.add_argument(
        "--timeout", type=float, default=SECONDS, help="seconds of work for one trial"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    options = parser.parse_args(arguments)
    try:
        mutants = chosen(load_mutants(), options.only)
        for mutant in mutants:
            mutant.compiled()
        if not options.only:
            control(options.timeout)
        results = run_trials(mutants, max(1, options.jobs), options.timeout)
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    names = [prop.name for prop in PROPERTIES]
    if options.only:
        names = [name for name in names if any(name in result.properties for result in results)]
    if options.format == "json":
        print(json.dumps(as_json(results, names), indent=2, ensure_ascii=False))
    else:
        print(as_text(results, names), end="")
    return 1 if problems(results, names) else 0


if __name__ == "__main__":
    sys.exit(main())
