"""Does the hunt for words that change nothing notice a fault that makes words weaker or void?
`python -m tests.mutants.words`.

The faults of `words.toml` each say of which texts they weaken words. Some of these texts are
looked at as `make words --each` does, by the engine as it is and by the one with the fault: the
hunt notices it if words now change nothing that did not, or if the engine now parts from the
interpreter by the letter in situations of these texts (`beside`). That words are no longer shown to
matter, and not decided, is told apart, and so it is that the pieces of a text are others than
before. Then scenarios and vectors are asked. Each fault is tried in a process of its own. The exit
status is 1 if the hunt notices too few, 2 if a fault cannot be tried.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from tests.freeze.texts import Text, collect
from tests.mutants.model import ROOT, WORDS_FILE, Mutant, MutantError, chosen, load_mutants
from tests.mutants.trial import CONTROL
from tests.mutants.vectors import write_vectors

MOST: Final = 16
"""So many texts of a fault are looked at."""
WANTED: Final = 0.9
SOMETHING, NOTHING, UNDECIDED = "changes something", "changes nothing", "not decided"
NOTICED: Final = ("hunt", "beside", "unshown", "pieces", "scenario", "vector")


def texts_of(fault: Mutant, texts: Sequence[Text]) -> list[Text]:
    """Some texts of which the fault weakens words: half of them the shortest. Raises
    MutantError."""
    pattern = re.compile(fault.texts, re.IGNORECASE)
    found = [text for text in texts if pattern.search("\n".join(text.lines))]
    if not fault.texts or not found:
        raise MutantError(fault.id, "it names no texts, or none that there is")
    short = sorted(found, key=lambda text: len(text.words))[: MOST // 2]
    others = [text for text in found if text not in short]
    return short + others[:: max(1, len(others) // (MOST - len(short)) + 1)]


def tried(
    fault: Mutant, texts: Sequence[Text], vectors: Path, also: Sequence[str]
) -> dict[str, Any]:
    """By what a fault is noticed. Texts are looked at until the hunt notices it."""
    told: dict[str, Any] = {"id": fault.id, "breaks": fault.breaks, "texts": len(texts)}
    told |= dict.fromkeys(NOTICED, "")
    with _Trial(CONTROL, vectors) as plain, _Trial(fault.id, vectors) as faulty:
        try:
            for text in texts:
                before, now = (one.asked(json.dumps(text.to_json())) for one in (plain, faulty))
                _compare(told, " / ".join(text.lines), before, now)
                if told["hunt"]:
                    break
            told |= {by: faulty.asked(by) for by in also}
        except MutantError as error:
            told["error"] = str(error)
    return told


class _Trial:
    """A process in which a fault is in place, or none."""

    def __init__(self, name: str, vectors: Path) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.words_trial", name, str(vectors)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def asked(self, what: str) -> Any:
        """What it answers. Raises MutantError."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(what + "\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise MutantError(self.name, "the trial broke off")
        return json.loads(line)


def _compare(
    told: dict[str, Any], said: str, before: Mapping[str, Any], now: Mapping[str, Any]
) -> None:
    """Note by what a fault is noticed in a text."""
    was, found = before["pieces"], now["pieces"]
    if now["beside"] and not before["beside"] and not told["beside"]:
        told["beside"] = f"{now['beside']} in: {said}"
    if not was:
        return
    known = [one[:2] for one in was if one[2] != SOMETHING]
    void = [one for one in found if one[2] == NOTHING and one[:2] not in known]
    if void:
        told["hunt"] = f'"{void[0][0]}" ({void[0][1]}) changes nothing in: {said}'
    shown = [one[:2] for one in was if one[2] == SOMETHING]
    unshown = [one for one in found if one[2] == UNDECIDED and one[:2] in shown]
    if unshown and not told["unshown"]:
        told["unshown"] = f'"{unshown[0][0]}" ({unshown[0][1]}) is not decided in: {said}'
    if not told["pieces"] and [one[:2] for one in found] != [one[:2] for one in was]:
        told["pieces"] = f"other pieces in: {said}"


def lines(one: Mapping[str, Any]) -> Iterator[str]:
    """What is told of a fault."""
    yield f"{one['id']}: {one['breaks']}"
    for by in NOTICED:
        if one.get(by):
            yield f"  {by}: {one[by]}"
    if one.get("error"):
        yield f"  {one['error']}"
    if not any(one.get(by) for by in NOTICED):
        yield f"  not noticed (looked at {one['texts']} texts)"


def counts(results: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How many faults are noticed by what."""
    for by in NOTICED:
        yield f"{by}: {sum(bool(one.get(by)) for one in results)} of {len(results)}"
    yield f"hunt or beside: {sum(map(by_the_hunt, results))} of {len(results)}"


def by_the_hunt(one: Mapping[str, Any]) -> bool:
    """Whether `make words` would tell a fault."""
    return bool(one.get("hunt") or one.get("beside"))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.words", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many trials at a time")
    parser.add_argument("--only", default="", metavar="ID,...", help="these faults, not all")
    parser.add_argument("--hunt-only", action="store_true", help="do not ask scenarios and vectors")
    parser.add_argument("--no-hunt", action="store_true", help="ask scenarios and vectors only")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="json: a line for each fault"
    )
    options = parser.parse_args(arguments)
    texts = list(collect(ROOT).values())
    also = () if options.hunt_only else ("scenario", "vector")
    try:
        faults = chosen(load_mutants(WORDS_FILE), options.only)
        for fault in faults:
            fault.compiled()
        tasks = [(fault, texts_of(fault, texts)) for fault in faults]
        if options.no_hunt:
            tasks = [(fault, []) for fault, _ in tasks]
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        vectors = Path(folder) / "vectors.txt"
        if also:
            write_vectors(vectors)
        results = []
        for one in pool.map(lambda task: tried(task[0], task[1], vectors, also), tasks):
            results.append(one)
            told = json.dumps(one) if options.format == "json" else "\n".join(lines(one))
            print(told, flush=True)
    if options.format == "text":
        print("\n".join(counts(results)))
    if any(one.get("error") for one in results):
        return 2
    noticed = sum(map(by_the_hunt, results))
    return 1 if noticed < WANTED * len(results) else 0


if __name__ == "__main__":
    sys.exit(main())
