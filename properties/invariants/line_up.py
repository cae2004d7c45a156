"""6. The Line-Up changes as the steps allow; the main deck receives no forbidden card."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State
from rules_check.properties.model import Property, Span, Step
from rules_check.properties.observed import Moved, moves, standing_cards, texts_of
from rules_check.properties.shadow import Shadow


def check(step: Step) -> Iterator[str]:
    """Follow the Line-Up through the events, and look at what came into the main deck."""
    game, before, after = step.game, step.before, step.after
    line_up, main_deck = game.line_up, game.main_deck
    if step.number == 1:
        yield from forbidden(game, before, before.zones[main_deck])
    if before.zones[main_deck] is not after.zones[main_deck]:
        came = [c for c in after.zones[main_deck] if before.where[c] != main_deck]
        yield from forbidden(game, after, came)
    if before.zones[line_up] is not after.zones[line_up] or step.ended:
        yield from sizes(step)
        for card in after.zones[line_up]:
            if game.kinds[card].character:
                yield f"the Character {game.name(card)} lies in the Line-Up"


def due(step: Step, shadow: Shadow) -> bool:
    """The Line-Up or the main deck was touched, or a turn has begun with a Line-Up that is not
    full; or the game has just begun."""
    table = shadow.table
    if not shadow.touched.isdisjoint(table.sold) or step.number == 1:
        return True
    return "turn" in step.kinds and len(step.after.zones[step.game.line_up]) < table.size


def forbidden(game: Game, state: State, cards: list[int] | tuple[int, ...]) -> Iterator[str]:
    """Basic cards, Characters and Super-Villains never enter the main deck."""
    names = {basic.name for basic in game.ruleset.basics}
    for card in cards:
        if state.where[card] == game.main_deck and (
            game.kinds[card].name in names
            or game.kinds[card].character
            or (game.boss_stack >= 0 and a.Title.SUPER_VILLAIN in game.kinds[card].titles)
        ):
            yield f"{game.card_id(card)} is in the main deck"


def sizes(step: Step) -> Iterator[str]:
    """How many cards lie in the Line-Up after each event, and whether one may come now."""
    game = step.game
    size = len(step.before.zones[game.line_up])
    appeared = False  # what a First Appearance takes from the Line-Up is not filled up again
    for place, span in enumerate(step.spans):
        events = span.new()
        if place and size < fewest(step) and not appeared:
            yield f"the turn began with {size} cards in the Line-Up"
        appeared = any(event.kind == "first appearance" for event in span.events)
        for at, event in enumerate(events):
            for moved in moves([event]):
                if moved.to == game.line_up and moved.source != game.line_up:
                    size += 1
                    if moved.source == game.main_deck:
                        yield from refilled(step, span, span.fresh + at, moved, size)
                elif moved.source == game.line_up and moved.to != game.line_up:
                    size -= 1


def refilled(step: Step, span: Span, at: int, moved: Moved, size: int) -> Iterator[str]:
    """A card came from the main deck: in the step for it, or because a text says so."""
    game, topic = step.game, moved.event.topic
    name = game.name(moved.card)
    if topic.startswith("setup."):
        if step.before.turn:
            yield f"{name} was dealt to the Line-Up after the set-up"
        wanted = game.parameters["lineup.size"]
        if size > wanted:
            yield f"{name} is card {size} of the first Line-Up; it has {wanted}"
    elif topic.startswith("end.refill"):
        if not in_refill_step(span.events[:at]):
            yield f"{name} came into the Line-Up before the step for it"
        if size > most(step, held=topic.endswith(".held")):
            yield f"the Line-Up was filled up to {size} cards"
    else:
        texts = texts_of(game)
        if topic.startswith("effect.refill"):
            allowed = texts.fills
        elif topic.startswith("effect.replace"):
            allowed = texts.replaces
        else:
            allowed = texts.into_line_up
        if not allowed:
            yield f"{name} came into the Line-Up, and no text says so"


def in_refill_step(events: list[Event]) -> bool:
    """Whether the turn is over but for the last steps: the Power is lost already."""
    return any(event.kind == "lose power" for event in events)


def held_to(step: Step) -> list[int]:
    """The sizes to which texts hold the Line-Up around this step."""
    holds = texts_of(step.game).holds
    if not holds or step.before.frames:  # a text that is over after this step may have held it
        return list(holds)
    before, after = step.before, step.after
    texts = [x.node for x in (*before.lasting, *after.lasting)]
    texts += [step.game.kinds[card].text for card in standing_cards(step.game, before)]
    return [node.number for text in texts for node in a.walk(text) if isinstance(node, a.RefillTo)]


def fewest(step: Step) -> int:
    """How many cards the Line-Up has at least when a turn begins."""
    size: int = step.game.parameters["lineup.size"]
    return min([size, *held_to(step)])


def most(step: Step, held: bool) -> int:
    """Up to how many cards the Line-Up may be filled."""
    size: int = step.game.parameters["lineup.size"]
    return max(held_to(step), default=size) if held else size


PROPERTY = Property(
    "line-up-size",
    "The Line-Up is filled only in its step, up to its size; no basic card and no Character "
    "ever enters the main deck.",
    check,
    kinds=frozenset(),
    due=due,
)
