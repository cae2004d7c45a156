"""Counts on a terminal what is done of a long piece of work."""

from __future__ import annotations

import sys
from collections.abc import Callable


def counting(word: str) -> Callable[[int, int], None] | None:
    """Tells how many are done, of how many; the line is gone at the end. None if nobody sees it."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None

    def tell(done: int, of: int) -> None:
        said = f"{word} {done + 1} of {of}"
        end = f"\r{' ' * len(said)}\r" if done + 1 == of else ""
        print(f"\r{said}{end}", end="", file=sys.stderr, flush=True)

    return tell
