"""5. Power is never negative, what is spent was gained, and none survives the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules_check.properties.model import Property, Step
from rules_check.properties.reading import moves, printed_price


def check(step: Step) -> Iterator[str]:
    """Keep the account of Power from the trace, and compare it with the state."""
    game, before, after = step.game, step.before, step.after
    power: list[Any] = list(before.power)
    spent: list[Any] = list(before.spent)
    if not step.kinds.isdisjoint(("power", "pay", "turn", "lose power")):
        for event in step.events:
            player = event.player
            if event.kind == "power":
                power[player] = power[player] + event.detail[0]
            elif event.kind == "pay" and event.detail:
                power[player] = power[player] - event.detail[0]
                spent[player] = spent[player] + event.detail[0]
                if power[player] < 0:
                    yield f"{game.seats[player]} spent {event.detail[0]} Power and had less"
            elif event.kind in ("turn", "lose power"):
                power = [0] * game.players
                if event.kind == "turn":
                    spent = [0] * game.players
    for player, name in enumerate(game.seats):
        if after.power[player] < 0:
            yield f"{name} has {after.power[player]} Power"
        if after.power[player] != power[player]:
            yield f"{name} has {after.power[player]} Power; the events give {power[player]}"
        if after.spent[player] != spent[player]:
            yield f"{name} spent {after.spent[player]} Power; the events say {spent[player]}"
    if "buy" in step.kinds:
        yield from prices(step)


def prices(step: Step) -> Iterator[str]:
    """A bought card was paid for: its printed cost, unless a text has a say in it."""
    paid = [e for e in step.events if e.kind == "pay" and e.topic.startswith("buy.pays")]
    for moved in moves(e for e in step.events if e.topic.startswith("buy.") and e.kind == "buy"):
        name = step.game.name(moved.card)
        price = next((e.detail[0] for e in paid if e.cards == (moved.card,)), None)
        printed = printed_price(step.game, step.before, moved.card)
        if price is None:
            yield f"{name} was bought and not paid for"
        elif price < 0:
            yield f"{name} was bought for {price} Power"
        elif printed is not None and price != printed:
            yield f"{name} was bought for {price} Power; it costs {printed}"


PROPERTY = Property(
    "power-balance",
    "Power is never negative, no more is spent than was gained, and none is left for the next "
    "turn.",
    check,
)
