"""Sentences that are understood, to show where one is not.

They stand in `phrasebook.txt`, and with the nodes that they are samples of.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rules_check.grammar.ast import SAMPLES


@lru_cache(maxsize=1)
def phrases() -> tuple[str, ...]:
    """All sentences of the book, and those that node classes give as examples."""
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return (*lines, *SAMPLES)
