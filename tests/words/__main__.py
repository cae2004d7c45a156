"""`make words`: is there a word in any text of the project that changes nothing?

Every text that stands in the project is put on a card, and of each piece of its meaning it is asked
what it changes, once for each core; and the engine plays the text beside the interpreter by the
letter. What was found is kept (`--state`), so that a hunt that was stopped goes on. What
`--no-solver` left undecided is asked of the solver by a later run without it. A state is of one
version of the engine: whoever changes that begins another.

Words that change nothing with a reason stand in `remaining.txt`; others, and texts at which the
engine does not go by the letter, make the exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from rules_check.properties.words.judging import NO_GAME, Verdict
from tests.freeze.texts import collect
from tests.words.hunting import hunted

ROOT: Final = Path(__file__).parents[2]
REMAINING: Final = Path(__file__).with_name("remaining.txt")
TOLD_EVERY: Final = 250


def main() -> int:
    """Hunt, and tell what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.words", description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth text only")
    parser.add_argument("--from", dest="start", type=int, default=0, metavar="K", help="the first")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="processes (default: 2)")
    parser.add_argument("--state", type=Path, metavar="FILE", help="keep what was found there")
    parser.add_argument("--no-solver", action="store_true", help="dealt games only")
    parser.add_argument(
        "--each", action="store_true", help="look at each way to change a piece by itself"
    )
    args = parser.parse_args()
    texts = list(collect(ROOT).values())[args.start :: args.every]
    known = _read(args.state)
    again = set() if args.no_solver else {key for key, one in known.items() if _only_played(one)}
    new = [text for text in texts if text.key not in known or text.key in again]
    begun = time.monotonic()
    with ProcessPoolExecutor(args.jobs) as executor:
        tasks = [(text.to_json(), not args.no_solver, args.each) for text in new]
        for number, found in enumerate(executor.map(hunted, tasks, chunksize=8), 1):
            known[found["key"]] = found
            _write(args.state, found)
            if number % TOLD_EVERY == 0:
                took = time.monotonic() - begun
                print(f"{number} of {len(new)} texts, {took:.0f} s", file=sys.stderr)
    return int(_tell([known[text.key] for text in texts if text.key in known]))


def _only_played(found: dict[str, Any]) -> bool:
    """Whether something is left for the solver, which was not asked."""
    return any(piece["why"] == NO_GAME for piece in found["pieces"])


def _tell(found: list[dict[str, Any]]) -> bool:
    """Tell what was found; gives whether something is left to be looked at."""
    cores: dict[str, dict[str, Any]] = {}
    for one in found:
        if one["core"]:
            cores.setdefault(one["core"], one)
    listed = reasons()
    counted: Counter[str] = Counter()
    new = 0
    for one in cores.values():
        counted.update(piece["verdict"] for piece in one["pieces"])
        for piece in one["pieces"]:
            if piece["verdict"] != Verdict.SOMETHING:
                said = f'"{piece["words"]}" ({piece["what"]}) {piece["verdict"]} {piece["why"]}'
                said += f" (tried: {', '.join(piece['tried'])})"
                if piece["verdict"] == Verdict.NOTHING:
                    reason = listed.get((one["game"], one["text"], piece["what"], piece["words"]))
                    new += reason is None
                    said += f": {reason or 'NEW'}"
                print(f"{one['game']}: {one['text']}\n    {said}")
    parted = [one for one in found if one.get("beside")]
    for one in parted:
        print(f"{one['game']}: {one['text']}\n    not by the letter: {one['beside']}")
    total = sum(counted.values()) or 1
    print(f"{len(found)} texts, {len(cores)} cores that are played, {total} pieces:")
    for verdict, number in counted.most_common():
        print(f"  {verdict}: {number} ({100 * number / total:.1f} %)")
    print(f"changes nothing, and nobody has said why: {new}")
    print(f"not by the letter: {len(parted)} cores")
    return bool(new or parted)


def reasons() -> dict[tuple[str, ...], str]:
    """Why words change nothing, by game, text, piece and words: the heading above each."""
    found: dict[tuple[str, ...], str] = {}
    reason = ""
    for line in REMAINING.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            reason = line.removeprefix("== ")
        elif line and not line.startswith("#"):
            found[tuple(line.split(" | "))] = reason
    return found


def _read(state: Path | None) -> dict[str, dict[str, Any]]:
    if state is None or not state.exists():
        return {}
    lines = state.read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines if line.endswith("}")]
    return {one["key"]: one for one in found}


def _write(state: Path | None, found: dict[str, Any]) -> None:
    if state is not None:
        with state.open("a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    sys.exit(main())
