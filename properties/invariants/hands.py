"""7. A hand of five after the draw step; a reshuffle only when a card is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules_check.grammar.ast import Verb
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.zones import DECK, DISCARD, HAND
from rules_check.properties.model import Property, Span, Step
from rules_check.properties.observed import moves, texts_of, zone_of
from rules_check.properties.shadow import Shadow

DRAWN = ("end.draw", "setup.hand")
"""How the topics of draws begin that the rules ask for, not a text."""


def check(step: Step) -> Iterator[str]:
    """Count the cards that were drawn, and look why a discard pile was shuffled."""
    for span in step.ended:
        if step.before.turn == 0 and span is step.spans[0]:
            yield from first_hands(step, span)
        else:
            yield from new_hand(step, span)
    if "draw" in step.kinds:
        yield from from_the_top(step)
    if "reshuffle" in step.kinds:
        yield from needed(step)


def due(step: Step, shadow: Shadow) -> bool:
    """A new hand was not drawn as usual, or it is one of the first."""
    return shadow.odd or (not shadow.turn and not step.kinds.isdisjoint(("draw", "turn")))


def first_hands(step: Step, span: Span) -> Iterator[str]:
    """Everybody begins with a full hand (a game that begins with the set-up)."""
    if not any(event.kind == "starting deck" for event in span.events):
        return
    drawn = Counter(
        e.player for e in span.events if e.kind == "draw" and e.topic.startswith("setup.hand")
    )
    for player, name in enumerate(step.game.seats):
        if drawn[player] != step.game.parameters["hand_size"]:
            yield f"{name} begins with {drawn[player]} cards"


def new_hand(step: Step, span: Span) -> Iterator[str]:
    """Whoever ends a turn has drawn five cards, or all there were."""
    if not any(event.kind == "end of turn" for event in span.events):
        return
    player = next(e.player for e in span.events if e.kind == "end of turn")
    drawn = [
        at
        for at, event in enumerate(span.events)
        if event.kind == "draw" and event.topic.startswith("end.draw")
    ]
    if texts_of(step.game).hands:
        return  # a text may say how many
    wanted = step.game.parameters["hand_size"]
    name = step.game.seats[player]
    if any(span.events[at].player != player for at in drawn):
        yield f"somebody else than {name} drew a new hand"
    if len(drawn) > wanted:
        yield f"{name} drew {len(drawn)} cards for a new hand"
    elif len(drawn) < wanted and not _forbidden(span, player):
        piles = zone_of(player, DECK), zone_of(player, DISCARD)
        last = drawn[-1] + 1 if drawn else 0
        came = sum(1 for m in moves(span.events[last:]) if m.to in piles)
        left = sum(pile_sizes(step, span, player))
        if left > (came if drawn else 0):
            yield f"{name} drew {len(drawn)} cards for a new hand; {left} more were there"


def _forbidden(span: Span, player: int) -> bool:
    """Whether a text keeps the player from drawing, as the events tell."""
    told = (e for e in span.events if e.kind == "forbidden" and e.player == player)
    return any(event.detail == (Verb.DRAW.value,) for event in told)


def pile_sizes(step: Step, span: Span, player: int) -> tuple[int, int]:
    """The size of a player's deck and discard pile when the turn ended in this step."""
    deck, discard = zone_of(player, DECK), zone_of(player, DISCARD)
    sizes = {zone: len(step.before.zones[zone]) for zone in (deck, discard)}
    events: list[Event] = []
    for other in step.spans:
        events += other.new()
        if other is span:
            break
    for event in events:
        if event.kind == "reshuffle" and event.player == player:
            sizes[deck] += len(event.cards)
            sizes[discard] -= len(event.cards)
        for moved in moves([event]):
            if moved.source != moved.to:
                if moved.source in sizes:
                    sizes[moved.source] -= 1
                if moved.to in sizes:
                    sizes[moved.to] += 1
    return sizes[deck], sizes[discard]


def from_the_top(step: Step) -> Iterator[str]:
    """A new hand comes from the top of the player's own deck."""
    piles: dict[int, list[int]] = {}  # decks whose order is known
    lost: set[int] = set()  # zones whose order is not
    for event in step.events:
        deck = zone_of(event.player, DECK)
        if event.kind == "reshuffle":
            piles.setdefault(deck, list(step.before.zones[deck])).extend(event.cards)
        elif event.kind == "shuffle":
            lost.update(range(step.game.zone_count))
        if event.kind not in MOVES or len(event.detail) != 2:
            continue
        if event.kind != "draw" or not event.topic.startswith(DRAWN):
            lost.update(event.detail)
            continue
        for moved in moves([event]):
            if (moved.source, moved.to) != (deck, zone_of(event.player, HAND)):
                yield f"{step.game.seats[event.player]} drew from another place than the deck"
            pile = piles.setdefault(deck, list(step.before.zones[deck]))
            if deck not in lost and (not pile or pile.pop(0) != moved.card):
                yield f"{step.game.name(moved.card)} was drawn and was not on top of the deck"
                lost.add(deck)


def needed(step: Step) -> Iterator[str]:
    """Before a reshuffle the deck is empty, or a text looks deeper than it is."""
    before = step.before
    for at, event in enumerate(step.events):
        if event.kind != "reshuffle":
            continue
        name = step.game.seats[event.player]
        deck = before.zones[zone_of(event.player, DECK)]
        discard = before.zones[zone_of(event.player, DISCARD)]
        if set(event.cards) != set(discard) or not discard:
            yield f"{name} shuffled other cards than the discard pile"
        if deck and not before.frames:
            yield f"{name} shuffled the discard pile with {len(deck)} cards in the deck"
        if not before.frames and not used(step, event, step.events[at + 1 :]):
            yield f"{name} shuffled the discard pile and needed no card"


def used(step: Step, event: Event, later: list[Event]) -> bool:
    """Whether a card of the new deck was used at once."""
    if any(card in event.cards for other in later for card in other.cards):
        return True
    choice = step.after.choice
    return choice is not None and any(
        card in event.cards for option in choice.options for card in option.named_cards
    )


PROPERTY = Property(
    "hand-and-reshuffle",
    "After the draw step a player has five new cards, unless there are no more; a discard pile "
    "is shuffled only when a card is needed.",
    check,
    kinds=frozenset({"reshuffle"}),
    due=due,
)
