"""A line on a terminal that tells how far something is, and is written over again and again."""

from __future__ import annotations

import sys
import time
from typing import Final

WIDTH: Final = 30


def bar(done: int, total: int) -> str:
    """A bar that is as full as the work is done."""
    full = WIDTH * done // max(1, total)
    return f"[{'#' * full}{'.' * (WIDTH - full)}]"


class Line:
    """A line on the standard error, after so many seconds; silent if nobody looks."""

    def __init__(self, *, quiet: bool, after: float = 0) -> None:
        self._seen = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._from = time.monotonic() + after
        self._drawn = False

    @property
    def due(self) -> bool:
        """Whether somebody looks, and it has taken long enough."""
        return self._seen and time.monotonic() >= self._from

    def draw(self, text: str) -> None:
        """Write the line anew."""
        if self.due:
            sys.stderr.write(f"\r{text}\x1b[K")
            sys.stderr.flush()
            self._drawn = True

    def close(self, *, leave: bool = False) -> None:
        """Take the line away, or leave it there."""
        if self._drawn:
            sys.stderr.write("\n" if leave else "\r\x1b[K")
            sys.stderr.flush()
