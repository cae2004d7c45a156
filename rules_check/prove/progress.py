"""How far the proofs are, on a terminal."""

from __future__ import annotations

import sys
from typing import Final

from properties.symbolic.prove import Proof

WIDTH: Final = 30


class Progress:
    """A bar on the standard error; silent if nobody looks."""

    def __init__(self, total: int, *, quiet: bool) -> None:
        self._total = total
        self._done = self._paths = 0
        self._shown = not quiet and sys.stderr is not None and sys.stderr.isatty()

    def note(self, proof: Proof) -> None:
        """A proof is finished."""
        self._done += 1
        self._paths += proof.paths
        if self._shown:
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
