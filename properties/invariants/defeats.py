"""3. At most one Character is defeated per turn, and only in a Confrontation."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.oracle.values.zones import CHARACTERS
from rules_check.properties.model import Property, Span, Step
from rules_check.properties.reading import confronted, moves, zone_of


def check(step: Step) -> Iterator[str]:
    """Count the defeats of each turn, and look whether other Characters have left."""
    if "defeat" in step.kinds:
        for span in step.spans:
            yield from counted(step, span)
    yield from stacks(step)
    kinds = step.game.kinds
    for moved in moves(step.events):
        if kinds[moved.card].character and moved.event.kind != "defeat":
            yield f"the Character {kinds[moved.card].name} was moved: {moved.event.kind}"


def counted(step: Step, span: Span) -> Iterator[str]:
    """The defeats of one turn: one of them, of the Confronted foe."""
    game = step.game
    target, defeats = confronted(step, span), 0
    for at, event in enumerate(span.events):
        if event.kind == "confront":
            target = event.detail[0]
        elif event.kind == "cancel":
            target = -1
        elif event.kind == "defeat":
            defeats += 1
            if at < span.fresh:
                continue
            name = game.card_id(event.cards[0]).partition("#")[0]
            if defeats > game.parameters.get("confront.max_defeats_per_turn", 1):
                yield f"{name} is the {defeats}. Character defeated in one turn"
            if event.detail[0] != zone_of(target, CHARACTERS):
                yield f"{name} was defeated and was not Confronted"


def stacks(step: Step) -> Iterator[str]:
    """A Character leaves the top of its stack by being defeated, and never comes back."""
    game, before, after = step.game, step.before.zones, step.after.zones
    for player in range(game.players):
        zone = zone_of(player, CHARACTERS)
        if before[zone] is after[zone]:
            continue
        fallen = [m.card for m in moves(step.events) if m.event.kind == "defeat"]
        left = tuple(card for card in before[zone] if card not in fallen)
        if after[zone] != left:
            yield f"the Characters of {game.seats[player]} changed without a defeat"
        elif before[zone][len(before[zone]) - len(left) :] != left:
            yield f"{game.seats[player]}: another Character than the top one was defeated"


PROPERTY = Property(
    "one-defeat-per-turn",
    "At most one Character is defeated in a turn: the top one of the foe who was Confronted.",
    {
        "confrontations": ("CONF-CF06", "CONF-CF13"),
        "rivals-batman-joker": ("RBJ-CF04", "RBJ-CF10", "RBJ-CF08"),
        "rivals-shazam-black-adam": ("RSB-CF02", "RSB-CF09", "RSB-CF08"),
    },
    check,
)
