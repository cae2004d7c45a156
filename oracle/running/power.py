"""Power: getting it, and counts that follow the game.

Such a count is looked at again before every decision and before Power is compared. It only
ever adds: Power that was given is not taken away again (it may have been spent).
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.conditions import holds
from rules_check.oracle.meaning.find import amount
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import APPEARANCE, State

NO_TURN: Final = ("setup", APPEARANCE)
"""The phases in which it is nobody's turn."""


def gain_power(g: Table, s: State, player: int, amount: Any, source: int, topic: str) -> None:
    """A player gets Power for this turn."""
    s.power[player] = s.power[player] + amount
    if s.trace is not None:
        s.trace.append(Event("power", player, (source,) if source >= 0 else (), (amount,), topic))
    if g.tallies_power:
        s.facts.append(("power", player, source, amount, -1))


def follows(g: Table, node: a.Amount) -> bool:
    """Whether an amount on a card that is played goes on counting for the rest of the turn."""
    known = g.known_follows.get(id(node))
    if known is None:
        known = g.known_follows[id(node)] = (node, a.follows_the_game(node))
    return known[1]


def refresh_live(g: Table, s: State, at_once: bool = False) -> None:
    """Give the Power that counts which follow the game have added since the last look."""
    watch = s.watch
    if watch is None:
        watch = g.refresh(s)
    elif s.live_at == len(s.facts) and not at_once:
        return  # nothing has happened since the last look
    s.live_at = len(s.facts)
    for listener in watch.live:
        you = listener.you
        if you != s.active or not listener.works(s) or s.phase in NO_TURN:
            continue
        node = listener.node
        frame = listener.asking()
        if isinstance(node, a.While):
            if g.sw.leaving_line_up == "bought" and not at_once and not _just_bought(s):
                continue
            if not holds(g, s, frame, node.condition) or not isinstance(node.effect, a.Power):
                if g.sw.bonus == "goes" and s.live.get(listener.key, 0):
                    lost = s.live.pop(listener.key)
                    gain_power(g, s, you, -lost, listener.source, "power.live")
                continue
            node = node.effect
        value = amount(g, s, frame, node.amount)
        given = s.live.get(listener.key, 0)
        if value > given:
            s.live[listener.key] = value
            topic = "power.live.ongoing" if listener.ongoing else "power.live"
            gain_power(g, s, you, value - given, listener.source, topic)


def _just_bought(s: State) -> bool:
    return bool(s.facts) and s.facts[-1][0] is a.Verb.BUY
