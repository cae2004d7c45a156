"""3. At most one Character is defeated per turn, and only in a Confrontation; or at most one
Super-Villain, from the top of their stack, for its price."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.oracle.values.events import Event
from rules_check.oracle.values.zones import CHARACTERS, DISCARD
from rules_check.properties.model import Property, Step
from rules_check.properties.observed import moves, zone_of
from rules_check.properties.passage import Breach, Passage, Statement, broken
from rules_check.properties.shadow import Shadow


def check(step: Step) -> Iterator[str]:
    """Count the defeats of each turn, and look whether other Characters have left."""
    yield from broken(one_defeat(step))
    yield from stacks(step)
    game = step.game
    stacked = [zone_of(player, CHARACTERS) for player in range(game.players)]
    for moved in moves([e for e in step.events if e.detail and e.detail[0] in stacked]):
        kind = moved.event.kind
        leaves = kind == "remove" and moved.event.player in step.after.out
        if moved.source in stacked and kind != "defeat" and not leaves:
            yield f"the Character {game.name(moved.card)} was moved: {kind}"


def due(step: Step, shadow: Shadow) -> bool:
    """Somebody's Characters were touched, or the engine counts another number of defeats."""
    return step.after.defeats != shadow.defeats or not shadow.touched.isdisjoint(
        shadow.table.characters
    )


TOLD = frozenset({"turn", "confront", "cancel", "compare", "defeat"})
"""The events that matter to it."""


def one_defeat(passage: Passage) -> Iterator[Breach]:
    """Of the foe who is Confronted the top Character falls, where Power is compared; no other does.

    This is the step of an induction over the turn, which begins with no defeat.
    """
    most = passage.game.parameters["confront.max_defeats_per_turn"]
    defeats, target, compared, fallen = passage.began.defeats, -1, False, 0
    confronted = passage.began.confronted
    for event in passage.events if not passage.kinds.isdisjoint(TOLD) else ():
        kind = event.kind
        if kind == "turn":
            defeats, confronted = 0, -1
        elif kind == "confront":
            confronted = event.detail[0]
        elif kind == "cancel":
            confronted = -1
        elif kind == "compare":
            compared, target = True, event.detail[0]
            if target != confronted:
                yield "Power is compared with the cost of a foe who is not Confronted", True
        elif kind == "defeat" and of_variant(passage, event):
            yield from paid_for(passage, event)
        elif kind == "defeat":
            defeats = defeats + 1
            yield "more is defeated in one turn than the book allows", defeats > most
            if passage.game.boss_stack >= 0:
                yield from from_the_stack(passage, event)
            elif not compared:
                yield "a Character is defeated where no Power is compared", True
            elif event.detail[0] != zone_of(target, CHARACTERS):
                yield f"{passage.call(event.cards[0])} was defeated and was not Confronted", True
            elif not fallen and event.cards != (passage.top(target),):
                yield "another Character than the one on top is defeated", True
            fallen += 1
            compared = most > 1
    if (wrong := passage.after.defeats != defeats) is not False:
        yield "the engine counts another number of defeats", wrong


def from_the_stack(passage: Passage, event: Event) -> Iterator[Breach]:
    """A Super-Villain was defeated: it lay face up on top of the stack, and was paid for."""
    name = passage.call(event.cards[0])
    if event.detail[0] != passage.game.boss_stack:
        yield f"{name} was defeated and did not lie on the stack", True
    if event.cards != (passage.began.face_up,):
        yield f"{name} was defeated and did not lie face up", True
    yield from paid_for(passage, event)


def of_variant(passage: Passage, event: Event) -> bool:
    """Whether a Super-Villain was defeated that a variant lets players take from elsewhere than the
    stack: of these there may be several in a turn."""
    game, source = passage.game, event.detail[0]
    if game.villains_hide:
        return bool(source == game.line_up)
    others = [p for p in range(game.players) if game.team[p] != game.team[event.player]]
    return game.hunting and source in [zone_of(other, DISCARD) for other in others]


def paid_for(passage: Passage, event: Event) -> Iterator[Breach]:
    """A Super-Villain that was defeated is in the discard pile, and was paid for."""
    name = passage.call(event.cards[0])
    if event.detail[1] != zone_of(event.player, DISCARD):
        yield f"{name} was defeated and is not in the discard pile", True
    if not any(e.kind == "pay" and e.cards == event.cards for e in passage.events):
        yield f"{name} was defeated and not paid for", True


def counts(passage: Passage) -> bool:
    """A run of a card is about it if Power is compared, or a Super-Villain could be defeated; one
    of a rule always is."""
    return passage.of_rules or "compare" in passage.kinds or passage.game.boss_stack >= 0


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
    "At most one Character is defeated in a turn: the top one of the foe who was Confronted; or "
    "at most one Super-Villain: the top one of the stack, for its cost.",
    check,
    statement=Statement(one_defeat, counts),
    kinds=frozenset({"compare", "defeat"}),
    due=due,
)
