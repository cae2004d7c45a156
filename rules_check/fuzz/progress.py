"""How far a campaign is, on a terminal."""

from __future__ import annotations

import time
from typing import Any

from rules_check.progress import Line, bar


class Progress:
    """A bar on the standard error, renewed a few times a second; silent if nobody looks."""

    def __init__(self, total: int, done: int, *, quiet: bool) -> None:
        self._total = total
        self._done = done
        self._begun = done
        self._failed = 0
        self._line = Line(quiet=quiet)
        self._start = self._last = time.monotonic()

    def note(self, record: dict[str, Any]) -> None:
        """A game is finished."""
        self._done += 1
        self._failed += bool(record["violations"])
        now = time.monotonic()
        if now - self._last > 0.2 or self._done == self._total:
            self._last = now
            self._line.draw(self.line(now))

    def line(self, now: float) -> str:
        """The bar, how many games, how fast, and how many of them failed."""
        speed = (self._done - self._begun) / max(0.001, now - self._start)
        failed = f", {self._failed} with violations" if self._failed else ""
        told = f"{self._done:,} of {self._total:,} games, {speed:.1f}/s{failed}"
        return f"{bar(self._done, self._total)} {told}"

    def close(self) -> None:
        """Leave the line."""
        self._line.close(leave=True)
