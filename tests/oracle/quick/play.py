"""Play vectors on the quick engine: which pass, and which are known not to yet.

`python -m tests.oracle.quick.play` plays all of them. A vector that fails and is not on the list
`not_yet.txt` is told, and the exit status is 1; those of the list that pass are taken off it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from rules_check.conform.games import told_table
from rules_check.conform.quick import tried
from rules_check.oracle.conformance.comparing import diverges
from rules_check.oracle.conformance.vectors import withheld
from tests.oracle.letter.play import message_of, vectors

NOT_YET = Path(__file__).with_name("not_yet.txt")


def listed() -> list[str]:
    """The vectors that do not pass yet."""
    return NOT_YET.read_text(encoding="utf-8").split()


def wrong(vector: Mapping[str, Any]) -> str:
    """What is wrong with a vector; "" if it passes. Of a pending one any reading will do.
    The codes of refusals are compared too."""
    answer = tried(message_of(told_table(vector)), withheld(vector))
    if "result" not in answer:
        return str(answer)
    expected = vector["expect"]
    readings = [x["expect"] for x in expected] if vector["status"] == "pending" else [expected]
    found = [diverges(vector, one, answer["result"], codes=True) for one in readings]
    return "" if None in found else str(found[0])


def main(arguments: list[str]) -> int:
    """Play all vectors, and keep the list true."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="vectors whose ids begin so; writes nothing")
    args = parser.parse_args(arguments)
    wanted = [vector for vector in vectors() if vector["id"].startswith(args.only)]
    with ProcessPoolExecutor(args.jobs) as pool:
        found = list(pool.map(wrong, wanted, chunksize=20))
    failed = {vector["id"]: why for vector, why in zip(wanted, found, strict=True) if why}
    total = Counter(vector["ruleset"] for vector in wanted)
    passed = Counter(vector["ruleset"] for vector in wanted if vector["id"] not in failed)
    print(*(f"{game}: {passed[game]} of {total[game]} pass" for game in sorted(total)), sep="\n")
    new = {name: why for name, why in failed.items() if name not in listed()}
    print(*(f"{name}: {why:.400}" for name, why in new.items()), sep="\n")
    if not args.only and not new:
        NOT_YET.write_text("".join(f"{name}\n" for name in sorted(failed)), encoding="utf-8")
    return int(bool(new))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
