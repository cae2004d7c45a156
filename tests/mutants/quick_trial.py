"""Tries faults of the quick engine, each in a process of its own: `python -m
tests.mutants.quick_trial FOLDER`.

FOLDER holds what is played. Everything but the quick engine is imported once. Then each line that
is read asks something: a fault, one of `STAGES`, and names of cases, vectors or tests, if only
these are tried. For each the process divides itself, puts the fault in place and prints a line: who
noticed the fault, how, and whether it was by breaking off; an empty object if nobody did. Behind it
the line `END` tells how that process ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from tests.mutants.hook import install
from tests.mutants.letter_trial import by_tests as by_some_tests
from tests.mutants.letter_trial import noticed
from tests.mutants.model import load_mutants
from tests.mutants.reach import named
from tests.mutants.trial import CONTROL
from tests.mutants.vector_trial import Clock, first_failure

CASES: Final = "cases.json"
VECTORS: Final = "vectors.txt"
TESTS: Final = ("tests/oracle/quick",)
ENGINE: Final = "rules_check.oracle.quick"
WHERE: Final = ("/oracle/quick/",)
END: Final = "-- tried:"
GAMES: Final = {
    20: 120,
    2: 30,
    7: 150,
    27: 150,
    13: 120,
    12: 150,
    15: 120,
    11: 120,
    28: 400,
    9: 120,
    35: 400,
    1: 120,
    14: 150,
    25: 400,
    23: 120,
    21: 300,
    3: 150,
    56: 120,
    43: 150,
    31: 300,
    63: 120,
}
"""Games by their numbers, and how many answers of each are compared: all four games, mixed ones and
variants; those with an odd number with random cards."""
CASE: Final = 10.0
"""So many seconds of the processor a case may take; without a fault none takes half of that."""
WATCHED: Final = 60.0
"""So many while it is watched which functions it runs."""
A_VECTOR: Final = 10.0
MOST: Final = 1800
"""So long a trial may take at all, in seconds by the clock on the wall."""

Found = dict[str, Any]
Case = tuple[str, Callable[[float], str]]
"""What is played, by its name. It takes at most so many seconds, and tells what is wrong."""


def main(folder: str) -> None:
    """Answer, line by line."""
    prepare()
    for line in sys.stdin:
        fault, stage, names = json.loads(line)
        sys.stdout.flush()
        child = os.fork()
        if not child:
            try_apart(fault, stage, Path(folder), names)
        _, status = os.waitpid(child, 0)
        print(f"\n{END} {os.waitstatus_to_exitcode(status)}", flush=True)


def prepare() -> None:
    """Import and work out what the engine has no part in."""
    from rules_check.grammar.parse import Parser
    from rules_check.oracle.box.names import PLAY_SETS
    from rules_check.oracle.box.playset import load_play_set

    Parser()
    for name in PLAY_SETS:
        load_play_set(name)
    assert ENGINE not in sys.modules


def try_apart(name: str, stage: str, folder: Path, names: Sequence[str]) -> None:
    """Try a fault, or the engine as it is, and end this process."""
    status = 1
    signal.alarm(MOST)
    try:
        if name != CONTROL:
            install(next(one for one in load_mutants() if one.id == name), ENGINE)
        print("\n" + json.dumps(STAGES[stage](folder, names)))
        status = 0
    except BaseException:  # noqa: BLE001 (whatever it is, it is told)
        traceback.print_exc(file=sys.stdout)
    sys.stdout.flush()
    os._exit(status)


# Nothing of the quick engine may be imported before the fault is in place.


def by_letter(folder: Path, names: Sequence[str]) -> Found:
    """The interpreter by the letter, at every decision of some texts, vectors and games. Whatever
    else comes of a case than the same would not come without the fault."""
    from tests.oracle.letter.situations import SLOW

    there = dict(cases(folder))
    for name in names or there:
        if why := problem(there[name], CASE):
            found = noticed(name, why)
            return {**found, "broke off": found["broke off"] or why == SLOW}
    return {}


def problem(play: Callable[[float], str], seconds: float) -> str:
    """What is wrong with a case; "" if nothing is."""
    try:
        return play(seconds)
    except Exception as error:  # noqa: BLE001 (whatever it is, the case has found it)
        return f"{type(error).__name__}: {error}"


def cases(folder: Path) -> Iterator[Case]:
    """Texts, vectors and games in turn."""
    from tests.freeze.texts import Text
    from tests.oracle.quick.beside import Came, play_text, play_vector, whole_game

    def case(name: str, play: Callable[[float], Came]) -> Case:
        def wrong(seconds: float) -> str:
            came = play(seconds)
            return "" if came.outcome == "same" else came.told.partition("\n")[0] or came.outcome

        return f"beside {name}", wrong

    told = json.loads((folder / CASES).read_text(encoding="utf-8"))
    texts = [
        case(f"--texts --only {key}", partial(play_text, Text.from_json(one), key))
        for key, one in told["texts"].items()
    ]
    vectors = [
        case(f"--vectors --only {one['id']}", partial(play_vector, one)) for one in told["vectors"]
    ]
    games = [
        case(f"--games 1 --seed {number}", partial(whole_game, number, most=most))
        for number, most in GAMES.items()
    ]
    mixed = zip_longest(*(in_parts(one) for one in (texts, vectors, games)), fillvalue=[])
    return chain.from_iterable(chain.from_iterable(mixed))


def in_parts(found: Sequence[Case]) -> Iterator[Sequence[Case]]:
    """As many parts as there are games."""
    size = len(found) // len(GAMES) + 1
    return (found[at : at + size] for at in range(0, len(found), size))


def the_vectors(folder: Path, names: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """All vectors, or those with these ids, in that order."""
    path = folder / VECTORS
    if not names:
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line.split("\t", 3)[3]) for line in lines)
        return
    from tests.mutants.letter import with_ids

    found = (json.loads(line.split("\t", 3)[3]) for line in with_ids(path, names))
    yield from sorted(found, key=lambda vector: names.index(vector["id"]))


def by_vectors(folder: Path, names: Sequence[str]) -> Found:
    """The vectors, or some of them."""
    from tests.oracle.quick.play import wrong

    clock = Clock(A_VECTOR)
    found = first_failure(the_vectors(folder, names), wrong, clock)
    clock.stop()
    return noticed(f"vector {found['vector']}", found["problem"]) if "vector" in found else {}


def by_tests(folder: Path, names: Sequence[str]) -> Found:
    """The tests of the quick engine, or some of them. Much is imported already, and keeps its
    plain assertions."""
    imported = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
    return by_some_tests(None, folder, 0.0, (*imported, *(names or TESTS)))


# ------------------------------------------------------------------------- what can notice a fault


class Watch:
    """Sees which functions of the quick engine are run. What the texts of a card are made to once
    counts for each case with the card."""

    def __init__(self) -> None:
        self.known: dict[CodeType, str] = {}
        self.seen: set[str] = set()
        self.made: dict[tuple[Any, ...], set[str]] = {}

    def __call__(self, frame: FrameType, _event: str, _arg: object) -> None:
        code = frame.f_code
        if code not in self.known:
            self.known[code] = named(code, WHERE)
        self.seen.add(self.known[code])

    def kinds(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        """The function that makes a kind of card, watched."""

        def kind_of(*told: Any) -> Any:
            outer, self.seen = self.seen, set()
            made = plain(*told)
            self.seen = outer | self.made.setdefault(told, self.seen)
            return made

        return kind_of

    def run(self, play: Callable[[float], str]) -> tuple[str, float, list[str]]:
        """What is wrong with a case, how long it takes, and what it runs."""
        self.seen = set()
        start = time.process_time()
        sys.settrace(self)
        try:
            why = problem(play, WATCHED)
        finally:
            sys.settrace(None)
        return why, time.process_time() - start, sorted(self.seen - {""})


def reached(folder: Path, names: Sequence[str]) -> Found:
    """Which functions each case of a stage runs, those that take the least time first."""
    from rules_check.conform import quick
    from tests.oracle.quick.play import wrong

    def vector(one: Mapping[str, Any]) -> Case:
        return one["id"], lambda _: wrong(one)

    watch = Watch()
    quick.kind_of = watch.kinds(quick.kind_of)  # type: ignore[assignment]
    (stage,) = names
    of_stage = cases(folder) if stage == "letter" else map(vector, the_vectors(folder, ()))
    found: list[tuple[float, str, list[str]]] = []
    for name, play in of_stage:
        why, seconds, functions = watch.run(play)
        if why:
            return noticed(name, why)
        found.append((seconds, name, functions))
    return {"reached": [(name, functions) for _, name, functions in sorted(found)]}


STAGES: Final[Mapping[str, Callable[[Path, Sequence[str]], Found]]] = {
    "letter": by_letter,
    "vectors": by_vectors,
    "tests": by_tests,
    "reached": reached,
}
"""Who is asked."""


if __name__ == "__main__":
    main(sys.argv[1])
