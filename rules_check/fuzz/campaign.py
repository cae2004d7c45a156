"""Plays the games of a plan, in so many processes, until all are played or somebody stops it.

Games are handed to an executor of `concurrent.futures`. Another one can be plugged in: whatever
takes a number of jobs and gives an `Executor` (`--executor MODULE:NAME`).
"""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from rules_check.fuzz.plan import Task
from rules_check.fuzz.results import Results
from rules_check.fuzz.worker import play_task
from rules_check.play.table import Unusable

MakeExecutor: TypeAlias = Callable[[int], Executor]
Watch: TypeAlias = Callable[[dict[str, Any]], object]

QUEUE: Final = 2
"""So many games wait for each process."""


class Stopped(Exception):
    """Somebody has stopped the campaign: by which signal."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"stopped by signal {number}")


class InTurn(Executor):
    """Does at once what is submitted, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future that is done."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def make_executor(jobs: int, *, apart: bool = False) -> Executor:
    """One process for each job; a single job needs no other process, unless it is to run apart."""
    if jobs == 1 and not apart:
        return InTurn()
    from rules_check.processes import Processes

    return Processes(jobs)


@contextmanager
def ending_at_once(executor: Executor) -> Iterator[None]:
    """Whatever breaks off the work of an executor, Ctrl-C for one: its processes are ended, and
    nobody waits for what they were doing."""
    try:
        yield
    except BaseException:
        end_at_once(executor)
        raise


def end_at_once(executor: Executor) -> None:
    """End the processes of an executor, whatever they are doing."""
    end = getattr(executor, "end_at_once", None)
    if end is None:  # one that was plugged in
        executor.shutdown(wait=False, cancel_futures=True)
    else:
        end()


def find_executor(words: str) -> MakeExecutor:
    """The factory that `MODULE:NAME` means. Raises Unusable."""
    import importlib

    module, _, name = words.partition(":")
    try:
        factory = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise Unusable(f"--executor {words}: expected MODULE:NAME; {error}") from error
    if not callable(factory):
        raise Unusable(f"--executor {words}: this makes no executor")
    found: MakeExecutor = factory
    return found


def run_campaign(
    results: Results,
    *,
    jobs: int = 1,
    make: MakeExecutor = make_executor,
    folder: str = ".",
    seconds: float | None = None,
    watch: Watch = id,
) -> bool:
    """Play what is not played yet and add it to `results`; False if the time was not enough.

    Raises Stopped after a signal; games that were going on are finished first, and kept.
    """
    _try_folder(folder)
    end = None if seconds is None else time.monotonic() + seconds
    todo = (task for task in results.plan.tasks() if task.number not in results.games)
    with _signals() as stop, make(jobs) as executor:
        going: set[Future[Any]] = set()
        try:
            while True:
                late = end is not None and time.monotonic() >= end
                if not late:
                    _submit(executor, going, todo, 1 if jobs == 1 else QUEUE * jobs)
                if not going:
                    return not late or next(todo, None) is None
                done, going = wait(going, 1.0, FIRST_COMPLETED)
                for future in done:
                    _keep(results, future.result(), folder, watch)
                if stop:
                    raise Stopped(stop[0])
        except Stopped:
            for future in going:
                future.cancel()
            for future in going:
                if not future.cancelled():
                    _keep(results, future.result(), folder, watch)
            raise
        except BrokenExecutor as error:
            raise Unusable(f"a process of the campaign has ended: {error}") from error


def _try_folder(folder: str) -> None:
    """Raise Unusable if no file can be made in a folder, or the folder itself cannot be made."""
    place = Path(folder)
    while not os.path.lexists(place) and place != place.parent:
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise Unusable(f"{folder}: failed games cannot be saved there: {why}") from error


def _submit(executor: Executor, going: set[Future[Any]], todo: Iterator[Task], most: int) -> None:
    while len(going) < most:
        task = next(todo, None)
        if task is None:
            return
        going.add(executor.submit(play_task, task))


def _keep(results: Results, record: dict[str, Any], folder: str, watch: Watch) -> None:
    """Keep a result; the document of a failed game goes to a file of its own first."""
    document = record.pop("document", None)
    if document is not None:
        path = Path(folder) / f"fuzz-{record['game'].replace(' ', '-')}-{record['seed']}.json"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(document, encoding="utf-8", newline="\n")
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise Unusable(f"{path}: the game cannot be saved: {why}") from error
        record["saved"] = path.as_posix()
    results.add(record)
    watch(record)


@contextmanager
def _signals() -> Iterator[list[int]]:
    """The signals that have come; a second one ends the program at once."""
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return

    def note(number: int, _: object) -> None:
        if came:
            _give_up()
        came.append(number)

    old = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield came
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


def _give_up() -> NoReturn:
    raise KeyboardInterrupt
