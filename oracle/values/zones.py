"""Where cards can lie, as numbers.

Each player has `PER_PLAYER` zones; the shared zones follow, then one zone for each stack.
The zone of player p is `p * PER_PLAYER + HAND` and so on; which number a shared zone has
depends on how many play (`oracle.game.Game`). In a zone with an order the top comes first.
"""

from __future__ import annotations

from typing import Final

HAND: Final = 0
DECK: Final = 1
DISCARD: Final = 2
PLAY: Final = 3
CHARACTERS: Final = 4
SCORE: Final = 5
PARKED: Final = 6
PER_PLAYER: Final = 7

LINE_UP: Final = 0
MAIN_DECK: Final = 1
DESTROYED: Final = 2
REMOVED: Final = 3
TABLE: Final = 4
SHARED: Final = 5

PLAYER_ZONES: Final = ("hand", "deck", "discard", "play", "characters", "score", "parked")
"""Names of a player's zones; `parked` is what lies on or under the Character card."""

BOSS_ZONES: Final = ("super-villains", "unused super-villains")
"""Names of the zones behind the stacks, in games against a stack of Super-Villains."""

BESIDE: Final = "beside"
"""Name of the zone of a player for a card that only this player can buy, where there are such."""

SHARED_ZONES: Final = ("line-up", "main-deck", "destroyed", "removed", "table")
"""Names of the shared zones."""
