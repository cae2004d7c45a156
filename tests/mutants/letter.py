"""Who notices faults of the interpreter by the letter and of the translation into the core:
`python -m tests.mutants.letter`.

Each fault is tried in processes of its own, until somebody notices it: the vectors by the letter
that run the function in which it is, in a fixed order that mixes the books; the tests of
tests/oracle/letter and tests/grammar/core; today's engine side by side, on some texts, random texts
and games. The exit status is 1 if nobody notices one that has no reason for it, 2 if the table
cannot be made.
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
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.mutants.letter_trial import FILE, STAGES
from tests.mutants.model import ROOT, Mutant, MutantError, chosen, load_mutants
from tests.mutants.reach import function_of, only_reaching
from tests.mutants.report import NOBODY, indented
from tests.mutants.tool import NO_FAULT
from tests.mutants.vector_trial import written

SECONDS: Final[Mapping[str, float]] = {"vectors": 30.0, "tests": 600.0, "engine": 120.0}
"""So long a vector, all tests, and all that is played side by side may take."""
FEW: Final = 3
"""For so many it takes less time to try all vectors."""
MOST: Final = 1800.0
"""So long a trial may take at all, in seconds by the clock on the wall."""


class Noticed(NamedTuple):
    """A fault, by whom it was noticed (empty: by nobody), and how."""

    fault: Mutant
    by: str = ""
    how: str = ""
    broke_off: bool = False
    """Whether it was noticed only because something broke off."""


def write_vectors(path: Path) -> None:
    """The vectors that the interpreter plays, a line each, all books mixed."""
    from rules_check.conform.store import load_vectors

    lines = [written(vector) for vector in load_vectors() if vector["kind"] != "parse"]
    Random("letter").shuffle(lines)
    path.write_text("".join(lines), encoding="utf-8")


def try_fault(fault: Mutant, vectors: Path, stages: Sequence[str] = tuple(STAGES)) -> Noticed:
    """Ask one after the other, until one notices it. Raises MutantError."""
    for stage in stages:
        found = try_stage(fault, stage, vectors)
        if found.by:
            return found
    return Noticed(fault)


def try_stage(fault: Mutant, stage: str, vectors: Path) -> Noticed:
    """Ask one of them, in a process of its own. Raises MutantError."""
    name = "tests.mutants.letter_trial"
    try:
        process = subprocess.run(
            [sys.executable, "-m", name, fault.id, stage, str(vectors), str(SECONDS[stage])],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=MOST,
        )
    except subprocess.TimeoutExpired:
        return Noticed(fault, stage, f"no end after {MOST:g} s", broke_off=True)
    if process.returncode or not process.stdout.strip():
        last = process.stderr.rstrip().rpartition("\n")[2]
        raise MutantError(fault.id, f"the trial broke off: {last}")
    told = json.loads(process.stdout.strip().rpartition("\n")[2])
    if "vector" in told:  # a vector without an end: the process was ended there
        return Noticed(fault, f"vector {told['vector']}", told["problem"], broke_off=True)
    if not told:
        return Noticed(fault)
    return Noticed(fault, told["by"], told["how"], told["broke off"])


def try_all(faults: Sequence[Mutant], jobs: int) -> Iterator[Noticed]:
    """Try all of them, several at a time; each is told as soon as it is known. If there are many,
    it is found out first which vectors can notice them at all."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        folder = Path(name)
        path = folder / "vectors.txt"
        write_vectors(path)
        reached = write_reached(path, folder / "reached.txt") if len(faults) > FEW else None

        def try_one(fault: Mutant) -> Noticed:
            if fault is NO_FAULT and reached is not None:  # its vectors have passed
                return try_fault(fault, path, tuple(STAGES)[1:])
            if reached is None:
                return try_fault(fault, path)
            own = folder / f"{fault.id}.txt"
            only_reaching(function_of(fault), path, reached, own)
            return try_fault(fault, own)

        yield from pool.map(try_one, faults)


def write_reached(vectors: Path, path: Path) -> Path:
    """What each vector runs, a line each. Raises MutantError if one of them does not pass."""
    command = [sys.executable, "-m", "tests.mutants.reach", str(vectors), str(path)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if process.returncode:
        last = process.stderr.rstrip().rpartition("\n")[2]
        raise MutantError("without a fault", f"the vectors do not pass: {last}")
    return path


def as_line(found: Noticed) -> str:
    """Who noticed a fault, and how."""
    who = found.by or NOBODY
    how = f" ({'breaks off: ' if found.broke_off else ''}{found.how})" if found.how else ""
    return f"{found.fault.id}: {who}{how}"


def problems(results: Sequence[Noticed]) -> Iterator[str]:
    """Faults that nobody noticed without a known reason, and reasons that do not hold."""
    for found in results:
        if found.by and found.fault.survives:
            yield f"{found.fault.id} is noticed, and its reason not to be is wrong"
        elif not found.by and not found.fault.survives:
            yield f"nobody notices {found.fault.id}: {found.fault.breaks}"


def summary(results: Sequence[Noticed]) -> Iterator[str]:
    """How many were noticed, and what of the others is known."""
    known = [found for found in results if found.by]
    crashed = sum(found.broke_off for found in known)
    yield f"{len(known)} of {len(results)} are noticed, {crashed} of them by breaking off."
    for found in results:
        if not found.by and found.fault.survives:
            yield f"  {found.fault.id}: {found.fault.breaks}"
            yield from indented(found.fault.survives, 4)
    yield from problems(results)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.letter", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many faults at a time")
    parser.add_argument("--only", default="", metavar="ID,...", help="these faults, not all")
    options = parser.parse_args(arguments)
    results: list[Noticed] = []
    try:
        faults = chosen(load_mutants(FILE), options.only)
        for fault in faults:
            fault.compiled()
        for found in try_all([*faults, *([] if options.only else [NO_FAULT])], options.jobs):
            if found.fault is not NO_FAULT:
                results.append(found)
                print(as_line(found), flush=True)
            elif found.by:
                raise MutantError("without a fault", f"it does not pass: {found.by} ({found.how})")
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    print("", *summary(results), sep="\n")
    return int(any(problems(results)))


if __name__ == "__main__":
    sys.exit(main())
