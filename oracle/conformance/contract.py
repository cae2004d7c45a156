"""The words of the contract (docs/conformance.md): its version, kinds, features, limits."""

from __future__ import annotations

from typing import Any, Final

JSON = Any

VERSION: Final = 2
"""Raised when a harness would have to be changed."""

KINDS: Final = ("transition", "legal-actions", "reject", "score", "view", "parse")
"""The kinds of vectors."""

SET_UP: Final = "set-up"
CARDS: Final = "cards"
MIX: Final = "mix"
VARIANT: Final = "variant:"
REJECT_CODES: Final = "reject-codes"
LIVE: Final = "live"
FEATURES: Final = (SET_UP, CARDS, MIX, REJECT_CODES, LIVE)
"""What a vector may need, or an engine may offer; `VARIANT` begins the name of a variant."""

BEGINNINGS: Final = (SET_UP, "start", "play")
"""Where a set-up may begin."""

MAX_ANSWER: Final = 8 * 1024 * 1024
"""How long an answer may be, in bytes."""

NATURE: Final = "nature"
"""The player of what chance decides."""

ORDERED: Final = ("deck", "characters", "main-deck", "super-villains")
"""Zones whose order counts, without their player; so does that of every stack."""


def is_ordered(zone: str) -> bool:
    """Whether the order of the cards in a zone counts."""
    return zone.rpartition(" ")[2] in ORDERED if zone[:1] == "P" else is_shared_order(zone)


def is_shared_order(zone: str) -> bool:
    """Whether the order counts in a zone that no player has."""
    return zone.startswith("stack:") or zone in ORDERED
