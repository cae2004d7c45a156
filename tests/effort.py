"""How long tests take: which of them are slow, and how much a random test tries."""

from __future__ import annotations

import os
from pathlib import Path

SLOW = tuple(
    line
    for line in Path(__file__).with_name("slow.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
"""Tests (and files with nothing else) that take more than a second, the slowest first."""

LONG = os.environ.get("RULES_CHECK_LONG") == "1"


def tries(few: int, many: int) -> int:
    """How many examples: few for `make test`, many for `make long`."""
    return many if LONG else few
