"""The Confrontations that a run decides, with Power and cost worked out once more.

Both come from what is printed and from the events of the run; only what standing texts add to a
cost is asked of the engine, just before it compares (`runs.Look`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rules_check.oracle.values.events import Event
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER, SCORE
from rules_check.properties.observed import with_blocks
from rules_check.properties.passage import Comparison

if TYPE_CHECKING:
    from rules_check.properties.symbolic.runs import Run


def comparisons_of(run: Run) -> Iterator[Comparison]:
    """The comparisons of a run; forks the path on whether a Character has fallen before."""
    game, state, events = run.game, run.state, run.events
    active = run.active
    for look in run.looks:
        at = next((n for n in range(look.event, len(events)) if events[n].kind == "compare"), None)
        if at is None:
            yield Comparison(look.target, 0, 0, fallen=False, compared=False)
            continue
        if state.defeats > run.defeats + 1 or run.defeats >= game.max_defeats:
            continue  # how many fall is another property
        earlier = events[: look.event]
        stack, score = look.target * PER_PLAYER + CHARACTERS, active * PER_PLAYER + SCORE
        fallen = [e for e in events[at:] if e.kind == "defeat" and e.detail[0] == stack]
        cost = printed_cost(run, look.target) + look.change + raised(run, look.target, earlier)
        yield Comparison(
            look.target,
            power_after(run, active, earlier) + look.owed,
            cost,
            bool(fallen),
            kept=not fallen or fallen[0].detail[1] == score,
            earlier=earlier,
        )


def raised(run: Run, target: int, events: list[Event]) -> Any:
    """By how much the cost of a Character was changed: Block (N) as printed, else as told."""
    kinds = run.game.kinds
    total: Any = 0
    for event, of_block in with_blocks(kinds, events):
        if event.kind == "block" and of_block and event.detail[0] == target:
            total = total + kinds[event.cards[0]].block[0].number
        elif event.kind == "cost" and event.player == target and not of_block:
            total = total + event.detail[0]
    return total


def printed_cost(run: Run, player: int) -> Any:
    """The printed cost of the Character that a player had on top at the start."""
    return run.game.kinds[run.tops[player]].cost


def power_after(run: Run, player: int, events: list[Event]) -> Any:
    """The Power of a player after these events."""
    power = run.power[player]
    for event in events:
        if event.kind in ("turn", "lose power"):
            power = 0
        elif event.player == player and event.detail:
            if event.kind == "power":
                power = power + event.detail[0]
            elif event.kind == "pay":
                power = power - event.detail[0]
    return power
