"""The turn and its parts; importing this package fills the table of their tasks."""

from __future__ import annotations

from rules_check.oracle.turns import (
    confrontation,
    hunting,
    main_phase,
    other_blocks,
    other_times,
    setup,
    super_villains,
    triggers,
    turn,
)

__all__ = [
    "confrontation",
    "hunting",
    "main_phase",
    "other_blocks",
    "other_times",
    "setup",
    "super_villains",
    "triggers",
    "turn",
]
