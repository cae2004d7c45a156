"""What one player may see of a position."""

from __future__ import annotations

from typing import Any

from rules_check.oracle.game import Game
from rules_check.oracle.trace.citing import rules_of
from rules_check.oracle.values.choices import NATURE
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import (
    BESIDE,
    CHARACTERS,
    DECK,
    DESTROYED,
    DISCARD,
    HAND,
    PARKED,
    PER_PLAYER,
    PLAY,
    REMOVED,
    SCORE,
)
from rules_check.oracle.writing.labels import label


def sees_hand(g: Game, seat: int, other: int) -> bool:
    """Whether a player may look at another's hand: one's own, and the partner's."""
    return g.team[seat] == g.team[other]


def seen_cards(g: Game, s: State, seat: int, zone: str, owner: int | None) -> list[str] | None:
    """The cards of a zone as the player's view lists them; None where it does not."""
    seen = view(g, s, seat)
    table = seen if owner is None else seen["players"][owner]
    found = table.get(zone)
    return found if isinstance(found, list) else None


def why_seen(g: Game, seat: int, zone: str, owner: int | None) -> tuple[str, ...]:
    """The ids of the rules that say who may see the cards of a zone."""
    topic = "view." + zone
    if zone == "hand" and owner is not None:
        topic += ".own" if owner == seat else ".teammate" if sees_hand(g, seat, owner) else ".foe"
    return rules_of(g, Event("see", seat, (), (), topic))


def view(g: Game, s: State, seat: int) -> dict[str, Any]:
    """Everything the player may see, as JSON values; of hidden cards only how many there are.

    Decks and the main deck are hidden; discard piles, cards in play, Characters, the Line-Up
    and the destroyed pile are face up. Cards that a text shows to this player are listed
    under `shown`.
    """
    return {
        "game": g.ruleset.name,
        "seat": g.seat(seat),
        "turn": s.turn,
        "active": g.seat(s.active),
        "order": [g.seat(p) for p in s.order],
        "phase": s.phase,
        "confronted": g.seat(s.confronted) if s.confronted >= 0 else None,
        "players": [_player(g, s, seat, p) for p in range(g.players)],
        "line-up": _names(g, s.zones[g.line_up]),
        "main-deck": len(s.zones[g.main_deck]),
        "destroyed": _names(g, s.zones[g.shared + DESTROYED]),
        "removed": _removed(g, s),
        "stacks": {name: len(s.zones[zone]) for name, zone in g.stacks.items()},
        **({} if g.boss_stack < 0 else {"super-villains": _bosses(g, s)}),
        "shown": _shown(g, s, seat),
        "choice": _choice(g, s, seat),
        "result": None if s.result is None else list(s.result),
    }


def _player(g: Game, s: State, seat: int, p: int) -> dict[str, Any]:
    base = p * PER_PLAYER
    zones = s.zones
    stack = zones[base + CHARACTERS]
    hand = zones[base + HAND]
    return {
        "seat": g.seat(p),
        "character": g.seats[p],
        "level": g.kinds[stack[0]].level if stack else 0,
        "cost": g.character_cost(s, p) if stack and g.ruleset.ranges.character_costs else None,
        "characters left": len(stack),
        "characters": _levels(g, stack),
        "hand": _names(g, hand) if sees_hand(g, seat, p) else len(hand),
        "deck": len(zones[base + DECK]),
        "discard": _names(g, zones[base + DISCARD]),
        "play": _names(g, zones[base + PLAY]),
        "score": _levels(g, zones[base + SCORE]),
        "parked": _names(g, zones[base + PARKED]),
        **({BESIDE: _names(g, zones[g.beside[p]])} if g.beside else {}),
        "power": s.power[p],
        "vp": s.vp[p],
    }


def _names(g: Game, cards: tuple[int, ...]) -> list[str]:
    return [g.name(card) for card in cards]


def _levels(g: Game, cards: tuple[int, ...]) -> list[str]:
    return [f"{g.name(c)} {g.kinds[c].level}" if g.kinds[c].level else g.name(c) for c in cards]


def _bosses(g: Game, s: State) -> dict[str, Any]:
    """The stack of Super-Villains: its top card if that is face up, and how many there are."""
    top = s.zones[g.boss_stack][:1]
    shown = g.name(top[0]) if top == (s.face_up,) else None
    return {"top": shown, "cards": len(s.zones[g.boss_stack])}


def _removed(g: Game, s: State) -> list[str]:
    return _names(g, s.zones[g.shared + REMOVED])


def _shown(g: Game, s: State, seat: int) -> list[str]:
    """Cards that the text being carried out has revealed to all, or shown to this player."""
    found: list[str] = []
    for frame in s.frames:
        shown = frame.shown
        for verb, player, card, *_ in frame.way:
            looks = verb in ("look at", "choose") and g.team[player] == g.team[seat]
            if (verb == "reveal" or looks) and card in shown:
                found.append(g.name(card))
    return found


def _choice(g: Game, s: State, seat: int) -> dict[str, Any] | None:
    choice = s.choice
    if choice is None:
        return None
    who = "nature" if choice.player == NATURE else g.seat(choice.player)
    told: dict[str, Any] = {"player": who, "kind": choice.kind}
    if choice.player == seat:
        told["options"] = [label(g, s, option) for option in choice.options]
    return told
