"""12. A player's view contains nothing that is hidden from that player."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.oracle.game import Game
from rules_check.oracle.seen import view
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, HAND
from rules_check.properties.model import Property, Step
from rules_check.properties.observed import side_of, zone_of


def check(step: Step) -> Iterator[str]:
    """Exchange the hidden cards among each other: nobody may see a difference."""
    game, before = step.game, step.before
    for seat in range(game.players):
        seen = view(game, before, seat)
        choice = before.choice
        if choice is not None and choice.player != seat and "options" in (seen["choice"] or {}):
            yield f"{game.seats[seat]} is told what another player can do"
        for turn in (1, 5):
            other = exchanged(game, before, seat, turn)
            if view(game, other, seat) != seen:
                key = next(k for k, v in view(game, other, seat).items() if v != seen[k])
                yield f"{game.seats[seat]} can see hidden cards under {key!r}"
                break


def hidden_zones(game: Game, seat: int) -> list[int]:
    """The zones whose cards a player may not see: all decks, the stack of Super-Villains and those
    that are not used, and the hands of the foes."""
    zones = [game.main_deck]
    if game.boss_stack >= 0:
        zones += [game.boss_stack, game.unused_bosses]
    for player in range(game.players):
        zones.append(zone_of(player, DECK))
        if player not in side_of(game, seat):
            zones.append(zone_of(player, HAND))
    return zones


def known(game: Game, state: State, seat: int) -> set[int]:
    """Hidden cards that this player sees just now: shown by a text, or offered to choose."""
    side = side_of(game, seat)
    found: set[int] = {state.face_up}
    for frame in state.frames:
        for verb, player, card, *_ in frame.way:
            if verb == "reveal" or (verb in ("look at", "choose") and player in side):
                found.add(card)
    choice = state.choice
    if choice is not None and choice.player == seat:
        for option in choice.options:
            found.update(option.named_cards)
    return found


def exchanged(game: Game, state: State, seat: int, turn: int) -> State:
    """The same position with the hidden cards moved on by some places among each other."""
    fixed = known(game, state, seat)
    places = [
        (zone, at)
        for zone in hidden_zones(game, seat)
        for at, card in enumerate(state.zones[zone])
        if card not in fixed
    ]
    cards = [state.zones[zone][at] for zone, at in places]
    other = state.copy()
    new = {zone: list(state.zones[zone]) for zone, _ in places}
    for (zone, at), card in zip(places, cards[turn:] + cards[:turn], strict=True):
        new[zone][at] = card
        other.where[card] = zone
    for zone, order in new.items():
        other.zones[zone] = tuple(order)
    return other


PROPERTY = Property(
    "hidden-cards",
    "A player sees nothing of the cards that are hidden from that player but how many there are.",
    check,
    expensive=True,
)
