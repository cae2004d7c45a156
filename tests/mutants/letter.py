"""Who notices faults of the interpreter by the letter and of the translation into the core:
`python -m tests.mutants.letter`.

Each fault is tried in processes of its own, until somebody notices it: first the vector or test
that it names; then, or with `--anew`, the vectors by the letter that run the function in which it
is, in a fixed order that mixes the books; the tests of tests/oracle/letter and tests/grammar/core;
today's engine side by side, on some texts, random texts and games. The exit status is 1 if nobody
notices one that has no reason for it, or if what it names does not, 2 if the table cannot be made.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
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


def try_named(fault: Mutant, noticed: Sequence[str], vectors: Path, own: Path) -> Noticed:
    """Ask only those vectors and tests, as faults name them; the vectors are written into a file of
    their own. Raises MutantError."""
    named = [one.partition(" ") for one in noticed]
    tests = [name for by, _, name in named if by == "test"]
    wanted = {name for by, _, name in named if by == "vector"}
    lines = list(with_ids(vectors, wanted)) if wanted else []
    if len(lines) + len(tests) < len(set(noticed)):
        raise MutantError(fault.id, f"not all of these are there: {', '.join(noticed)}")
    own.write_text("".join(lines), encoding="utf-8")
    found = try_stage(fault, "vectors", own) if lines else Noticed(fault)
    return found if found.by or not tests else try_stage(fault, "tests", own, tests)


def with_ids(vectors: Path, ids: Collection[str]) -> Iterator[str]:
    """The lines of these vectors."""
    for line in vectors.read_text(encoding="utf-8").splitlines(keepends=True):
        if json.loads(line.split("\t", 3)[3])["id"] in ids:
            yield line


def try_stage(fault: Mutant, stage: str, vectors: Path, tests: Sequence[str] = ()) -> Noticed:
    """Ask one of them, in a process of its own. Raises MutantError."""
    asked = [stage, str(vectors), str(SECONDS[stage]), *tests]
    return try_apart(fault, stage, "tests.mutants.letter_trial", asked)


def try_apart(fault: Mutant, stage: str, trial: str, asked: Sequence[str]) -> Noticed:
    """Try a fault in a process of its own, as a module does that prints who noticed it. Raises
    MutantError."""
    try:
        process = subprocess.run(
            [sys.executable, "-m", trial, fault.id, *asked],
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


def try_all(faults: Sequence[Mutant], jobs: int, anew: bool = False) -> Iterator[Noticed]:
    """Try all of them, several at a time; each is told as soon as it is known. If there are many
    that are not noticed by what they name, it is found out first which vectors can notice them at
    all. Raises MutantError, also if somebody notices something without a fault."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        folder = Path(name)
        path = folder / "vectors.txt"
        write_vectors(path)
        naming = [] if anew else [fault for fault in faults if fault.noticed]
        left = [fault for fault in faults if fault not in naming]
        if naming:
            names = [fault.noticed for fault in naming]
            must_pass(try_named(NO_FAULT, names, path, folder / "named.txt"))

        def by_its_name(fault: Mutant) -> Noticed:
            return try_named(fault, [fault.noticed], path, folder / f"{fault.id}.txt")

        for found in pool.map(by_its_name, naming):
            if found.by:
                yield found
            else:
                left.append(found.fault)
        reached = write_reached(path, folder / "reached.txt") if len(left) > FEW else None

        def by_anybody(fault: Mutant) -> Noticed:
            if reached is None:
                return try_fault(fault, path)
            own = folder / f"{fault.id}.txt"
            only_reaching(function_of(fault), path, reached, own)
            return try_fault(fault, own)

        yield from pool.map(by_anybody, left)
        if reached is not None:  # all vectors have passed
            must_pass(try_fault(NO_FAULT, path, tuple(STAGES)[1:]))


def must_pass(without: Noticed) -> None:
    """Nobody may notice anything without a fault. Raises MutantError."""
    if without.by:
        raise MutantError("without a fault", f"it does not pass: {without.by} ({without.how})")


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
    """Faults that nobody noticed without a known reason, reasons that do not hold, and names of
    what does not notice a fault."""
    for found in results:
        if found.by and found.fault.noticed not in ("", found.by):
            yield f"{found.fault.id} is not noticed by {found.fault.noticed}, but by {found.by}"
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
    parser.add_argument("--anew", action="store_true", help="whatever it is that they name")
    options = parser.parse_args(arguments)
    results: list[Noticed] = []
    try:
        faults = chosen(load_mutants(FILE), options.only)
        for fault in faults:
            fault.compiled()
        for found in try_all(faults, options.jobs, options.anew):
            results.append(found)
            print(as_line(found), flush=True)
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    print("", *summary(results), sep="\n")
    return int(any(problems(results)))


if __name__ == "__main__":
    sys.exit(main())
