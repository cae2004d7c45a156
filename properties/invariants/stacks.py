"""9. The Weakness stack grows only where the book or a text puts cards there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import BuyCard
from rules_check.properties.model import Property, Step
from rules_check.properties.observed import Moved, moves, standing_cards, weakness_names
from rules_check.properties.shadow import Shadow


def check(step: Step) -> Iterator[str]:
    """Look at every card that came to the Weakness stack, and at every one bought from it."""
    game, before, after = step.game, step.before.zones, step.after.zones
    yield from for_sale(step)
    for name in weakness_names(game.ruleset):
        zone = game.stacks[name]
        if before[zone] is not after[zone]:
            came = [m for m in moves(step.events) if m.to == zone != m.source]
            left = [m for m in moves(step.events) if m.source == zone != m.to]
            for moved in came:
                yield from returned(step, name, moved)
            if any(moved.event.topic.startswith("buy.") for moved in left):
                yield f"{name} was bought; it is never for sale"
            if len(after[zone]) - len(before[zone]) > len(came) - len(left):
                yield f"the {name} stack has grown untold"


def due(step: Step, shadow: Shadow) -> bool:
    """The stack was touched, or a card of it is offered."""
    zones = shadow.table.weaknesses
    if not shadow.touched.isdisjoint(zones):
        return True
    choice = step.after.choice
    if choice is None or choice.kind is not ChoiceKind.MAIN:
        return False
    sold = [option[1] for option in choice.options if type(option) is BuyCard]
    return bool(sold) and not all(shadow.heaps[zone].isdisjoint(sold) for zone in zones)


def returned(step: Step, stack: str, moved: Moved) -> Iterator[str]:
    """A card came to the Weakness stack: destroyed, where the book returns it, or because the text
    of a card that is at work says so."""
    game = step.game
    name, kind = game.name(moved.card), moved.event.kind
    if kind == "destroy" and name == stack:
        if name not in game.parameters.get("destroy.returns_to_stack", ()):
            yield f"a destroyed {name} went back to its stack"
    elif not any(kind in putting(game).get(card, ()) for card in at_work(step)):
        went = "went back to its stack" if name == stack else f"came to the {stack} stack"
        yield f"{name} {went}: {kind}"


def at_work(step: Step) -> Iterator[int]:
    """The kinds of the cards that this turn has told of, and of those whose texts stand; where
    texts can be gained or last, of all cards."""
    game = step.game
    if game.has_gained_texts or step.before.lasting:
        yield from range(len(game.kind_list))
        return
    cards = {card for span in step.spans for event in span.events for card in event.cards}
    cards.update(standing_cards(game, step.before))
    yield from {game.kind_index[card] for card in cards if card >= 0}


@lru_cache(maxsize=32)
def putting(game: Game) -> dict[int, frozenset[str]]:
    """For each kind of card whose text can put a card on a stack: the kinds of event that do."""
    found = {}
    for kind in game.kind_list:
        events = frozenset(event for node in a.walk(kind.text) for event in _puts(node))
        if events:
            found[kind.index] = events
    return found


def _puts(node: a.Node) -> Iterator[str]:
    match node:
        case a.Move(verb, _, a.Place(a.Zone.STACK)):
            yield verb.value
        case a.Move(a.Verb.RETURN, _, None) | a.Lasting(a.Move()):
            yield a.Verb.RETURN.value
        case a.Swap():
            yield a.Verb.SWAP.value
        case _:
            pass


def for_sale(step: Step) -> Iterator[str]:
    """No Weakness can be bought."""
    game, choice = step.game, step.after.choice
    if choice is None or choice.kind is not ChoiceKind.MAIN:
        return
    zones = [game.stacks[name] for name in weakness_names(game.ruleset)]
    for option in choice.options:
        if isinstance(option, BuyCard) and step.after.where[option.card] in zones:
            yield f"{game.name(option.card)} can be bought"


PROPERTY = Property(
    "weakness-stack",
    "The Weakness stack grows only where the book returns destroyed Weaknesses to it, or a text "
    "that is at work puts cards there; nobody can buy from it.",
    check,
    kinds=frozenset(),
    due=due,
)
