"""Which rules are behind a difference: those that made the reference engine do what it did."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules_check.conform.games import game_of, table_of
from rules_check.conform.playing import Playing
from rules_check.oracle.conformance.comparing import Difference, Divergence
from rules_check.oracle.conformance.positions import load_action
from rules_check.oracle.game import Game, Refused
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State
from rules_check.properties.fuse import RunsForever, fused

JSON = Any

MOST: Final = 5
"""So many rules are told."""

OF_POWER: Final = frozenset({"power", "pay", "buy", "defeat", "lose power"})
"""Events that change Power."""

FLOW: Final = frozenset(
    {"turn", "active", "phase", "choice", "choice.player", "choice.kind", "refused"}
)
"""Where two engines differ that are at other points of a turn, or one of which does nothing."""


def rules_behind(vector: Mapping[str, JSON], found: Divergence) -> list[str]:
    """The rules behind what happens at the step at which an engine diverges."""
    if vector["setup"] is None or not 0 < found.step <= len(vector["steps"]):
        return []
    setup = vector["setup"]
    try:
        game = game_of(table_of(vector), tuple(setup["seats"]), setup["cards"])
        playing = Playing(game, setup)
        for step in vector["steps"][: found.step]:
            playing.state.trace = []
            playing.act(step)
    except Refused as refused:
        return list(refused.rules)[:MOST]
    except ValueError:
        return []
    s = playing.state
    return likely_rules(game, s, s.trace or [], found.differences)[:MOST]


def likely_rules(
    g: Game, s: State, events: Sequence[Event], differences: Sequence[Difference]
) -> list[str]:
    """The rules that are likely to be broken, the likeliest first, where `events` led to `s`.

    Where the engines are at the same point of a turn: those behind what happened to cards that lie
    elsewhere, or to Power, and what led to it; then those of actions that only one of them offers.
    Where they are not, one of them has stopped on the way: then what happened first counts most.
    """
    cards = _cards(differences)
    power = any(x.path == "power" for x in differences)
    near = [
        event
        for event in events
        if any(card >= 0 and g.card_id(card) in cards for card in event.cards)
        or (power and event.kind in OF_POWER)
    ]
    found: dict[str, None] = {}
    if not differences or any(x.path in FLOW for x in differences):
        some = [*events, *near]
    elif near:
        last = len(events) - events[::-1].index(near[-1])
        some = [*near, *events[last::-1], *events[::-1]]
    else:
        some = list(events[::-1])
        found |= dict.fromkeys(_of_options(g, s, differences))
    for event in some:
        found |= dict.fromkeys(g.rules_of(event))
    return list(found | dict.fromkeys(_of_options(g, s, differences)))


def _cards(differences: Sequence[Difference]) -> set[str]:
    """The cards that are in one place by one engine, and not by the other."""
    moved = [_ids(x.expected) ^ _ids(x.found) for x in differences if x.path.startswith("zones.")]
    return set().union(*moved)


def _ids(value: JSON) -> set[str]:
    return set(re.findall(r'"([^"]+#\d+)"', json.dumps(value)))


def _of_options(g: Game, s: State, differences: Sequence[Difference]) -> Iterator[str]:
    """The rules of actions that only one engine offers: why they are refused, or what they do."""
    for difference in differences:
        if not difference.path.endswith("options"):
            continue
        for actions in (difference.found, difference.expected):
            for action in actions if isinstance(actions, list) else ():
                yield from _of_action(g, s, action)


def _of_action(g: Game, s: State, action: JSON) -> tuple[str, ...]:
    try:
        option = load_action(g, s, action)
        refused = g.refuse(s, option)
        if refused is not None:
            return refused.rules
        after = s.copy()
        after.trace = []
        fused(after)
        g.take(after, option)
    except (ValueError, TypeError, RunsForever):  # foreign data that is no action
        return ()
    return g.rules_of(after.trace[0]) if after.trace else ()
