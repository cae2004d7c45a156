"""Runs programs and measures them from outside; nothing of the project is imported here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
HIDDEN = ("PYTHONDONTWRITEBYTECODE", "PYTHONPROFILEIMPORTTIME", "RULES_CHECK_DEBUG")
"""Variables of the surroundings that would change what is measured."""

FINE = (0, 1)
"""Exit statuses of a check that ran: without and with findings."""


def program() -> tuple[str, ...]:
    """What follows `python` to start rules-check: the installed script, if there is one."""
    script = Path(sys.executable).with_name("rules-check")
    return (str(script),) if script.exists() else ("-m", "rules_check")


class Ended(NamedTuple):
    """A program that has ended: how long it ran, and what it printed."""

    seconds: float
    stdout: str
    stderr: str


class Bench:
    """A folder for the run: compiled modules, caches and generated sets lie there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._environment = {k: v for k, v in os.environ.items() if k not in HIDDEN}
        self._environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        self._environment["PYTHONPATH"] = str(ROOT)
        self._folders = 0
        self.bare = float("inf")
        """Seconds of the quickest bare start so far: the yardstick of all ratios."""
        self.processor = 0.0
        """Seconds of the processor that the last program took."""

    def new_folder(self) -> Path:
        """An empty folder, say for a cache."""
        self._folders += 1
        path = self.folder / f"folder-{self._folders}"
        path.mkdir()
        return path

    def run(
        self, *words: str | Path, cache: Path | None = None, fine: tuple[int, ...] = FINE
    ) -> Ended:
        """Run `python` with these words; raises RuntimeError for any other exit status."""
        environment = dict(self._environment)
        if cache is not None:
            environment["RULES_CHECK_CACHE"] = str(cache)
        command = [sys.executable, *map(str, words)]
        before = _of_children()
        begin = time.perf_counter()
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
        seconds = time.perf_counter() - begin
        if done.returncode not in fine:
            raise RuntimeError(f"{command}: {done.returncode}\n{done.stderr.decode()}")
        self.processor = _of_children() - before
        return Ended(seconds, done.stdout.decode(), done.stderr.decode())

    def timed(self, *words: str | Path, cache: Path | None = None) -> float:
        """Seconds of one run; a bare start just before it keeps the yardstick honest."""
        self.bare = min(self.bare, self.run("-c", "pass").seconds)
        return self.run(*words, cache=cache).seconds

    def best(self, repeats: int, *words: str | Path, cache: Path | None = None) -> float:
        """The shortest of several runs; one more, before them, fills every cache."""
        self.run(*words, cache=cache)
        return min(self.timed(*words, cache=cache) for _ in range(repeats))

    def cold(self, repeats: int, *words: str | Path) -> float:
        """The shortest of several runs, each with an empty cache folder."""

        def once() -> float:
            folder = self.new_folder()
            try:
                return self.timed(*words, cache=folder)
            finally:
                shutil.rmtree(folder)

        return min(once() for _ in range(repeats))

    def edited(
        self, repeats: int, file: Path, edit: Callable[[str], str], *words: str | Path
    ) -> float:
        """The shortest of several runs, each with a cache that knows the file as it was before it
        was edited."""
        text = (ROOT / file).read_text(encoding="utf-8")
        copy, known = self.new_folder() / file.name, self.new_folder()
        copy.write_text(text, encoding="utf-8")
        self.run(*words, copy, cache=known)
        copy.write_text(edit(text), encoding="utf-8")

        def once() -> float:
            folder = self.new_folder()
            try:
                shutil.copytree(known, folder, dirs_exist_ok=True)
                return self.timed(*words, copy, cache=folder)
            finally:
                shutil.rmtree(folder)

        return min(once() for _ in range(repeats))

    def cold_by_both(self, repeats: int, *words: str | Path) -> tuple[float, float]:
        """The shortest of several runs with an empty cache folder, by the clock and by the time of
        the processor, which neighbours disturb less."""
        found = []
        for _ in range(repeats):
            seconds = self.cold(1, *words)
            found.append((seconds, self.processor))
        return min(x for x, _ in found), min(x for _, x in found)

    def ask(self, task: str, **arguments: object) -> dict[str, Any]:
        """Let `bench.worker` do a task in a process of its own; its answer."""
        done = self.run("-m", "bench.worker", task, json.dumps(arguments), fine=(0,))
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer


@contextmanager
def bench() -> Iterator[Bench]:
    """A bench whose folder is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="rules-check-bench-") as folder:
        yield Bench(Path(folder))


def elapsed(work: Callable[[], object]) -> float:
    """Seconds of the processor that a call takes; neighbours disturb these least."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _of_children() -> float:
    """Seconds of the processor that programs took which were started here and are over."""
    spent = os.times()
    return spent.children_user + spent.children_system
