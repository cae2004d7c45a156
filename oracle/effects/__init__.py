"""What the effects of the card language do; importing this package fills the effect table."""

from __future__ import annotations

from rules_check.oracle.effects import (
    actions,
    attack,
    flow,
    lasting,
    moves,
    piles,
    plays,
    repeating,
    replacing,
    shows,
    unless,
)

__all__ = [
    "actions",
    "attack",
    "flow",
    "lasting",
    "moves",
    "piles",
    "plays",
    "repeating",
    "replacing",
    "shows",
    "unless",
]
