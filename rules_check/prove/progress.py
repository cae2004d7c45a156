"""How far the proofs are, on a terminal."""

from __future__ import annotations

from rules_check.progress import Line, bar


class Progress:
    """How many proofs are done, and how many paths they took; after so many seconds."""

    def __init__(self, total: int, *, quiet: bool, after: float = 0) -> None:
        self._total = total
        self._done = self._paths = 0
        self._line = Line(quiet=quiet, after=after)

    def note(self, paths: int) -> None:
        """A proof is finished, which took so many paths."""
        self._done += 1
        self._paths += paths
        told = f"{self._done} of {self._total} proofs, {self._paths:,} paths"
        self._line.draw(f"{bar(self._done, self._total)} {told}")

    def close(self) -> None:
        """Take the line away."""
        self._line.close()
