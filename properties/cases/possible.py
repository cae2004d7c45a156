"""Whether a game can stand so: a case begins only where a game can have come to.

What was played in a turn leaves play at its end, so that it lies there only in the turn in which it
was played; a game that needs it there plays it. Each pile has its own cards, and somebody who may
not be confronted is not.
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.oracle.quick.confrontation import targets
from rules_check.oracle.quick.turn import staying_in_play
from rules_check.oracle.values.zones import PER_PLAYER, PLAY

ONGOING: Final = "Ongoing"


def is_possible(core: Any) -> bool:
    """Whether a game can stand so at its first decision, with nothing done in the turn yet."""
    return _all_stay(core) and _lie_where_they_may(core) and _may_be_confronted(core)


def _all_stay(core: Any) -> bool:
    """Whether everything in play is there from an earlier turn."""
    for player in core.g.everybody:
        there = core.zones[player * PER_PLAYER + PLAY]
        if there and len({*staying_in_play(core, player, there)}) < len(there):
            return False
    return True


def _lie_where_they_may(core: Any) -> bool:
    """Whether the Line-Up and the main deck have none but cards of the main deck, the stack of
    Super-Villains none but these, and none is destroyed that goes back to its stack."""
    g = core.g
    for_sale = (*core.zones[g.line_up], *core.zones[g.main_deck])
    if any(g.kinds[card].pile != "main deck" for card in for_sale):
        return False
    if g.boss >= 0 and any(g.kinds[x].pile != "super-villain" for x in core.zones[g.boss]):
        return False
    return all(g.where_destroyed(card) == g.destroyed for card in core.zones[g.destroyed])


def _may_be_confronted(core: Any) -> bool:
    """Whether the Confrontation could be announced; not if another foe has to be confronted."""
    return core.confronted is None or core.confronted in targets(core)
