"""How far the search is, on a terminal."""

from __future__ import annotations

import sys
import time
from typing import Final

WIDTH: Final = 30
AFTER: Final = 1.0
"""A search that is done within so many seconds shows no bar."""


class Bar:
    """A bar on the standard error; silent if nobody looks."""

    def __init__(self, *, quiet: bool, after: float = AFTER) -> None:
        self._from = time.monotonic() + after
        self._shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._drawn = False

    def note(self, done: int, total: int) -> None:
        """So many of so many searches are done."""
        if self._shown and total and time.monotonic() >= self._from:
            full = WIDTH * done // total
            bar = "#" * full + "." * (WIDTH - full)
            sys.stderr.write(f"\r[{bar}] {done} of {total} searches for interactions\x1b[K")
            sys.stderr.flush()
            self._drawn = True

    def close(self) -> None:
        """Take the line away."""
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
