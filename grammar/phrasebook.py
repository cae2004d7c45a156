"""Sentences that are understood, to show where one is not; they stand in `phrasebook.txt`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def phrases() -> tuple[str, ...]:
    """All sentences of the book."""
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))
