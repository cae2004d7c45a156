"""5. Power is never negative, what is spent was gained, and none survives the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.options import BuyCard, DefeatCard
from rules_check.oracle.values.state import State
from rules_check.properties.model import Property, Step
from rules_check.properties.observed import buys_or_cancels, lowered_price, moves, printed_price
from rules_check.properties.passage import Breach, Passage, Statement, broken
from rules_check.properties.shadow import Shadow


def check(step: Step) -> Iterator[str]:
    """Keep the account of Power, and look at the price of what was bought."""
    yield from broken(balance(step))
    if "buy" in step.kinds or "defeat" in step.kinds:
        yield from prices(step)


def due(step: Step, shadow: Shadow) -> bool:  # noqa: ARG001 (the signature of `Property.due`)
    """Somebody has other Power than the events give."""
    return shadow.off


ACCOUNT = frozenset({"power", "pay", "turn", "lose power"})
"""The events that change somebody's Power."""


def balance(passage: Passage) -> Iterator[Breach]:
    """Power is never negative; what is there is what was gained less what was spent."""
    seats, after = passage.game.seats, passage.after
    power: list[Any] = list(passage.began.power)
    spent: list[Any] = list(passage.began.spent)
    if not passage.kinds.isdisjoint(ACCOUNT):
        for event in passage.events:
            player = event.player
            if event.kind == "power":
                power[player] = power[player] + event.detail[0]
            elif event.kind == "pay" and event.detail:
                power[player] = power[player] - event.detail[0]
                if spent:
                    spent[player] = spent[player] + event.detail[0]
                if (less := power[player] < 0) is not False:
                    yield f"{seats[player]} spent {event.detail[0]} Power and had less", less
            elif event.kind in ("turn", "lose power"):
                power = [0] * len(seats)
                if event.kind == "turn":
                    spent = [0] * len(spent)
    for player, name in enumerate(seats):
        has = after.power[player]
        if (negative := has < 0) is not False:
            yield f"{name} has {has} Power", negative
        if (wrong := has != power[player]) is not False:
            yield f"{name} has {has} Power; the events give {power[player]}", wrong
        if not spent:
            continue  # the engine keeps no account of it
        if (wrong := after.spent[player] != spent[player]) is not False:
            paid = after.spent[player]
            yield f"{name} spent {paid} Power; the events say {spent[player]}", wrong


def affordable(passage: Passage, state: State, choice: Choice) -> Iterator[Breach]:
    """Whatever is offered for buying costs at most the Power."""
    game = passage.game
    if choice.kind is not ChoiceKind.MAIN or game.watching(state).costs:
        return
    for option in choice.options:
        if (
            isinstance(option, (BuyCard, DefeatCard))
            and not game.own_costs[game.kind_index[option.card]]
        ):
            too_much = game.kinds[option.card].cost > state.power[state.active]
            yield f"{game.name(option.card)} can be bought and costs more than the Power", too_much


def touches(playset: PlaySet, nodes: list[a.Node]) -> bool:  # noqa: ARG001 (of a `Statement`)
    """A text gives or takes Power, changes costs, buys, or ends a Confrontation."""
    return any(isinstance(node, POWER_NODES) or buys_or_cancels(node) for node in nodes)


POWER_NODES = (a.Power, a.PayPower, a.DoublePower, a.Payment, a.ChangeCost)


def prices(step: Step) -> Iterator[str]:
    """A bought card was paid for: its printed cost, unless a text has a say in it."""
    paid = [e for e in step.events if e.kind == "pay" and e.topic.startswith(PAYING)]
    for moved in moves(e for e in step.events if e.topic.startswith(PAID_FOR)):
        name = step.game.name(moved.card)
        price = next((e.detail[0] for e in paid if e.cards == (moved.card,)), None)
        printed = printed_price(step.game, step.before, moved.card)
        if printed is None and moved.event.topic.startswith("buy."):
            printed = lowered_price(step.game, step.before, moved.card)
        if price is None:
            yield f"{name} was bought and not paid for"
        elif price < 0:
            yield f"{name} was bought for {price} Power"
        elif printed is not None and price != printed:
            yield f"{name} was bought for {price} Power; it costs {printed}"


PAYING = ("buy.pays", "defeat.pays")
PAID_FOR = ("buy.line_up", "buy.stack", "defeat.super_villain")
"""The topics of paying for a card, and of what is paid for."""


PROPERTY = Property(
    "power-balance",
    "Power is never negative, no more is spent than was gained, and none is left for the next "
    "turn.",
    check,
    statement=Statement(balance, touches=touches, offers=affordable),
    kinds=frozenset({"buy", "defeat"}),
    due=due,
)
