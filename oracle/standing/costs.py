"""What a card costs just now: its printed cost, and what texts make of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.conditions import holds
from rules_check.oracle.meaning.find import amount, fits
from rules_check.oracle.meaning.who import players
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Listener
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER

PriceChange = tuple[Frame, a.ChangeCost, a.CostOfCards]
"""A text that changes what cards cost: what its words refer to, the text, and which cards."""


def character_cost(g: Table, s: State, player: int) -> Any:
    """The cost of a player's Character now: printed, lowered, raised."""
    card = s.zones[player * PER_PLAYER + CHARACTERS][0]
    cost: Any = g.kinds[card].cost
    for lasting in s.lasting:
        if lasting.what == "cost" and lasting.player == player:
            cost = cost + lasting.number
    for listener in g.watching(s).character_costs:
        if listener.seats is None or player in listener.seats:
            cost = cost + changed_by(g, s, listener, player, -1)
    if g.sw.least_cost == "zero":
        raised = sum(x.number for x in s.lasting if x.what == "cost" and x.player == player)
        return cost if cost >= raised else raised
    return cost


def cost_to_defeat(g: Table, s: State, target: int, player: int) -> Any:
    """The Power a player needs to defeat a Character: its cost, and what texts change of it."""
    cost = g.character_cost(s, target)
    costs = g.watching(s).costs
    if costs:
        card = s.zones[target * PER_PLAYER + CHARACTERS][0]
        for listener in costs:
            cost = cost + changed_by(g, s, listener, player, card, to_defeat=True)
    return cost


def cost(g: Table, s: State, card: int) -> Any:
    """The cost of a card as other texts see it."""
    cost: Any = g.kinds[card].cost
    for listener in g.watching(s).costs:
        if listener.source == card:
            node = _changes(listener)
            if isinstance(node.of, a.CostOfThis):
                cost = _changed(g, s, listener.asking(), node, cost)
    return cost


def cost_to_buy(g: Table, s: State, card: int, player: int) -> Any:
    """What a player has to pay for a card; never less than nothing."""
    changes = price_changes(g, s, player) if g.watching(s).costs else ()
    return price(g, s, card, player, changes)


def cost_to_take(g: Table, s: State, card: int, player: int) -> Any:
    """What a player has to pay to defeat a card, where that is a way to buy it."""
    changes = price_changes(g, s, player, to_defeat=True) if g.watching(s).costs else ()
    return price(g, s, card, player, changes)


def price(g: Table, s: State, card: int, player: int, changes: Iterable[PriceChange]) -> Any:
    """What a player has to pay for a card while these texts change prices."""
    cost: Any = g.kinds[card].cost
    for frame, node, of in changes:
        if _meant(g, s, frame, card, of):
            cost = _changed(g, s, frame, node, cost)
    for own in g.own_costs[g.kind_index[card]]:
        frame = g.asking(player, card)
        if isinstance(own, a.ChangeCost):
            cost = _changed(g, s, frame, own, cost)
        elif holds(g, s, frame, own.condition):
            assert isinstance(own.effect, a.ChangeCost)
            cost = _changed(g, s, frame, own.effect, cost)
    return cost if cost >= 0 else 0


def _meant(g: Table, s: State, f: Frame, card: int, of: a.CostOfCards) -> bool:
    """Whether a text about prices means a card; the highest and lowest are those of the Line-Up."""
    wanted = of.cards
    if of.in_line_up and not g.in_line_up(s, card):
        return False
    if not fits(g, s, f, card, wanted):
        return False
    if not any(isinstance(test, a.Extreme) for test in wanted.tests):
        return True
    there = [other for other in s.zones[g.line_up] if fits(g, s, f, other, wanted)]
    costs = [g.kinds[other].cost for other in there]
    highest = any(isinstance(test, a.Extreme) and test.highest for test in wanted.tests)
    return card in there and g.kinds[card].cost == (max(costs) if highest else min(costs))


def price_changes(g: Table, s: State, player: int, to_defeat: bool = False) -> list[PriceChange]:
    """The texts that now change what a player pays for cards (`to_defeat`: for a Super-Villain)."""
    found: list[PriceChange] = []
    for listener in g.watching(s).costs:
        node = _changes(listener)
        of = node.of
        meant = isinstance(of, a.CostOfCards) and (to_defeat or not of.to_defeat)
        if meant and isinstance(of, a.CostOfCards) and _pays(g, s, listener, of, player):
            frame = _working(g, s, listener)
            if frame is None or (of.nth and not _is_nth(g, s, listener, frame, of)):
                continue
            found.append((frame, node, of))
    return found


def _pays(g: Table, s: State, listener: Listener, of: a.CostOfCards, player: int) -> bool:
    """Whether a text changes what this player pays."""
    if of.payer == a.YOU:
        return player == listener.you
    return player in players(g, s, listener.asking(), of.payer)


def changed_by(
    g: Table, s: State, listener: Listener, player: int, card: int, to_defeat: bool = False
) -> Any:
    """What a text adds to the cost of a Character (card -1), or of a card to buy or defeat."""
    frame = _working(g, s, listener)
    if frame is None:
        return 0
    node = _changes(listener)
    match node.of:
        case a.CharacterCost(owner):
            whose = (listener.you,) if owner is None else players(g, s, frame, owner)
            return _signed(g, s, frame, node) if card < 0 and player in whose else 0
        case a.CostOfCards(_, defeating):
            if card < 0 or defeating is not to_defeat or not _pays(g, s, listener, node.of, player):
                return 0
            if node.of.nth and not _is_nth(g, s, listener, frame, node.of):
                return 0
            return _signed(g, s, frame, node) if _meant(g, s, frame, card, node.of) else 0
        case _:
            return 0


def _is_nth(g: Table, s: State, listener: Listener, f: Frame, of: a.CostOfCards) -> bool:
    """Whether the next such card that is bought or defeated is the one meant."""
    verb = a.Verb.DEFEAT if of.to_defeat else a.Verb.BUY
    facts = s.facts[listener.since :] if of.next else s.facts
    done = [x for x in facts if x[0] is verb and x[1] == listener.you and x[2] >= 0]
    if of.in_line_up:
        done = [x for x in done if x[3] == g.line_up]
    before = len([x for x in done if fits(g, s, f, x[2], of.cards)])
    return before >= of.nth if of.beyond else before == of.nth - 1


def _working(g: Table, s: State, listener: Listener) -> Frame | None:
    """A frame for a text that stands; None if it does not work now."""
    frame = listener.asking()
    node = listener.node
    if isinstance(node, a.While) and not holds(g, s, frame, node.condition):
        return None
    window = _changes(listener).window
    if window not in (None, a.Window.THIS_TURN) and not g.in_window(s, listener.you, window):
        return None
    return frame if listener.works(s) else None


def _changed(g: Table, s: State, frame: Frame, node: a.ChangeCost, cost: Any) -> Any:
    """What a text makes of a cost: it does not bring it below the least that the text says."""
    new = cost + _signed(g, s, frame, node)
    if node.least is None or new >= node.least:
        return new
    return node.least if cost >= node.least else cost


def _signed(g: Table, s: State, frame: Frame, node: a.ChangeCost) -> Any:
    value = amount(g, s, frame, node.amount)
    return value if node.more else -value


def _changes(listener: Listener) -> a.ChangeCost:
    node = listener.node
    inner = node.effect if isinstance(node, a.While) else node
    assert isinstance(inner, a.ChangeCost)
    return inner
