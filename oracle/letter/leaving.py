"""A player who is out of the game: their cards go with them, and nothing of theirs works on."""

from __future__ import annotations

from rules_check.oracle.letter.acts import by_rules, put
from rules_check.oracle.letter.position import OF_PLAYERS, REMOVED, Player, zone_of
from rules_check.oracle.letter.table import Table


def leave_game(t: Table, player: Player) -> None:
    """What a player has goes out of the game; what they began to do, or is to come, is over."""
    pos = t.pos
    zones = [zone_of(player, name) for name in OF_PLAYERS]
    pos.pending = tuple(one for one in pos.pending if one.player != player)
    pos.lasting = tuple(one for one in pos.lasting if one.frame.you != player)
    theirs = [card for zone in zones for card in pos.cards(zone) if pos.owner(card) == player]
    theirs += [card for card, owner in pos.owners.items() if owner == player]
    pos.out = (*pos.out, player)
    for card in theirs:
        put(t, card, REMOVED)
    for zone in zones:
        for card in pos.cards(zone):  # of others, who get it back
            by_rules(t, "return", player, card, zone_of(pos.owner(card) or player, "discard"))
