"""Who notices faults of the quick engine: `python -m tests.mutants.quick`.

Each fault is tried in processes of its own, until somebody notices it: first what it names; then,
or with `--anew`, the interpreter by the letter, beside which some texts and beginnings of games are
played; all vectors, in a fixed order that mixes the books; the tests of tests/oracle/quick. The
exit status is 1 if nobody notices one that has no reason for it, or if what it names does not, 2 if
the table cannot be made.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from tests.mutants.letter import (
    Noticed,
    as_line,
    must_pass,
    problems,
    summary,
    try_apart,
    with_ids,
    write_vectors,
)
from tests.mutants.model import Mutant, MutantError, chosen, load_mutants
from tests.mutants.quick_trial import FILE, STAGES, TEXTS, VECTORS
from tests.mutants.tool import NO_FAULT

KEYS: Final = Path(__file__).with_name("quick_texts.txt")
"""The texts of the project that are played, by their keys, in the order in which they are."""
STAGE_OF: Final = {"beside": "letter", "vector": "vectors", "test": "tests"}


def keys() -> list[str]:
    """The texts that are played, by their keys."""
    return KEYS.read_text(encoding="utf-8").split()


def write_texts(path: Path) -> None:
    """The texts that are played, by their keys. Raises MutantError."""
    from tests.oracle.letter.situations import the_texts

    there = the_texts()
    gone = [key for key in keys() if key not in there]
    if gone:
        raise MutantError("the texts", f"these are not in the project: {', '.join(gone)}")
    path.write_text(json.dumps({key: asdict(there[key]) for key in keys()}), encoding="utf-8")


def try_stage(fault: Mutant, stage: str, folder: Path, names: Sequence[str] = ()) -> Noticed:
    """Ask one of them, in a process of its own. Raises MutantError."""
    asked = [stage, str(folder), *names]
    return try_apart(fault, stage, "tests.mutants.quick_trial", asked)


def try_fault(fault: Mutant, folder: Path) -> Noticed:
    """Ask one after the other, until one notices it. Raises MutantError."""
    for stage in STAGES:
        found = try_stage(fault, stage, folder)
        if found.by:
            return found
    return Noticed(fault)


def try_named(fault: Mutant, noticed: str, folder: Path) -> Noticed:
    """Ask only what a fault names. Raises MutantError."""
    by, _, name = noticed.partition(" ")
    stage = STAGE_OF[by]
    with tempfile.TemporaryDirectory() as own:
        if stage == "vectors":
            lines = list(with_ids(folder / VECTORS, [name]))
            if not lines:
                raise MutantError(fault.id, f"there is no {noticed}")
            (Path(own) / VECTORS).write_text("".join(lines), encoding="utf-8")
            return try_stage(fault, stage, Path(own))
        return try_stage(fault, stage, folder, [name if by == "test" else noticed])


def try_all(faults: Sequence[Mutant], jobs: int) -> Iterator[Noticed]:
    """Try all of them, several at a time; each is told as soon as it is known. Raises MutantError,
    also if somebody notices something without a fault."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        folder = Path(name)
        write_texts(folder / TEXTS)
        write_vectors(folder / VECTORS)

        def one(fault: Mutant) -> Noticed:
            if fault.noticed:
                found = try_named(fault, fault.noticed, folder)
                if found.by:
                    return found
            return try_fault(fault, folder)

        must_pass(try_stage(NO_FAULT, "letter", folder))
        yield from pool.map(one, faults)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.quick", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many faults at a time")
    parser.add_argument("--only", default="", metavar="ID,...", help="these faults, not all")
    parser.add_argument("--anew", action="store_true", help="whatever it is that they name")
    options = parser.parse_args(arguments)
    results: list[Noticed] = []
    try:
        faults = chosen(load_mutants(FILE), options.only)
        for fault in faults:
            fault.compiled()
        if options.anew:  # there may be others that notice it
            faults = tuple(replace(fault, noticed="") for fault in faults)
        for found in try_all(faults, options.jobs):
            results.append(found)
            print(as_line(found), flush=True)
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    print("", *summary(results), sep="\n")
    return int(any(problems(results)))


if __name__ == "__main__":
    sys.exit(main())
