"""Work that other processes begin with before anybody asks for it.

Who asks for something that none of them has begun does it, and the others go on with what comes
after: so nobody waits as long as there is anything to do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

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


@dataclass(slots=True)
class Ahead:
    """What other processes were told to begin with: this one has something else to do first."""

    jobs: int = 1
    _executor: Executor | None = None
    _begun: dict[str, Future[Any]] = field(default_factory=dict)

    def wants(self, pieces: int) -> bool:
        """Whether other processes are to begin with so many pieces of work."""
        return self.jobs > 1 and (pieces >= FROM or self._executor is not None)

    def begin(self, tasks: Mapping[str, tuple[Callable[..., Any], tuple[Any, ...]]]) -> None:
        """Have these done, each under its key, in this order."""
        if self._executor is None:
            from rules_check.fuzz.campaign import make_executor

            self._executor = make_executor(self.jobs - 1, apart=True)
        for key, (work, given) in tasks.items():
            self._begun[key] = self._executor.submit(work, *given)

    def come(self, key: str, otherwise: Callable[[], V]) -> V:
        """What came of a piece of work; what nobody has begun with is done here."""
        begun = self._begun.pop(key, None)
        if begun is None or begun.cancel():
            return otherwise()
        found: V = begun.result()
        return found

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        if self._executor is not None:
            from rules_check.fuzz.campaign import end_at_once

            end_at_once(self._executor)
