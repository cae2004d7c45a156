"""Which faults live games find, and which rule they name: `python -m tests.mutants.live`.

A mutant that says which rules it breaks plays random games against the reference engine, without
any vector (`rules-check conform --games`); so does the second engine with each of its faults
(`tests/rules_check/second_engine_faults.toml`). The table tells for each whether a game differs, in
how many actions it is shown, and at which place a rule that it breaks is named. The exit status is
2 if the table cannot be made.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.rules.load import load_rules
from tests.mutants.model import ROOT, MutantError, load_mutants

SECOND: Final = ROOT / "examples" / "second-engine"
SECOND_FAULTS: Final = ROOT / "tests" / "rules_check" / "second_engine_faults.toml"

TRIES: Final[Sequence[Sequence[str]]] = ((), ("--cards", "random"))
"""Games with the printed cards, then with random ones, until one differs."""

ACTIONS: Final = 5
"""A game that shows a fault has at most so many actions."""

JSON = Any


@dataclass(frozen=True, slots=True)
class Subject:
    """An engine with a fault: its command, its game, and the rules that it breaks."""

    id: str
    ruleset: str
    rules: tuple[str, ...]
    file: str = ""
    old: str = ""
    new: str = ""

    @property
    def second(self) -> bool:
        """Whether it is the second engine."""
        return bool(self.file)

    def command(self, folder: Path) -> list[str]:
        """What starts it; `folder` is its own. Raises MutantError."""
        if not self.second:
            return [sys.executable, "-m", "tests.mutants.engine", self.id]
        shutil.copytree(SECOND, folder, dirs_exist_ok=True)
        source = folder / self.file
        text = source.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise MutantError(self.id, f"its text occurs {text.count(self.old)} times, not once")
        source.write_text(text.replace(self.old, self.new), encoding="utf-8")
        return ["node", str(folder / "engine.js")]


@dataclass(frozen=True, slots=True)
class Shown:
    """What live games show of a fault: the rules that are named, and the game."""

    subject: Subject
    rules: tuple[str, ...] = ()
    actions: int = 0
    game: str = ""
    why: str = ""

    @property
    def place(self) -> int:
        """The place of the first rule named that is broken, counted from 1; 0 if none is."""
        places = [at for at, rule in enumerate(self.rules, 1) if rule in self.subject.rules]
        return places[0] if places else 0


def subjects() -> tuple[Subject, ...]:
    """Every fault that says which rules it breaks, of both engines."""
    books = {rule: book for book in PLAY_SETS for rule in load_rules(book).rules}
    first = [Subject(x.id, books[x.rules[0]], x.rules) for x in load_mutants() if x.rules]
    tables = tomllib.loads(SECOND_FAULTS.read_text(encoding="utf-8"))["fault"]
    keys = ("ruleset", "file", "old", "new")
    second = [
        Subject(f"second-{x['id']}", rules=tuple(x["rules"]), **{key: x[key] for key in keys})
        for x in tables
    ]
    return (*first, *second)


def tried(subject: Subject, games: int, seed: int, keep: Path | None) -> Shown:
    """Let an engine with a fault play."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = subject.command(folder / "engine")
        for words in TRIES:
            report, vector = _played(subject, command, games, seed, words, folder / "saved")
            failed = [x for x in report.get("results", ()) if x["outcome"] != "pass"]
            if failed:
                if keep is not None:
                    kept = {"report": failed[0], "vector": vector, "fault": subject.id}
                    text = json.dumps({**kept, "rules": subject.rules})
                    (keep / f"{subject.id}.json").write_text(text, encoding="utf-8")
                how = " ".join(words) or "printed cards"
                steps = len(vector["steps"]) if vector else 0
                return Shown(subject, tuple(failed[0]["rules"]), steps, how, failed[0]["why"])
    return Shown(subject)


def _played(
    subject: Subject, command: Sequence[str], games: int, seed: int, words: Sequence[str], to: Path
) -> tuple[Mapping[str, JSON], Mapping[str, JSON] | None]:
    """The report of some games, and the vector that was made of the one that differs."""
    start = [sys.executable, "-m", "rules_check", "conform", "--quiet", "--format", "json"]
    numbers = ["--games", str(games), "--seed", str(seed), "--save", str(to)]
    process = subprocess.run(
        [*start, *numbers, "--ruleset", subject.ruleset, *words, "--", *command],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if not process.stdout:
        raise MutantError(subject.id, process.stderr.rstrip().rpartition("\n")[2])
    saved = sorted(to.glob("*.json")) if to.is_dir() else []
    vector = json.loads(saved[0].read_text(encoding="utf-8")) if saved else None
    return json.loads(process.stdout), vector


# ---------------------------------------------------------------------------- the table


def as_text(results: Sequence[Shown]) -> str:
    """The table for people."""
    width = max(len(x.subject.id) for x in results)
    lines = [f"{'fault'.ljust(width)}  actions  place  named first"]
    for x in results:
        row = f"{x.actions:7}  {x.place or '-':>5}  {x.rules[0]}" if x.rules else "not found"
        lines.append(f"{x.subject.id.ljust(width)}  {row}")
    return "\n".join([*lines, "", *_figures(results)]) + "\n"


def _figures(results: Sequence[Shown]) -> Iterator[str]:
    for second, name in ((False, "reference engine"), (True, "second engine")):
        mine = [x for x in results if x.subject.second is second]
        found = [x for x in mine if x.rules]
        named = [x for x in found if x.place]
        short = sum(x.actions <= ACTIONS for x in found)
        if mine:
            yield f"faults of the {name}: {len(found)} of {len(mine)} found"
            yield f"  in at most {ACTIONS} actions: {short} of {len(found)}"
            first = sum(x.place == 1 for x in named)
            near = sum(x.place <= 3 for x in named)
            yield f"  the rule is named: {len(named)}; first {first}, of the first three {near}"


def as_json(results: Sequence[Shown]) -> list[JSON]:
    """The table for programs."""
    return [
        {
            "id": x.subject.id,
            "breaks": list(x.subject.rules),
            "rules": list(x.rules),
            "place": x.place,
            "actions": x.actions,
            "game": x.game,
            "why": x.why,
        }
        for x in results
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.live", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many faults at a time")
    parser.add_argument("--games", type=int, default=30, help="for each fault, twice at most")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--only", default="", metavar="ID,...", help="these faults, not all")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write what is found there")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    options = parser.parse_args(arguments)
    only = {name for name in options.only.split(",") if name}
    some = [x for x in subjects() if not only or x.id in only]
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    try:
        with ThreadPoolExecutor(max(1, options.jobs)) as pool:
            work = pool.map(lambda x: tried(x, options.games, options.seed, options.keep), some)
            results = list(work)
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    if options.format == "json":
        print(json.dumps(as_json(results), indent=2))
    elif results:
        print(as_text(results), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
