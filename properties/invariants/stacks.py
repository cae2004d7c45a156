"""9. The Weakness stack never grows, except where the book returns Weaknesses to it."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.game import Game
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.options import BuyCard
from rules_check.oracle.values.state import State
from rules_check.properties.model import Property, Step
from rules_check.properties.observed import Moved, moves, texts_of, weakness_names
from rules_check.properties.passage import Breach, Passage, Statement, broken


def check(step: Step) -> Iterator[str]:
    """Look at every card that came to the Weakness stack, and at every one bought from it."""
    game, before, after = step.game, step.before.zones, step.after.zones
    for name in weakness_names(game.ruleset):
        zone = game.stacks[name]
        if before[zone] is not after[zone]:
            yield from broken(returns(step))
            came = [m for m in moves(step.events) if m.to == zone != m.source]
            left = [m for m in moves(step.events) if m.source == zone != m.to]
            if len(after[zone]) - len(before[zone]) > len(came) - len(left):
                yield f"the {name} stack has grown untold"


def returns(passage: Passage) -> Iterator[Breach]:
    """The Weakness stack grows only where the book or a text returns Weaknesses to it."""
    game = passage.game
    zones = {game.stacks[name]: name for name in weakness_names(game.ruleset)}
    for moved in moves(passage.events):
        if moved.source == moved.to:
            continue
        if moved.to in zones:
            yield from returned(game, zones[moved.to], moved)
        elif moved.source in zones and moved.event.topic.startswith("buy."):
            yield f"{zones[moved.source]} was bought; it is never for sale", True


def returned(game: Game, stack: str, moved: Moved) -> Iterator[Breach]:
    """A card came to the Weakness stack: a destroyed Weakness, where the book says so."""
    name, texts = game.name(moved.card), texts_of(game)
    if name != stack:
        if stack not in texts.named_stacks and not texts.swaps:
            yield f"{name} came to the {stack} stack", True
    elif moved.event.kind == "destroy":
        if name not in game.parameters.get("destroy.returns_to_stack", ()):
            yield f"a destroyed {name} went back to its stack", True
    elif not texts.into_stack:
        yield f"{name} went back to its stack: {moved.event.kind}", True


def for_sale(passage: Passage, state: State, choice: Choice) -> Iterator[Breach]:
    """No Weakness can be bought."""
    game = passage.game
    zones = [game.stacks[name] for name in weakness_names(game.ruleset)]
    if choice.kind is ChoiceKind.MAIN:
        for option in choice.options:
            if isinstance(option, BuyCard) and state.where[option.card] in zones:
                yield f"{game.name(option.card)} can be bought", True


def touches(playset: PlaySet, nodes: list[a.Node]) -> bool:
    """A text names a Weakness or a stack, or destroys where the book returns what is destroyed."""
    names = weakness_names(playset.ruleset)
    returning = playset.ruleset.parameters.get("destroy.returns_to_stack", ())
    return any(_reaches_stack(node, names, bool(returning)) for node in nodes)


def _reaches_stack(node: a.Node, weaknesses: frozenset[str], destroying: bool) -> bool:
    match node:
        case a.NameNoun(name):
            return name in weaknesses
        case a.Place(a.Zone.STACK):
            return True
        case a.Move(a.Verb.RETURN, _, None):
            return True
        case a.Move(a.Verb.DESTROY):
            return destroying
        case _:
            return False


PROPERTY = Property(
    "weakness-stack",
    "The Weakness stack never grows, except where the book returns destroyed Weaknesses to it; "
    "nobody can buy from it.",
    check,
    statement=Statement(returns, touches=touches, offers=for_sale),
)
