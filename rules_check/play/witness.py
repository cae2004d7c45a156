"""A saved game that shows an open question, played again on the engine and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_check.extras import missing
from rules_check.play.table import Unusable


def is_witness(value: object) -> bool:
    """Is it such a game, rather than one played from the start?"""
    return isinstance(value, dict) and value.get("kind") == "witness"


def lines(path: str, value: Mapping[str, Any]) -> tuple[list[str], bool]:
    """The game in words, and whether it ends as the report said. Raises Unusable."""
    if (needed := missing("z3")) is not None:
        raise Unusable(f"{path}: this needs {needed}")
    from rules_check.properties.symbolic.endings import NOT_ALLOWED
    from rules_check.properties.symbolic.kept import Again, Bad, play_again

    try:
        found: Again = play_again(value)
    except Bad as error:
        raise Unusable(f"{path}: {error}") from error

    def told() -> Iterator[str]:
        yield f"{value.get('card', 'a card')}, read as: {value['reading']}"
        yield "begins: " + "; ".join(found.position)
        if found.cards:
            yield "cards:  " + "; ".join(found.cards)
        for action in found.actions:
            yield f"  {action}"
        if found.end == NOT_ALLOWED:
            yield "ends:   this is not allowed"
        else:
            yield "ends:   " + "; ".join(f"{name}: {what}" for name, what in found.end)
        if not found.same:
            said = "; ".join(f"{name}: {what}" for name, what in value["end"])
            yield f"but it was saved with another end: {said}"

    return list(told()), found.same
