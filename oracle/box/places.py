"""Words of the card language for places and comparisons, as zones and functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.values.zones import (
    DECK,
    DESTROYED,
    DISCARD,
    HAND,
    LINE_UP,
    MAIN_DECK,
    PARKED,
    PLAY,
    REMOVED,
    SCORE,
    TABLE,
)

OWN_ZONES: Final = {
    a.Zone.HAND: HAND,
    a.Zone.DECK: DECK,
    a.Zone.DISCARD_PILE: DISCARD,
    a.Zone.PLAY: PLAY,
    a.Zone.FRONT: PLAY,
    a.Zone.SCORE_PILE: SCORE,
    a.Zone.UNDER_CHARACTER: PARKED,
    a.Zone.UNDER_THIS: PARKED,
}
"""The zone of a player that a word of the card language means."""

COMMON_ZONES: Final = {
    a.Zone.LINE_UP: LINE_UP,
    a.Zone.MAIN_DECK: MAIN_DECK,
    a.Zone.DESTROYED_PILE: DESTROYED,
    a.Zone.OUT_OF_GAME: REMOVED,
    a.Zone.TABLE: TABLE,
}
"""The zone of all players that such a word means."""

COMPARE: dict[a.Comparison, Callable[[Any, Any], Any]] = {
    a.Comparison.EQUAL: lambda x, y: x == y,
    a.Comparison.AT_MOST: lambda x, y: x <= y,
    a.Comparison.AT_LEAST: lambda x, y: x >= y,
    a.Comparison.LESS: lambda x, y: x < y,
    a.Comparison.MORE: lambda x, y: x > y,
}
