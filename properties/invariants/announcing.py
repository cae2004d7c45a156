"""4. No purchase in a Confrontation; it is announced first, against the lowest foe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.options import BuyCard, Confront
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DISCARD, HAND
from rules_check.properties.model import Property, Span, Step
from rules_check.properties.observed import buys_or_cancels, foes_of, moves, zone_of
from rules_check.properties.passage import Breach, Passage, Statement, broken
from rules_check.properties.shadow import Shadow


def check(step: Step) -> Iterator[str]:
    """Look at purchases, at announcements, and at who is offered as a target."""
    choice = step.before.choice
    if choice is not None and choice.kind is ChoiceKind.ANNOUNCE:
        yield from broken(offered(step, step.before, choice))
    if "confront" in step.kinds:
        for span in step.spans:
            yield from announced(step, span)
    if "buy" in step.kinds or "compare" in step.kinds:
        yield from broken(purchases(step))
    if "buy" in step.kinds:
        yield from sources(step)


def due(step: Step, shadow: Shadow) -> bool:  # noqa: ARG001 (the signature of `Property.due`)
    """A Confrontation could be announced."""
    return shadow.asked is ChoiceKind.ANNOUNCE


def purchases(passage: Passage) -> Iterator[Breach]:
    """Nothing is bought while a Confrontation is on, and what is bought is discarded: also what a
    text lets somebody buy, in proofs and in games."""
    forbidden = passage.game.parameters.get("confront.forbids_buy", True)
    on = passage.confronting
    for event in [event for event in passage.events if event[0] in TOLD]:
        if event.kind == "confront":
            on = True
        elif event.kind in ("cancel", "turn"):
            on = False
        elif event.kind == "compare" and not on:
            yield "Power is compared although no Confrontation is on", True
        elif event.kind == "buy":
            if on and forbidden:
                yield "a card is bought while a Confrontation is on", True
            if event.detail[1] != zone_of(event.player, DISCARD):
                yield "a card is bought and does not go to the discard pile", True


TOLD = frozenset({"confront", "cancel", "turn", "compare", "buy"})
"""The events that matter to purchases."""


def offered(passage: Passage, state: State, choice: Choice) -> Iterator[Breach]:
    """Offered targets are exactly the lowest foes; no purchase and no late announcement."""
    game = passage.game
    if choice.kind is ChoiceKind.ANNOUNCE:
        if ChoiceKind.MAIN in passage.asked:
            yield "a Confrontation can be announced after cards could be played", True
        found = [option.player for option in choice.options if isinstance(option, Confront)]
        foes = foes_of(game, state, state.active)
        for foe in foes:
            lowest = is_lowest(passage, state, foe, foes)
            if lowest and foe not in found:
                yield f"{game.seats[foe]} is lowest and could not be Confronted", True
            elif foe in found and not lowest:
                yield f"{game.seats[foe]} could be Confronted; another foe is lower", True
    elif choice.kind is ChoiceKind.MAIN:
        yield from no_way_round(passage, state, choice)


def no_way_round(passage: Passage, state: State, choice: Choice) -> Iterator[Breach]:
    """While cards are played nothing can be bought in a Confrontation, and none announced."""
    game = passage.game
    if state.confronted >= 0:
        if any(isinstance(option, BuyCard) for option in choice.options):
            yield "a card can be bought while a Confrontation is on", True
        for card in state.zones[game.line_up]:
            if game.refuse(state, BuyCard(card)) is None:
                yield "buying is not refused while a Confrontation is on", True
    for foe in foes_of(game, state, state.active):
        if game.refuse(state, Confront(foe)) is None:
            yield "a Confrontation can be announced when cards are played", True


def is_lowest(passage: Passage, state: State, foe: int, foes: Sequence[int]) -> bool:
    """Whether one of the foes may be Confronted by the rule of the book; on unknown costs forks the
    path."""
    game = passage.game
    others = [other for other in foes if other != foe]
    match game.parameters.get("confront.target_rule"):
        case "min_current_cost":
            mine = passage.standing_cost(state, foe)
            return all(mine <= passage.standing_cost(state, other) for other in others)
        case "lower_level":
            level = game.kinds[passage.top(foe)].level
            return all(level <= game.kinds[passage.top(other)].level for other in others)
        case _:
            return True


def about(passage: Passage) -> bool:
    """A Confrontation is on, announced, or could be; or something is bought."""
    asked = not passage.asked.isdisjoint((ChoiceKind.ANNOUNCE, ChoiceKind.MAIN))
    return passage.confronting or asked or "buy" in passage.kinds


def touches(playset: PlaySet, nodes: list[a.Node]) -> bool:  # noqa: ARG001 (of a `Statement`)
    """A text buys, or ends a Confrontation."""
    return any(buys_or_cancels(node) for node in nodes)


def announced(step: Step, span: Span) -> Iterator[str]:
    """A Confrontation is announced once, and before any card is played from the hand."""
    played = announcements = 0
    for at, event in enumerate(span.events):
        if event.kind == "play" and len(event.detail) == 2:
            played += event.detail[0] == zone_of(event.player, HAND)
        elif event.kind == "confront":
            announcements += 1
            if at < span.fresh:
                continue
            if played:
                yield "a Confrontation was announced after a card was played"
            if announcements > 1:
                yield "a second Confrontation was announced in one turn"
            target = event.detail[0]
            foes = foes_of(step.game, step.before, step.before.active)
            if target not in foes or not is_lowest(step, step.before, target, foes):
                yield f"{step.game.seats[target]} was Confronted and is not the lowest foe"


def sources(step: Step) -> Iterator[str]:
    """What is bought by the rules comes from the Line-Up or from a stack."""
    game = step.game
    for moved in moves(e for e in step.events if e.kind == "buy" and e.topic.startswith("buy.")):
        if moved.source != game.line_up and moved.source not in game.stacks.values():
            yield f"{game.name(moved.card)} was bought from {game.zone_name(moved.source)}"


PROPERTY = Property(
    "no-purchase-in-confrontation",
    "Nothing is bought in a turn with a Confrontation; it is announced before any card is "
    "played, and its target is the foe that the book names: the lowest one.",
    check,
    statement=Statement(purchases, about, touches, offered),
    kinds=frozenset({"confront", "buy", "compare"}),
    due=due,
)
