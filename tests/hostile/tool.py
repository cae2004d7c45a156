"""`python -m tests.hostile.tool --files 10000` tries bad files, and prints what came of them.

Each is checked without proofs; every fiftieth also goes through the command with them. The exit
status is 1 if one of them ended in an error of the program, or took longer than it may.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from rules_check.prove.clock import FILE_SECONDS
from tests.hostile.trying import SECONDS, Tried, try_command, try_file

WITH_PROOFS: Final = 50
"""Every file with such a number is also checked with proofs."""

CHUNK: Final = 50


def try_both(number: int) -> list[Tried]:
    """Try a file, and every fiftieth with proofs."""
    found = [try_file(number)]
    if number % WITH_PROOFS == 0:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["RULES_CHECK_CACHE"] = str(Path(folder) / "cache")
            tried = try_command(number, Path(folder), "check")
        late = tried.seconds > FILE_SECONDS + SECONDS
        found.append(tried._replace(problem=tried.problem or "over its budget" * late))
    return found


def main() -> int:
    """Try the files."""
    parser = argparse.ArgumentParser(description="check generated bad files")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    numbers = range(args.first, args.first + args.files)
    tried: list[Tried] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for found in pool.map(try_both, numbers, chunksize=CHUNK):
            tried += found
    wrong = [one for one in tried if one.problem]
    for one in wrong[:20]:
        print(f"bad file {one.number}: {one.problem}")
    slowest = max(tried, key=lambda one: one.seconds)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(
        f"{args.files:,} bad files, {len(tried) - args.files:,} also with proofs: "
        f"{len(wrong)} wrong; "
        f"slowest {slowest.seconds:.1f} s (number {slowest.number}); {memory} MB at most"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
