"""How long a check may think about one file: a limit for whatever the cards say.

Budgets of paths and answers decide what is looked at, the same on every machine. The clock is for
texts on which a single path takes long: real sets take a few seconds of it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from rules_check.grammar.ast import CardText, size

FILE_SECONDS: Final = 60.0
"""Seconds of computing for the proofs, games and interactions of one file."""

CARD_SECONDS: Final = 15.0
"""The same for one card, or for one question."""

LONGEST: Final = 300
"""A text with more parts than so many is too long for a check; printed ones have up to 60."""


def too_long(text: CardText) -> bool:
    """Whether a text is not played and not proved in a check."""
    return size(text) > LONGEST


@dataclass(slots=True)
class Clock:
    """What is left of the time for the file that is being checked. Processes of its own are waited
    for: then the time on the wall counts."""

    jobs: int = 1
    _file: object = None
    _end: float = 0.0

    def left(self, file: object) -> float:
        """Seconds for the next card of this file, at most CARD_SECONDS; 0 or less: none is left."""
        now = time.process_time() if self.jobs == 1 else time.monotonic()
        if file is not self._file:
            self._file, self._end = file, now + FILE_SECONDS
        return min(self._end - now, CARD_SECONDS)
