"""How far a campaign is, on a terminal."""

from __future__ import annotations

import sys
import time
from typing import Any, Final

WIDTH: Final = 30


class Progress:
    """A bar on the standard error, renewed a few times a second; silent if nobody looks."""

    def __init__(self, total: int, done: int, *, quiet: bool) -> None:
        self._total = total
        self._done = done
        self._begun = done
        self._failed = 0
        self._shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._start = self._last = time.monotonic()

    def note(self, record: dict[str, Any]) -> None:
        """A game is finished."""
        self._done += 1
        self._failed += bool(record["violations"])
        now = time.monotonic()
        if self._shown and (now - self._last > 0.2 or self._done == self._total):
            self._last = now
            sys.stderr.write(f"\r{self.line(now)}\x1b[K")
            sys.stderr.flush()

    def line(self, now: float) -> str:
        """The bar, how many games, how fast, and how many of them failed."""
        full = WIDTH * self._done // max(1, self._total)
        speed = (self._done - self._begun) / max(0.001, now - self._start)
        failed = f", {self._failed} with violations" if self._failed else ""
        bar = "#" * full + "." * (WIDTH - full)
        return f"[{bar}] {self._done:,} of {self._total:,} games, {speed:.1f}/s{failed}"

    def close(self) -> None:
        """Leave the line."""
        if self._shown:
            sys.stderr.write("\n")
            sys.stderr.flush()
