"""Saying what happened: events of the trace."""

from __future__ import annotations

from typing import Any

from rules_check.oracle.values.events import event_of
from rules_check.oracle.values.state import State


def say(
    s: State,
    kind: str,
    player: int,
    topic: str,
    cards: tuple[int, ...] = (),
    detail: tuple[Any, ...] = (),
) -> None:
    """Write an event into the trace, if anyone reads it."""
    if s.trace is not None:
        s.trace.append(event_of((kind, player, cards, detail, topic)))
