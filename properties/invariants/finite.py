"""13. Every turn can be ended in finitely many steps; no resolution runs forever."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import STOPS, Order, PlayCard
from rules_check.oracle.values.state import State
from rules_check.properties.model import Property, Step

MOST_ANSWERS: Final = 3_000
"""Whoever only wants to stop has to answer less often than this until the turn is over."""


def check(step: Step) -> Iterator[str]:
    """From here, always stopping ends the turn."""
    state = step.after.copy()
    turn = state.turn
    for _ in range(MOST_ANSWERS):
        if state.choice is None or state.turn != turn:
            return
        try:
            step.game.take(state, stop(state, state.choice))
        except RunsForever as error:
            yield f"turn {turn}: {error}"
            return
    yield f"turn {turn} goes on after {MOST_ANSWERS:,} answers that only want to end it"


def stopped(step: Step) -> Iterator[str]:
    """The engine has never had to stop texts that set each other off."""
    if "stop" in step.kinds:
        for event in step.events:
            if event.topic == "undecided.triggers":
                names = " and ".join(dict.fromkeys(step.game.name(card) for card in event.cards))
                yield f"texts set each other off without end, and were stopped: {names}"


def but_for(names: frozenset[str]) -> Property:
    """The property for a game in which cards of these names have texts that nobody wrote: such a
    text may set itself or a printed one off, and the engine stops it as it should. What is stopped
    without one of these cards is a violation as ever."""

    def stopped_others(step: Step) -> Iterator[str]:
        cards = {card for event in step.events for card in event.cards if card >= 0}
        if names.isdisjoint(map(step.game.name, cards)):
            yield from stopped(step)

    return replace(PROPERTY, always=stopped_others)


def stop(state: State, choice: Choice) -> Option:
    """The answer that does least: a word that ends something, or a card that has to be played."""
    if choice.kind is ChoiceKind.SHUFFLE:
        return Order(choice.cards)
    for option in STOPS:
        if option in choice.options:
            return option
    if choice.kind is ChoiceKind.NUMBER:
        return choice.options[0]
    # What has to be done once is done differently each time, so that no order of two runs round.
    # What can be used again and again (discard a card, draw a card) does not bring the end nearer.
    plays = [option for option in choice.options if isinstance(option, PlayCard)]
    options = plays or choice.options
    return options[len(state.facts) % len(options)]


PROPERTY = Property(
    "turn-ends",
    "Every turn can be ended by whoever wants to end it, and no card resolves forever.",
    check,
    expensive=True,
    always=stopped,
    kinds=frozenset({"stop"}),
)
