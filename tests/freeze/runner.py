"""Looks at texts with the code of a tree, in several processes, and keeps what was seen."""

from __future__ import annotations

import json
import os
import queue
import sqlite3
import subprocess
import sys
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.freeze.texts import Text

SIDE: Final = Path(__file__).with_name("side.py")
WALL_SECONDS: Final = 120.0
"""A process that does not answer for so long is ended, whatever it waits for."""

KEPT: Final = 6
"""So many files of a kind stay; the ones used last."""

BATCH: Final = 200

Seen = dict[str, Any]
Progress = Callable[[int, int], None]


class ToolError(Exception):
    """The tool cannot do its work."""


def quiet(_done: int, _all: int) -> None:
    """Tell nobody how far it is."""


# ---------------------------------------------------------------------- what is kept


def keep_newest(path: Path) -> None:
    """A file is used: remove those of its kind that were not for the longest time."""
    path.touch()
    files = sorted(path.parent.glob(f"*{path.suffix}"), key=lambda file: file.stat().st_mtime)
    for old in files[:-KEPT]:
        old.unlink()


class Store:
    """What was seen of texts in one tree, on disk. One file a tree, tool and Python."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        with closing(self._open()) as database, database:
            database.execute("create table if not exists seen (key text primary key, value blob)")
        keep_newest(path)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path)

    def get(self, keys: Iterable[str]) -> dict[str, bytes]:
        """What is kept of these texts, packed."""
        wanted = set(keys)
        with closing(self._open()) as database:
            rows = database.execute("select key, value from seen")
            return {key: value for key, value in rows if key in wanted}

    def put(self, rows: Sequence[tuple[str, bytes]]) -> None:
        """Keep these."""
        with closing(self._open()) as database, database:
            database.executemany("insert or replace into seen values (?, ?)", rows)

    def forget(self) -> None:
        """Begin anew."""
        with closing(self._open()) as database, database:
            database.execute("delete from seen")


def pack(seen: Seen) -> bytes:
    """What was seen, in few bytes; the same bytes exactly if it is the same."""
    return zlib.compress(json.dumps(seen, sort_keys=True).encode(), 6)


def unpack(packed: bytes) -> Seen:
    """The inverse of `pack`."""
    seen: Seen = json.loads(zlib.decompress(packed))
    return seen


# ---------------------------------------------------------------------- the processes


class Worker:
    """A process with the code of one tree; a new one where the last has ended."""

    def __init__(self, command: Sequence[str], cache: Path, seconds: float = WALL_SECONDS) -> None:
        self._command = command
        self._cache = cache
        self._seconds = seconds
        self._process: subprocess.Popen[str] | None = None

    def ask(self, text: Text) -> Seen:
        """What is seen of a text, or `{"error": …}`. Raises ToolError if no process begins."""
        process = self._process or self._begin()
        late = threading.Event()
        line = self._exchange(process, json.dumps(text.to_json()), late)
        if not line:
            self.end()
            why = f"no answer within {self._seconds:g} seconds"
            return {"error": why if late.is_set() else f"the process ended ({process.returncode})"}
        seen: Seen = json.loads(line)
        if seen.pop("last", False):
            self.end()
        return seen

    def _begin(self) -> subprocess.Popen[str]:
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                self._command,
                cwd=self._cache,
                env={
                    **os.environ,
                    "RULES_CHECK_CACHE": str(self._cache),
                    "PYTHONHASHSEED": "0",
                    "PYTHONPATH": "",
                },
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
            )
            first = self._exchange(process, "", threading.Event())
            if not first:
                _kill(process)
                errors.seek(0)
                told = errors.read().decode(errors="replace").strip().rpartition("\n")[2]
                raise ToolError(f"no process begins with {self._command[-1]}: {told}")
        root = Path(json.loads(first)["root"])
        if root != Path(self._command[-1]).resolve():
            _kill(process)
            raise ToolError(f"the code of {root} was loaded, not that of {self._command[-1]}")
        self._process = process
        return process

    def _exchange(self, process: subprocess.Popen[str], said: str, late: threading.Event) -> str:
        """Say a line, if there is one, and hear one; empty if the process has ended."""
        assert process.stdin is not None
        assert process.stdout is not None

        def too_late() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._seconds, too_late)
        timer.start()
        try:
            with suppress(BrokenPipeError):
                if said:
                    process.stdin.write(said + "\n")
                    process.stdin.flush()
            return process.stdout.readline()
        finally:
            timer.cancel()

    def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            _kill(process)


def _kill(process: subprocess.Popen[str]) -> None:
    """End a process at once, if it has not ended."""
    process.kill()
    with suppress(BrokenPipeError), process:
        pass


def command_of(tree: Path) -> list[str]:
    """The command that begins a worker with the code of a tree."""
    return [sys.executable, "-P", str(SIDE), str(tree)]


def look_at(
    command: Sequence[str],
    texts: Sequence[Text],
    jobs: int = 1,
    progress: Progress = quiet,
    seconds: float = WALL_SECONDS,
) -> Iterator[tuple[Text, Seen]]:
    """Each text with what is seen of it, in any order."""
    todo: queue.SimpleQueue[Text] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[Text, Seen] | BaseException] = queue.SimpleQueue()
    for text in texts:
        todo.put(text)
    with tempfile.TemporaryDirectory() as folder:
        workers = [Worker(command, Path(folder), seconds) for _ in range(max(1, jobs))]
        threads = [
            threading.Thread(target=_serve, args=(worker, todo, done), daemon=True)
            for worker in workers
        ]
        with _ended(workers, todo, threads):
            for thread in threads:
                thread.start()
            for number in range(1, len(texts) + 1):
                found = done.get()
                if isinstance(found, BaseException):
                    raise found
                progress(number, len(texts))
                yield found


def _serve(
    worker: Worker,
    todo: queue.SimpleQueue[Text],
    done: queue.SimpleQueue[tuple[Text, Seen] | BaseException],
) -> None:
    """Let a worker look at one text after the other; in a thread."""
    try:
        while True:
            text = todo.get_nowait()
            done.put((text, worker.ask(text)))
    except queue.Empty:
        worker.end()
    except Exception as error:  # noqa: BLE001 (it is raised again by whoever waits)
        done.put(error)


@contextmanager
def _ended(
    workers: Sequence[Worker], todo: queue.SimpleQueue[Text], threads: Sequence[threading.Thread]
) -> Iterator[None]:
    """Whatever happens, no process is left."""
    try:
        yield
    finally:
        with suppress(queue.Empty):
            while True:
                todo.get_nowait()
        for thread in threads:
            if thread.is_alive():
                thread.join()
        for worker in workers:
            worker.end()


def is_error(packed: bytes) -> bool:
    """Whether a text went wrong. Errors are short, so that most need not be unpacked."""
    return len(packed) < 400 and "error" in unpack(packed)


def results(
    tree: Callable[[], Path],
    texts: Sequence[Text],
    store: Store,
    jobs: int,
    progress: Progress = quiet,
) -> dict[str, bytes]:
    """What is seen of all texts in a tree, by their keys, packed; what is known is not looked at.

    That something took too long or ended is not kept: the machine may have been to blame.
    """
    known = store.get(text.key for text in texts)
    new: list[tuple[str, bytes]] = []
    missing = [text for text in texts if text.key not in known]
    if not missing:
        return known
    try:
        for text, seen in look_at(command_of(tree()), missing, jobs, progress):
            known[text.key] = pack(seen)
            if "error" not in seen:
                new.append((text.key, known[text.key]))
            if len(new) >= BATCH:
                store.put(new)
                new.clear()
    finally:
        store.put(new)
    return known
