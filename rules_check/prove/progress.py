"""How far the proofs are, on a terminal."""

from __future__ import annotations

import sys
import time
from typing import Final

WIDTH: Final = 30


class Progress:
    """A bar on the standard error, after so many seconds; silent if nobody looks."""

    def __init__(self, total: int, *, quiet: bool, after: float = 0) -> None:
        self._total = total
        self._from = time.monotonic() + after
        self._done = self._paths = 0
        self._shown = not quiet and sys.stderr is not None and sys.stderr.isatty()

    def note(self, paths: int) -> None:
        """A proof is finished, which took so many paths."""
        self._done += 1
        self._paths += paths
        if self._shown and time.monotonic() >= self._from:
            full = WIDTH * self._done // self._total
            bar = "#" * full + "." * (WIDTH - full)
            line = f"[{bar}] {self._done} of {self._total} proofs, {self._paths:,} paths"
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()

    def close(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
