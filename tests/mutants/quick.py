"""Who notices faults of the quick engine beside the interpreter: `python -m tests.mutants.quick`.

Of the faults of the engine those that name by what they are noticed, or those that are asked for.
Each is tried in a process of its own, until somebody notices it: first what it names; then,
or with `--anew`, the interpreter by the letter, beside which some texts, vectors and beginnings of
games are played; all vectors; the tests of tests/oracle/quick. Of what is played only what runs the
function in which the fault is, that which takes the least time first: it is found out once, without
a fault. The exit status is 1 if nobody notices one that has no reason for it, or if what it names
does not, 2 if the table cannot be made.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from signal import SIGALRM
from types import TracebackType
from typing import Any, Final, Self

from rules_check.conform.store import load_index, load_vectors
from tests.mutants.letter import Noticed, as_line, must_pass, problems, summary, write_vectors
from tests.mutants.model import ROOT, Mutant, MutantError, chosen, load_mutants
from tests.mutants.quick_trial import CASES, END, MOST, VECTORS, WHERE
from tests.mutants.reach import function_of
from tests.mutants.tool import NO_FAULT

TEXTS_OF: Final = Path(__file__).with_name("quick_texts.txt")
"""The texts of the project that are played, by their keys, in the order in which they are."""
VECTORS_OF: Final = Path(__file__).with_name("quick_vectors.txt")
"""The vectors that are played beside the interpreter, by their ids."""
STAGE_OF: Final = {"beside": "letter", "vector": "vectors", "test": "tests"}


def compared(only: str = "") -> tuple[Mutant, ...]:
    """The faults that are tried: those that name by what they are noticed, or those with these ids.
    Raises MutantError."""
    faults = chosen(load_mutants(), only)
    if not only:
        return tuple(fault for fault in faults if fault.noticed)
    for fault in faults:
        if not f"/{fault.file}".startswith(WHERE):
            raise MutantError(fault.id, f"{fault.file} is no module of the quick engine")
    return faults


def keys() -> list[str]:
    """The texts that are played, by their keys."""
    return TEXTS_OF.read_text(encoding="utf-8").split()


def ids() -> list[str]:
    """The vectors that are played, by their ids."""
    return VECTORS_OF.read_text(encoding="utf-8").split()


def write_cases(folder: Path, texts: Collection[str], vectors: Collection[str]) -> None:
    """What is played beside the interpreter, by keys and ids. Raises MutantError."""
    from tests.oracle.letter.situations import the_texts

    of_texts = the_texts() if texts else {}
    known = load_index()
    gone = [x for x in texts if x not in of_texts] + [x for x in vectors if x not in known]
    if gone:
        raise MutantError("what is played", f"these are not in the project: {', '.join(gone)}")
    of_vectors = {one["id"]: one for one in load_vectors()} if vectors else {}
    told: dict[str, Any] = {
        "texts": {key: asdict(of_texts[key]) for key in texts},
        "vectors": [of_vectors[one] for one in vectors],
    }
    (folder / CASES).write_text(json.dumps(told), encoding="utf-8")


class Trials:
    """The process that tries faults of the quick engine on what a folder holds."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.quick_trial", str(folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.reached = cache(self._reached)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.communicate()

    def asked(self, fault: Mutant, stage: str, names: Sequence[str]) -> dict[str, Any]:
        """What is answered. Raises MutantError."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([fault.id, stage, names]) + "\n")
        self.process.stdin.flush()
        told = ""
        for line in self.process.stdout:
            if line.startswith(END):
                status = int(line.removeprefix(END))
                break
            told = line.strip() or told
        else:
            raise MutantError(fault.id, f"nothing can be tried: {told}")
        if status == -SIGALRM:
            return {"by": stage, "how": f"no end after {MOST} s", "broke off": True}
        if status:
            raise MutantError(fault.id, f"the trial broke off: {told}")
        found: dict[str, Any] = json.loads(told)
        return found

    def asks(self, fault: Mutant, stage: str, names: Sequence[str] = ()) -> Noticed:
        """Whether a fault is noticed, by all that a stage has or by some of it. Raises
        MutantError."""
        told = self.asked(fault, stage, names)
        if "vector" in told:  # a vector without an end: the process was ended there
            return Noticed(fault, f"vector {told['vector']}", told["problem"], broke_off=True)
        if not told:
            return Noticed(fault)
        return Noticed(fault, told["by"], told["how"], told["broke off"])

    def named(self, fault: Mutant) -> Noticed:
        """Ask only what a fault names. Raises MutantError."""
        ((stage, names),) = by_stages([fault]).items()
        return self.asks(fault, stage, names)

    def anybody(self, fault: Mutant) -> Noticed:
        """Ask one after the other, until one notices it. Raises MutantError."""
        function = function_of(fault, inner=True)
        for stage in ("letter", "vectors"):
            names = [
                name
                for name, functions in self.reached(stage)
                if any(is_in(one, function) for one in functions)
            ]
            found = self.asks(fault, stage, names) if names else Noticed(fault)
            if found.by:
                return found
        return self.asks(fault, "tests")

    def _reached(self, stage: str) -> list[tuple[str, list[str]]]:
        """What a stage plays, with the functions that it runs. Raises MutantError if something is
        noticed without a fault."""
        told = self.asked(NO_FAULT, "reached", [stage])
        if "reached" not in told:
            must_pass(Noticed(NO_FAULT, told["by"], told["how"]))
        found: list[tuple[str, list[str]]] = told["reached"]
        return found


def by_stages(faults: Iterable[Mutant]) -> dict[str, list[str]]:
    """What faults name, each once, by who is asked."""
    found: dict[str, list[str]] = {}
    for noticed in dict.fromkeys(fault.noticed for fault in faults):
        by, _, name = noticed.partition(" ")
        found.setdefault(STAGE_OF[by], []).append(noticed if by == "beside" else name)
    return found


def is_in(one: str, function: str) -> bool:
    """Whether a function is another one, or is made by it; all are in no function."""
    return not function or one == function or one.startswith(f"{function}.")


def try_all(faults: Sequence[Mutant]) -> Iterator[Noticed]:
    """Try all of them; each is told as soon as it is known. Raises MutantError, also if somebody
    notices something without a fault."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_cases(folder, keys(), ids())
        write_vectors(folder / VECTORS)
        with Trials(folder) as trials:
            naming = [fault for fault in faults if fault.noticed]
            for stage, names in by_stages(naming).items():
                must_pass(trials.asks(NO_FAULT, stage, names))
            for fault in faults:
                found = trials.named(fault) if fault.noticed else Noticed(fault)
                yield found if found.by else trials.anybody(fault)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.quick", description=__doc__)
    parser.add_argument("--only", default="", metavar="ID,...", help="these faults, not all")
    parser.add_argument("--anew", action="store_true", help="whatever it is that they name")
    options = parser.parse_args(arguments)
    results: list[Noticed] = []
    try:
        faults = compared(options.only)
        for fault in faults:
            fault.compiled()
        if options.anew:  # there may be others that notice it
            faults = tuple(replace(fault, noticed="") for fault in faults)
        for found in try_all(faults):
            results.append(found)
            print(as_line(found), flush=True)
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    print("", *summary(results), sep="\n")
    return int(any(problems(results)))


if __name__ == "__main__":
    sys.exit(main())
