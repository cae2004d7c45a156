"""Which rules are behind a difference: those that made the reference engine do what it did."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from rules_check.conform.games import game_of, table_of
from rules_check.conform.playing import Playing
from rules_check.oracle.conformance.comparing import Divergence
from rules_check.oracle.game import Refused

JSON = Any

MOST: Final = 5
"""So many rules are told."""

OF_POWER: Final = frozenset({"power", "pay", "lose power"})
"""Events that change Power."""


def rules_behind(vector: Mapping[str, JSON], found: Divergence) -> list[str]:
    """The rules behind what happens at the step at which an engine diverges: those of events about
    the cards that lie elsewhere, or about Power; else of all that happens there."""
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
    events = playing.state.trace or []
    cards = _cards(found)
    power = any(x.path == "power" for x in found.differences)
    about = [
        event
        for event in events
        if any(card >= 0 and game.card_id(card) in cards for card in event.cards)
        or (power and event.kind in OF_POWER)
    ]
    rules = [rule for event in about or events for rule in game.rules_of(event)]
    return list(dict.fromkeys(rules))[:MOST]


def _cards(found: Divergence) -> set[str]:
    """The cards that are in one place by one engine, and not by the other."""
    differing = [x for x in found.differences if x.path.startswith("zones.")]
    moved = [_ids(x.expected) ^ _ids(x.found) for x in differing]
    return set().union(*moved)


def _ids(value: JSON) -> set[str]:
    return set(re.findall(r'"([^"]+#\d+)"', json.dumps(value)))
