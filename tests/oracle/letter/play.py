"""Play vectors by the letter: which pass, and which are known not to yet.

`python -m tests.oracle.letter.play` plays all of them (`make letter`). Those of the list
`not_yet.txt` that pass are taken off it; the list never grows by itself: a vector that is not on it
and fails is told, and the exit status is 1. A line of the list is an id and why the vector does not
pass, `ID  # reason`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rules_check.conform.games import Table, ruleset_message, told_table
from rules_check.conform.letter import tried
from rules_check.conform.store import load_vectors
from rules_check.oracle.conformance.comparing import diverges
from rules_check.oracle.conformance.vectors import withheld

NOT_YET = Path(__file__).with_name("not_yet.txt")
JSON = Any


class Played(NamedTuple):
    """What came of a vector: "" if it passes, else what is wrong."""

    id: str
    game: str
    why: str
    seconds: float


def listed() -> dict[str, str]:
    """The vectors that do not pass yet, and why."""
    lines = NOT_YET.read_text(encoding="utf-8").splitlines()
    split = (line.partition("#") for line in lines)
    return {name.strip(): why.strip() for name, _, why in split}


def vectors() -> Iterator[dict[str, JSON]]:
    """The vectors that an engine plays; those about wordings are for parsers."""
    return (vector for vector in load_vectors() if vector["kind"] != "parse")


@lru_cache(maxsize=128)
def message_of(table: Table) -> dict[str, JSON]:
    """The message that tells of a game."""
    return ruleset_message(table)


def play(vector: Mapping[str, JSON]) -> Played:
    """Play one vector. Of a pending one any reading will do."""
    start = time.perf_counter()
    answer = tried(message_of(told_table(vector)), withheld(vector))
    expected = vector["expect"]
    readings = [x["expect"] for x in expected] if vector["status"] == "pending" else [expected]
    why = ""
    if "result" not in answer:
        why = str(answer)
    elif not any(diverges(vector, one, answer["result"]) is None for one in readings):
        why = str(diverges(vector, readings[0], answer["result"]))
    game = vector["ruleset"] + (" (variants, mixes)" if vector["variant"] or vector["mix"] else "")
    return Played(vector["id"], game, why, time.perf_counter() - start)


def main(arguments: list[str]) -> int:
    """Play all vectors, and keep the list true."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="vectors whose ids begin so; writes nothing")
    parser.add_argument("--why", action="store_true", help="tell what is wrong with each")
    args = parser.parse_args(arguments)
    wanted = [vector for vector in vectors() if vector["id"].startswith(args.only)]
    with ProcessPoolExecutor(args.jobs) as pool:
        played = list(pool.map(play, wanted, chunksize=20))
    failed = sorted(one.id for one in played if one.why)
    known = listed()
    new = [one for one in failed if one not in known]
    if args.why:
        print(*(f"{one.id}: {one.why[:400]}" for one in played if one.why), sep="\n")
    total = Counter(one.game for one in played)
    passed = Counter(one.game for one in played if not one.why)
    print(*(f"{game}: {passed[game]} of {total[game]} pass" for game in sorted(total)), sep="\n")
    print(f"{sum(one.seconds for one in played):.0f} s; on the list {len(known)}")
    if args.only:
        return 0
    if new:
        print("these passed before:", *new, sep="\n  ")
        return 1
    lines = (f"{one}  # {known[one]}\n" for one in failed)
    NOT_YET.write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
