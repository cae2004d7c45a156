"""9. The Weakness stack never grows, except where the book returns Weaknesses to it."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.oracle.game import Game
from rules_check.properties.model import Property, Step
from rules_check.properties.reading import Moved, moves, texts_of


def check(step: Step) -> Iterator[str]:
    """Look at every card that came to the Weakness stack, and at every one bought from it."""
    game, before, after = step.game, step.before.zones, step.after.zones
    for name in texts_of(game).weaknesses:
        zone = game.stacks[name]
        if before[zone] is after[zone]:
            continue
        told = 0
        for moved in moves(step.events):
            if moved.to == zone != moved.source:
                told += 1
                yield from returned(game, name, moved)
            elif moved.source == zone != moved.to:
                told -= 1
                if moved.event.topic.startswith("buy."):
                    yield f"{name} was bought; it is never for sale"
        if len(after[zone]) - len(before[zone]) > told:
            yield f"the {name} stack has grown untold"


def returned(game: Game, stack: str, moved: Moved) -> Iterator[str]:
    """A card came to the Weakness stack: a destroyed Weakness, where the book says so."""
    name, texts = game.name(moved.card), texts_of(game)
    if name != stack:
        if stack not in texts.named_stacks and not texts.swaps:
            yield f"{name} came to the {stack} stack"
    elif moved.event.kind == "destroy":
        if name not in game.parameters.get("destroy.returns_to_stack", ()):
            yield f"a destroyed {name} went back to its stack"
    elif not texts.into_stack:
        yield f"{name} went back to its stack: {moved.event.kind}"


PROPERTY = Property(
    "weakness-stack",
    "The Weakness stack never grows, except where the book returns destroyed Weaknesses to it; "
    "nobody can buy from it.",
    check,
)
