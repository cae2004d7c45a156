"""Work that other processes begin with before anybody asks for it.

They do it in order. Who asks for something that they are at does meanwhile what they would come to
last; what they have not begun with when it is asked for is done by who asks. So nobody waits as
long as there is anything to do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

V = TypeVar("V")

FROM: Final = 20
"""Other processes are started for so many pieces of work; fewer are done in less time than it takes
them to begin."""

MOST: Final = 4
"""Processes, if nobody says how many."""


def usual_jobs() -> int:
    """One process for each core that this one may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(cores or 1, MOST)


Task: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]
"""What is to be called, and with what."""


@dataclass(slots=True)
class Ahead:
    """What other processes were told to begin with: this one has something else to do first."""

    jobs: int = 1
    _executor: Executor | None = None
    _begun: dict[str, tuple[Task, Future[Any]]] = field(default_factory=dict)
    _done: dict[str, Any] = field(default_factory=dict)
    """What this process has done of it, before it was asked for."""

    def wants(self, pieces: int) -> bool:
        """Whether other processes are to begin with so many pieces of work."""
        return self.jobs > 1 and (pieces >= FROM or self._executor is not None)

    def begin(self, tasks: Mapping[str, Task]) -> None:
        """Have these done, each under its key, in this order."""
        if self._executor is None:
            from rules_check.fuzz.campaign import make_executor

            self._executor = make_executor(self.jobs - 1, apart=True)
        for key, task in tasks.items():
            self._begun[key] = task, self._executor.submit(task[0], *task[1])

    def come(self, key: str, otherwise: Callable[[], V]) -> V:
        """What came of a piece of work; what nobody has begun with is done here."""
        found: V
        if key in self._begun:
            _, begun = self._begun.pop(key)
            if not begun.cancel():
                while not begun.done() and self._does_the_last():
                    pass
                found = begun.result()
                return found
        if key in self._done:
            found = self._done.pop(key)
            return found
        return otherwise()

    def _does_the_last(self) -> bool:
        """Do what the others would come to last; false if they have begun with everything."""
        for key in reversed(self._begun):
            (work, given), begun = self._begun[key]
            if begun.done():
                continue
            if not begun.cancel():
                return False
            del self._begun[key]
            self._done[key] = work(*given)
            return True
        return False

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        if self._executor is not None:
            from rules_check.fuzz.campaign import end_at_once

            end_at_once(self._executor)
