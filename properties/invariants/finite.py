"""13. Every turn can be ended in finitely many steps; no resolution runs forever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.oracle.state import Choice, Option, State
from rules_check.properties.fuse import RunsForever, fused
from rules_check.properties.model import Property, Step

MOST_ANSWERS: Final = 3_000
"""Whoever only wants to stop has to answer less often than this until the turn is over."""

STOPS: Final = ("end", "done", "decline", "pass", "no", "stop")


def check(step: Step) -> Iterator[str]:
    """From here, always stopping ends the turn."""
    state = step.after.copy()
    turn = state.turn
    for _ in range(MOST_ANSWERS):
        if state.choice is None or state.turn != turn:
            return
        fused(state)
        try:
            step.game.take(state, stop(state, state.choice))
        except RunsForever as error:
            yield f"turn {turn}: {error}"
            return
    yield f"turn {turn} goes on after {MOST_ANSWERS:,} answers that only want to end it"


def stop(state: State, choice: Choice) -> Option:
    """The answer that does least: a word that ends something, or a card that has to be played."""
    if choice.kind == "shuffle":
        return ("order", *choice.cards)
    for verb in STOPS:
        if (verb,) in choice.options:
            return (verb,)
    if choice.kind == "number":
        return choice.options[0]
    # What has to be done once is done differently each time, so that no order of two runs round.
    # What can be used again and again (discard a card, draw a card) does not bring the end nearer.
    options = [option for option in choice.options if option[0] == "play"] or choice.options
    return options[len(state.facts) % len(options)]


PROPERTY = Property(
    "turn-ends",
    "Every turn can be ended by whoever wants to end it, and no card resolves forever.",
    check,
    expensive=True,
)
