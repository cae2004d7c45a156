"""Paying for a card: in the main phase, and by a text that tells a player to buy."""

from __future__ import annotations

from rules_check.oracle.box.table import Table
from rules_check.oracle.standing.costs import cost_to_buy
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_price
from rules_check.oracle.values.state import State


def can_pay_for(g: Table, s: State, player: int, card: int) -> bool:
    """Whether the player has the Power that a card costs them now."""
    return bool(cost_to_buy(g, s, card, player) <= s.power[player])


def pay_for(g: Table, s: State, player: int, card: int) -> None:
    """Spend the Power that a card costs the player now."""
    price = cost_to_buy(g, s, card, player)
    s.power[player] = s.power[player] - price
    s.spent[player] = s.spent[player] + price
    say(s, "pay", player, of_price(g, s, player), (card,), (price,))
