"""How far the search is, on a terminal."""

from __future__ import annotations

from typing import Final

from rules_check.progress import Line, bar

AFTER: Final = 1.0
"""A search that is done within so many seconds shows no bar."""


class Bar:
    """How many searches are done."""

    def __init__(self, *, quiet: bool, after: float = AFTER) -> None:
        self._line = Line(quiet=quiet, after=after)

    def note(self, done: int, total: int) -> None:
        """So many of so many searches are done."""
        if total:
            self._line.draw(f"{bar(done, total)} {done} of {total} searches for interactions")

    def close(self) -> None:
        """Take the line away."""
        self._line.close()
