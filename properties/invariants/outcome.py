"""2. A Confronted Character survives exactly if its final cost is greater than the Power."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PLAY
from rules_check.properties.model import Property, Step
from rules_check.properties.observed import (
    character_cost,
    moves,
    weakness_names,
    with_blocks,
    zone_of,
)
from rules_check.properties.passage import Breach, Passage, Statement, broken
from rules_check.properties.shadow import Shadow

CHARACTERS_ALL = a.Filter((a.TitleNoun(a.Title.CHARACTER),))
"""What "Characters" means."""


def check(step: Step) -> Iterator[str]:
    """Compare again, with Power and cost worked out anew."""
    yield from kept_costs(step)
    if "compare" in step.kinds:
        yield from broken(survival(step))
        for at, event in enumerate(step.events):
            if event.kind == "compare":
                yield from numbers(step, event, step.events[:at])
                yield from left(step, event, step.events[at + 1 :])
    for span in step.ended:
        if undecided(span.events):
            yield "a Confrontation was neither decided nor cancelled"


def due(step: Step, shadow: Shadow) -> bool:
    """What lasts is another, or goes on in another turn; or a Confrontation was forgotten."""
    lasts = step.after.lasts()
    return lasts is not shadow.lasts or shadow.undecided or bool(lasts and "turn" in step.kinds)


def survival(passage: Passage) -> Iterator[Breach]:
    """A Confronted Character survives exactly if its final cost is greater than the Power."""
    for one in passage.comparisons():
        name = passage.game.seats[one.target]
        if not one.compared:
            yield f"Power is not compared with the cost of {name}", True
            continue
        survives = one.cost > one.power
        if one.fallen:
            yield f"{name} is defeated although the cost exceeds the Power", survives
            if not one.kept:
                yield f"{name} is defeated and is not in the score pile of the attacker", True
        elif not one.spared:
            stands = f"{name} stands although the cost does not exceed the Power"
            yield stands, one.cost <= one.power
        if passage.of_proof:  # in games another text may have turned a number round
            yield from wrong_ways(passage.game, one.earlier)


def wrong_ways(game: Game, events: list[Event]) -> Iterator[Breach]:
    """A text that only raises costs has lowered one, or the other way round."""
    for event, of_block in with_blocks(game.kinds, events):
        if event.kind == "cost" and not of_block and event.cards and event.cards[0] >= 0:
            nodes = list(a.walk(game.kinds[event.cards[0]].text))
            ways = {node.more for node in nodes if isinstance(node, a.ChangeCost)}
            if any(isinstance(node, a.AttributeOf) for node in nodes):
                continue  # VP can be negative
            if ways == {True}:
                yield "a text that raises costs lowers one", event.detail[0] < 0
            elif ways == {False}:
                yield "a text that lowers costs raises one", event.detail[0] > 0


def compares(passage: Passage) -> bool:
    """Only a passage in which Power is compared with a cost is about it."""
    return "compare" in passage.kinds


def numbers(step: Step, event: Event, earlier: list[Event]) -> Iterator[str]:
    """The Power and the cost that were compared are those that can be worked out."""
    game, before = step.game, step.before
    target, power, cost = event.detail
    name = game.seats[target]
    expected_power = power_at(before, event.player, earlier)
    if power != expected_power:
        yield f"{name} was compared with {power} Power; it is {expected_power}"
    expected_cost = cost_at(game, before, event.player, target, earlier)
    if expected_cost is not None and cost != expected_cost:
        yield f"{name} was compared at cost {cost}; it is {expected_cost}"


def left(step: Step, event: Event, later: list[Event]) -> Iterator[str]:
    """A Character leaves its stack by a defeat that is told, and only so."""
    target = event.detail[0]
    top, stack = step.top(target), zone_of(target, CHARACTERS)
    told = "defeat" in step.kinds and any(
        m.card == top and m.event.kind == "defeat" for m in moves(later)
    )
    gone = step.after.where[top] != stack
    if gone != told:
        name = step.game.seats[target]
        yield f"{name}: the Character {'left' if gone else 'stayed on'} its stack untold"


def power_at(before: State, player: int, events: Iterable[Event]) -> Any:
    """The Power of a player after these events of a step."""
    power = before.power[player]
    for event in events:
        if event.player == player and event.detail:
            if event.kind == "power":
                power = power + event.detail[0]
            elif event.kind == "pay":
                power = power - event.detail[0]
    return power


def cost_at(
    game: Game, before: State, attacker: int, target: int, events: list[Event]
) -> int | None:
    """What it takes to defeat a Character after these events; None if that cannot be told."""
    cost = character_cost(game, before, target)
    if cost is None or any(may_change_costs(game, event) for event in events):
        return None
    weaknesses = weakness_names(game.ruleset)
    delta = game.parameters.get("weakness.cost_delta", 0)
    for moved in moves(events):
        if delta and game.kinds[moved.card].name in weaknesses:
            if moved.source == zone_of(target, PLAY):
                cost = cost - delta
            elif moved.to == zone_of(target, PLAY):
                cost = cost + delta
    for event in events:
        if event.kind == "cost" and event.player == target:
            cost = cost + event.detail[0]
    easier = cost_to_defeat(before, attacker)
    return None if easier is None else cost + easier


def may_change_costs(game: Game, event: Event) -> bool:
    """Whether an event of this step may have changed a cost in a way that it does not tell."""
    if event.kind in ("play", "control", "flip"):
        return True
    return event.kind in ("use", "trigger", "block") and any(
        game.kind_index[card] in changing(game) for card in event.cards if card >= 0
    )


@lru_cache(maxsize=32)
def changing(game: Game) -> frozenset[int]:
    """The kinds of card with a text about what other cards cost."""
    return frozenset(
        kind.index
        for kind in game.kind_list
        for node in a.walk(kind.text)
        if isinstance(node, a.ChangeCost) and isinstance(node.of, a.CostOfCards)
    )


def cost_to_defeat(state: State, attacker: int) -> int | None:
    """What texts change about defeating for one player; None if it is no plain number."""
    total = 0
    for lasting in state.lasting:
        node = lasting.node
        if lasting.what != "static" or lasting.you != attacker:
            continue
        match node:
            case a.ChangeCost(a.CostOfCards(wanted, True), a.Number(value), more) if (
                wanted == CHARACTERS_ALL
            ):
                total = total + (value if more else -value)
            case _ if any(
                isinstance(part, a.ChangeCost)
                and isinstance(part.of, a.CostOfCards)
                and part.of.to_defeat
                for part in a.walk(node)
            ):
                return None
            case _:
                pass
    return total


def kept_costs(step: Step) -> Iterator[str]:
    """A changed cost stays changed until its time is over, and no longer."""
    after = step.after
    if step.ended:
        if after.lasting:
            yield from over(step)
        return
    before = step.before
    if "over" in step.kinds or not (before.lasting or after.lasting):
        return
    for player in (p for p in range(step.game.players) if p not in after.out):
        told = [e.detail[0] for e in step.events if e.kind == "cost" and e.player == player]
        was = [x.number for x in before.lasting if x.what == "cost" and x.player == player]
        now = [x.number for x in after.lasting if x.what == "cost" and x.player == player]
        if sum(was) + sum(told) != sum(now):
            name = step.game.seats[player]
            yield f"{name}: the cost was changed by {sum(was) + sum(told)}, but {sum(now)} holds"


def over(step: Step) -> Iterator[str]:
    """What was said for a turn that has ended does not hold any more."""
    told = [event.cards[0] for event in step.spans[-1].events if event.kind == "cost"]
    for lasting in step.after.lasting:
        old = lasting.serial <= step.before.serial or (
            lasting.what == "cost" and lasting.source not in told
        )
        if lasting.until == ("turn",) and old:
            source = step.game.name(lasting.source) if lasting.source >= 0 else "a rule"
            yield f"what {source} said for the last turn still holds"


def undecided(events: list[Event]) -> bool:
    """Whether a Confrontation of this turn has no outcome."""
    told = [event[0] for event in events]
    if "confront" not in told:
        return False
    return next(kind for kind in reversed(told) if kind in OUTCOMES) == "confront"


OUTCOMES = frozenset({"confront", "cancel", "compare"})
"""What tells of a Confrontation whether it is on."""


PROPERTY = Property(
    "block-exceeds-power",
    "A Confronted Character survives exactly if its final cost is greater than the Power; "
    "equal is not enough.",
    check,
    statement=Statement(survival, compares),
    kinds=frozenset({"compare", "cost"}),
    due=due,
)
