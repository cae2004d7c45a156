"""One fault of the quick engine, in a process of its own: `python -m tests.mutants.quick_trial ID
STAGE FOLDER [NAME ...]`.

STAGE is one of those of `STAGES`; FOLDER holds the texts and the vectors that are played. If there
are names only these cases, vectors or tests are tried. One line is printed: who noticed the fault,
how, and whether it was by breaking off; an empty object if nobody did.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final

from tests.mutants.hook import install
from tests.mutants.letter_trial import by_tests as by_some_tests
from tests.mutants.letter_trial import noticed
from tests.mutants.model import load_mutants
from tests.mutants.trial import CONTROL
from tests.mutants.vector_trial import Clock, first_failure, in_order

FILE: Final = Path(__file__).with_name("quick.toml")
TEXTS: Final = "texts.json"
VECTORS: Final = "vectors.txt"
TESTS: Final = ("tests/oracle/quick",)
GAMES: Final = {
    20: 120,
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
IN_ALL: Final = 60.0
"""So many seconds all of them may take; without a fault they do not."""
A_VECTOR: Final = 10.0

Found = dict[str, Any]


def main(name: str, stage: str, folder: str, names: Sequence[str] = ()) -> None:
    """Try a fault, or the engine as it is."""
    if name != CONTROL:
        install(next(one for one in load_mutants(FILE) if one.id == name))
    print("\n" + json.dumps(STAGES[stage](Path(folder), names)), flush=True)


# Nothing of the project may be imported before the fault is in place.


def by_letter(folder: Path, names: Sequence[str]) -> Found:
    """The interpreter by the letter, at every decision of some texts and games. Whatever else comes
    of a case than the same would not come without the fault."""
    start = time.process_time()
    for name, play in cases(folder):
        if names and name not in names:
            continue
        if time.process_time() - start > IN_ALL:
            break
        try:
            came = play(CASE)
        except Exception as error:  # noqa: BLE001 (whatever it is, it would not be so without it)
            return noticed(name, f"{type(error).__name__}: {error}")
        if came.outcome != "same":
            return noticed(name, came.told.partition("\n")[0] or came.outcome)
    return {}


def cases(folder: Path) -> Iterator[tuple[str, Callable[[float], Any]]]:
    """Texts and games in turn, by their names."""
    from tests.freeze.texts import Text
    from tests.oracle.quick.beside import play_text, whole_game

    def text(told: Mapping[str, Any], key: str) -> tuple[str, Callable[[float], Any]]:
        values: dict[str, Any] = {x: tuple(y) if type(y) is list else y for x, y in told.items()}
        card = Text(**values)
        return f"beside --texts --only {key}", partial(play_text, card, key)

    def game(number: int, most: int) -> tuple[str, Callable[[float], Any]]:
        played = partial(whole_game, number, most=most)
        return f"beside --games 1 --seed {number}", played

    told = json.loads((folder / TEXTS).read_text(encoding="utf-8"))
    texts = [text(one, key) for key, one in told.items()]
    size = len(texts) // len(GAMES) + 1
    some = [texts[at : at + size] for at in range(0, len(texts), size)]
    games = [[game(number, most)] for number, most in GAMES.items()]
    mixed = chain.from_iterable(zip_longest(some, games, fillvalue=[]))
    return chain.from_iterable(mixed)


def by_vectors(folder: Path, _names: Sequence[str]) -> Found:
    """The vectors."""
    from tests.oracle.quick.play import wrong

    clock = Clock(A_VECTOR)
    found = first_failure(in_order(None, folder / VECTORS), wrong, clock)
    clock.stop()
    return noticed(f"vector {found['vector']}", found["problem"]) if "vector" in found else {}


def by_tests(folder: Path, names: Sequence[str]) -> Found:
    """The tests of the quick engine, or some of them."""
    return by_some_tests(None, folder, 0.0, names or TESTS)


STAGES: Final[Mapping[str, Callable[[Path, Sequence[str]], Found]]] = {
    "letter": by_letter,
    "vectors": by_vectors,
    "tests": by_tests,
}
"""Who is asked, in this order."""


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
