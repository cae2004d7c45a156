"""A saved game that shows an open question, or what cards do together, played again on the engine
and printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rules_check.extras import missing
from rules_check.play.table import Unusable

INTERACTION: Final = "interaction"


def is_witness(value: object) -> bool:
    """Is it such a game, rather than one played from the start?"""
    return isinstance(value, dict) and value.get("kind") in ("witness", INTERACTION)


def lines(path: str, value: Mapping[str, Any]) -> tuple[list[str], bool]:
    """The game in words, and whether it ends as the report said. Raises Unusable."""
    if value["kind"] == INTERACTION:
        return _interaction(path, value)
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
            yield f"ends:   {_ended(found.end)}"
        if not found.same:
            yield f"but it was saved with another end: {_ended(value['end'])}"

    return list(told()), found.same


def _interaction(path: str, value: Mapping[str, Any]) -> tuple[list[str], bool]:
    """A game that shows what cards do together."""
    from rules_check.properties.interactions.kept import Bad, play_again

    try:
        found = play_again(value)
        told = [
            f"{value['says']} ({value['reading']})",
            "begins: " + "; ".join(value["position"]),
            *(["cards:  " + "; ".join(value["cards"])] if value["cards"] else []),
            *(f"  {action}" for action in value["actions"]),
            "ends:   " + _ended(found.end),
        ]
        if not found.same:
            told.append(f"but it was saved with another end: {_ended(value['end'])}")
    except (Bad, KeyError, TypeError, ValueError) as error:
        raise Unusable(f"{path}: {error}") from error
    return told, found.same


def _ended(end: Iterable[Sequence[str]]) -> str:
    return "; ".join(f"{name}: {what}" for name, what in end) or "as it began"
