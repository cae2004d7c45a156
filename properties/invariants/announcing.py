"""4. No purchase in a Confrontation; it is announced first, against the lowest foe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules_check.oracle.game import Game
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import Confront
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DISCARD, HAND
from rules_check.properties.model import Property, Span, Step
from rules_check.properties.reading import (
    character_cost,
    confronted,
    foes_of,
    moves,
    top_character,
    zone_of,
)


def check(step: Step) -> Iterator[str]:
    """Look at purchases, at announcements, and at who is offered as a target."""
    choice = step.before.choice
    if choice is not None and choice.kind is ChoiceKind.ANNOUNCE:
        yield from offered(step)
    if "confront" in step.kinds:
        for span in step.spans:
            yield from announced(step, span)
    if "buy" in step.kinds:
        for span in step.spans:
            yield from bought(step, span)


def offered(step: Step) -> Iterator[str]:
    """The targets that are offered are the foes that the book allows, all of them."""
    game, before = step.game, step.before
    assert before.choice is not None
    found = {option.player for option in before.choice.options if isinstance(option, Confront)}
    allowed = set(lowest(game, before))
    for seat in sorted(found - allowed):
        yield f"{game.seats[seat]} could be Confronted; another foe is lower"
    for seat in sorted(allowed - found):
        yield f"{game.seats[seat]} is lowest and could not be Confronted"


def lowest(game: Game, state: State) -> list[int]:
    """The foes of the active player who may be Confronted by the rule of the book."""
    foes = foes_of(game, state, state.active)
    rule = game.parameters.get("confront.target_rule", "sole")
    if len(foes) < 2 or rule == "sole":
        return list(foes)
    values: dict[int, Any] = {}
    for foe in foes:
        if rule == "min_current_cost":
            cost = character_cost(game, state, foe)
            values[foe] = game.character_cost(state, foe) if cost is None else cost
        else:
            values[foe] = game.kinds[top_character(state, foe)].level
    return [foe for foe in foes if values[foe] == min(values.values())]


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
            if event.detail[0] not in lowest(step.game, step.before):
                yield f"{step.game.seats[event.detail[0]]} was Confronted and is not the lowest foe"


def bought(step: Step, span: Span) -> Iterator[str]:
    """Nothing is bought in a turn with a Confrontation, unless it was cancelled."""
    game = step.game
    on = confronted(step, span) >= 0
    for at, event in enumerate(span.events):
        if event.kind == "confront":
            on = True
        elif event.kind == "cancel":
            on = False
        elif event.kind == "buy" and at >= span.fresh and event.topic.startswith("buy."):
            name = game.name(event.cards[0])
            if on and game.parameters.get("confront.forbids_buy", True):
                yield f"{name} was bought in a turn with a Confrontation"
            for moved in moves([event]):
                if moved.source != game.line_up and moved.source not in game.stacks.values():
                    yield f"{name} was bought from {game.zone_name(moved.source)}"
                if moved.to != zone_of(event.player, DISCARD):
                    yield f"{name} was bought and went to {game.zone_name(moved.to)}"


PROPERTY = Property(
    "no-purchase-in-confrontation",
    "Nothing is bought in a turn with a Confrontation; it is announced before any card is "
    "played, and its target is the foe that the book names: the lowest one.",
    {
        "confrontations": (
            "CONF-TS02",
            "CONF-TS03",
            "CONF-CF02",
            "CONF-CF03",
            "CONF-CF17",
            "CONF-CF18",
            "CONF-GP09",
        ),
        "rivals-batman-joker": (
            "RBJ-CF02",
            "RBJ-CF03",
            "RBJ-CF05",
            "RBJ-CF27",
            "RBJ-G12",
            "RBJ-G15",
        ),
        "rivals-shazam-black-adam": ("RSB-CF01", "RSB-T03", "RSB-T04", "RSB-CF13", "RSB-G07"),
    },
    check,
)
