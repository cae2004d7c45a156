"""The rules of a game in the words of the contract: what a `ruleset` message tells of them."""

from __future__ import annotations

from typing import Any

from rules_check.oracle.box.cards import Box
from rules_check.rules.model import Variant

JSON = Any


def rules_told(g: Box) -> dict[str, JSON]:
    """Teams, types, stacks, steps, parameters and the variant of a game."""
    return {
        "teams": g.teams,
        "sides": {side: list(names) for side, names in g.playset.sides.items()},
        "types": list(g.ruleset.types),
        "keywords": list(g.ruleset.keywords),
        "stacks": {basic.name: basic.role for basic in g.ruleset.basics},
        "words_in_names": sorted(g.words_in_names),
        "turn": list(g.ruleset.turn[g.orders[0]].steps),
        "end_of_turn": list(g.ruleset.end_of_turn[g.orders[1]].steps),
        "parameters": {key: _plain(value) for key, value in sorted(g.parameters.items())},
        "variant": None if g.variant is None else _variant(g, g.variant),
    }


def _plain(value: Any) -> JSON:
    return list(value) if isinstance(value, tuple) else value


def _variant(g: Box, variant: Variant) -> JSON:
    return {
        "hunting": variant.hunting,
        "parking": variant.parking,
        "parked_power": dict(variant.parked_power),
        "kept_out": [card for name in variant.kept_out for card in g.called(name)],
        "kept_out_players": variant.kept_out_players,
        "beside": dict(g.pairs),
    }
