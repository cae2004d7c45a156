"""Which mutants fail a vector of the conformance suite: `python -m tests.mutants.vectors`.

A mutant stands here for another engine with a fault: it gets what every engine gets, and its
answers are compared as those of any other. Each is tried in a process of its own, the vectors of
the rules that it breaks first, until one fails. The exit status is 1 if too few fail, 2 if the
table cannot be made.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.mutants.model import ROOT, Mutant, MutantError, chosen, load_mutants
from tests.mutants.report import NOBODY, WANTED, indented
from tests.mutants.tool import NO_FAULT
from tests.mutants.vector_trial import written

SECONDS: Final = 10.0
"""So long a vector may take. An engine without a fault needs some milliseconds."""


@dataclass(frozen=True, slots=True)
class Found:
    """A mutant, and the vector that it fails, if any; `error` says why it could not be tried."""

    mutant: Mutant
    vector: str = ""
    problem: str = ""
    error: str = ""


def write_vectors(path: Path) -> None:
    """All vectors for the trials, a line each."""
    from rules_check.conform.store import load_vectors

    with path.open("w", encoding="utf-8") as file:
        for vector in load_vectors():
            file.write(written(vector))


def try_mutant(mutant: Mutant, path: Path, seconds: float = SECONDS) -> Found:
    """Try a mutant in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-m", "tests.mutants.vector_trial", mutant.id, str(path), str(seconds)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode or not process.stdout:
        last = process.stderr.rstrip().rpartition("\n")[2]
        return Found(mutant, error=f"the trial broke off: {last}")
    told = json.loads(process.stdout)
    return Found(mutant, told.get("vector", ""), told.get("problem", ""))


def try_all(mutants: Sequence[Mutant], jobs: int, seconds: float = SECONDS) -> list[Found]:
    """Try all of them, several at a time; the engine as it is comes first. Raises MutantError."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        path = Path(folder) / "vectors.txt"
        write_vectors(path)
        control = pool.submit(try_mutant, NO_FAULT, path, seconds)
        results: list[Found] = []
        for found in pool.map(lambda mutant: try_mutant(mutant, path, seconds), mutants):
            results.append(found)
            if sys.stderr.isatty():
                end = "\r" if len(results) < len(mutants) else "\n"
                told = f"{len(results)} of {len(mutants)} mutants"
                print(told, end=end, file=sys.stderr, flush=True)
        passed = control.result()
    if passed.vector or passed.error:
        what = passed.error or f"{passed.vector}: {passed.problem}"
        raise MutantError("the engine without a fault", f"does not pass: {what}")
    return results


# ---------------------------------------------------------------------------- the table


def problems(results: Sequence[Found]) -> list[str]:
    """Why the table is not good enough; empty if it is."""
    found = [f"{x.mutant.id} could not be tried: {x.error}" for x in results if x.error]
    for x in results:
        if x.vector and x.mutant.unseen:
            found.append(f"{x.mutant.id} fails a vector, and its reason to be unseen is wrong")
    if sum(bool(x.vector) for x in results) < WANTED * len(results):
        found.append(f"fewer than {WANTED:.0%} of the mutants fail a vector")
    return found


def as_text(results: Sequence[Found]) -> str:
    """The table for people."""
    rows = [("mutant", "fails the vector"), *((x.mutant.id, x.vector or NOBODY) for x in results)]
    width = max(len(row[0]) for row in rows)
    lines = [f"{one.ljust(width)}  {two}" for one, two in rows]
    failing = sum(bool(x.vector) for x in results)
    part = 100 * failing / len(results) if results else 100
    lines += ["", f"{failing} of {len(results)} fail a vector ({part:.1f} %).", *_left(results)]
    return "\n".join([*lines, *problems(results)]) + "\n"


def _left(results: Sequence[Found]) -> Iterator[str]:
    for found in results:
        if not (found.vector or found.error):
            yield f"  {found.mutant.id}: {found.mutant.breaks}"
            reason = found.mutant.unseen or found.mutant.survives or "no reason is known"
            yield from indented(reason, 4)


def as_json(results: Sequence[Found]) -> Mapping[str, Any]:
    """The table for programs."""
    return {
        "failing": sum(bool(x.vector) for x in results),
        "mutants": [
            {
                "id": x.mutant.id,
                "vector": x.vector or None,
                "problem": x.problem or None,
                "error": x.error or None,
            }
            for x in results
        ],
        "problems": problems(results),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.vectors", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many mutants at a time")
    parser.add_argument("--only", default="", metavar="ID,...", help="these mutants, not all")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    options = parser.parse_args(arguments)
    try:
        results = try_all(chosen(load_mutants(), options.only), max(1, options.jobs))
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    if options.format == "json":
        print(json.dumps(as_json(results), indent=2, ensure_ascii=False))
    else:
        print(as_text(results), end="")
    return 1 if problems(results) else 0


if __name__ == "__main__":
    sys.exit(main())
