"""One mutant against the vectors, in a process of its own: `python -m tests.mutants.vector_trial
ID FILE SECONDS`.

FILE holds the vectors, whole, a line each, and was written by an engine without a fault. One line
is printed: the first vector that fails, or that none does. Only time at work counts.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from tests.mutants.hook import install
from tests.mutants.model import Mutant, load_mutants
from tests.mutants.trial import CONTROL

EARLY: Final = ("meaning-", "found-by-")
"""Scenario files that were written because of mutants."""


def main(name: str, file: str, seconds: float) -> None:
    """Try a mutant, or the engine as it is."""
    mutant = None
    if name != CONTROL:
        mutant = next(mutant for mutant in load_mutants() if mutant.id == name)
        install(mutant)
    # The engine must not be imported before the mutant is in place.
    from rules_check.conform.filled import problem

    clock = Clock(seconds)
    found = first_failure(in_order(mutant, Path(file)), problem, clock)
    clock.stop()
    print(json.dumps(found), flush=True)


class Clock:
    """Ends the process when one vector has taken too long, and tells which."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._vector = ""
        self._began = 0.0
        threading.Thread(target=self._watch, daemon=True).start()

    def begin(self, vector: str) -> None:
        """A vector is tried from now on."""
        self._vector, self._began = vector, time.process_time()

    def stop(self) -> None:
        """Nothing is tried any more."""
        self._vector = ""

    def _watch(self) -> None:
        while True:
            time.sleep(0.2)
            vector = self._vector
            if vector and time.process_time() - self._began > self._seconds:
                problem = f"no end after {self._seconds:g} s"
                print(json.dumps({"vector": vector, "problem": problem}), flush=True)
                os._exit(0)


def first_failure(
    vectors: Iterable[Mapping[str, Any]],
    problem: Callable[[Mapping[str, Any]], str],
    clock: Clock,
) -> dict[str, Any]:
    """The first vector that fails, and why; the number of vectors if none does."""
    number = 0
    for vector in vectors:
        clock.begin(vector["id"])
        try:
            why = problem(vector)
        except Exception as error:  # noqa: BLE001 (whatever it is, the vector has found it)
            why = f"{type(error).__name__}: {error}"
        if why:
            return {"vector": vector["id"], "problem": why[:300]}
        number += 1
    return {"passed": number}


def in_order(mutant: Mutant | None, file: Path) -> Iterator[Mapping[str, Any]]:
    """All vectors, those first that are likely to fail: of the rules that the mutant breaks; for a
    fault of grammar/ those about texts; those that were made to find mutants."""
    rules = set(mutant.rules if mutant else ())
    grammar = mutant is not None and mutant.file.startswith("grammar/")
    waiting: dict[int, list[str]] = {}
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            cited, kind, source, text = line.split("\t", 3)
            if not rules.isdisjoint(cited.split()):
                place = 0
            elif grammar and kind == "parse":
                place = 1
            else:
                place = 2 if source.startswith(EARLY) else 3
            waiting.setdefault(place, []).append(text)
    for place in sorted(waiting):
        yield from map(json.loads, waiting[place])


def written(vector: Mapping[str, Any]) -> str:
    """A vector as a line of the file: what it is about, and the whole of it."""
    about = (" ".join(vector["rules"]), vector["kind"], vector["info"]["source"])
    return "\t".join((*about, json.dumps(vector))) + "\n"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
