"""Positions, choices, results and views in the words of the contract (docs/conformance.md)."""

from __future__ import annotations

from typing import Any

from rules_check.oracle.letter.playing import Playing
from rules_check.oracle.letter.position import (
    DESTROYED,
    LINE_UP,
    MAIN_DECK,
    REMOVED,
    SUPER_VILLAINS,
    Card,
    Player,
    is_stack,
    zone_of,
)
from rules_check.oracle.letter.table import CHANCE, Table
from rules_check.oracle.letter.values import character_of, cost_of

JSON = Any


def position(playing: Playing) -> dict[str, JSON]:
    """The whole position, hidden cards too."""
    pos = playing.table.pos
    found: dict[str, JSON] = {
        "turn": pos.turn,
        "active": pos.active,
        "phase": pos.phase,
        "order": list(pos.order),
        "out": list(pos.out),
        "confronted": pos.confronted,
        "power": dict(pos.power),
        "vp": dict(pos.vp),
        "face_up": pos.face_up,
        "owners": dict(pos.owners),
        "zones": {zone: list(cards) for zone, cards in pos.zones.items() if cards},
        "choice": choice(playing),
        "result": result(playing.table),
    }
    return {**found, "left": playing.left} if playing.left else found


def choice(playing: Playing) -> JSON:
    """Who has to decide, what about, and what can be answered."""
    asked = playing.choice
    if asked is None:
        return None
    options = [] if asked.player == CHANCE else [list(option) for option in asked.options]
    return {"player": asked.player, "kind": asked.kind, "options": options}


def result(t: Table) -> JSON:
    """How the game ended, or None."""
    ending = t.pos.result
    if ending is None:
        return None
    return {
        "reason": ending.reason,
        "winners": list(ending.winners),
        "scores": dict(ending.scores),
        "tie_break": ending.tie_break,
    }


# ------------------------------------------------------------------------- what a player sees


def view(playing: Playing, seat: Player) -> dict[str, JSON]:
    """What a player may see: of hidden cards only their number."""
    t = playing.table
    pos = t.pos
    asked = choice(playing)
    if asked is not None and asked["player"] != seat:
        del asked["options"]
    found = {
        "game": t.game.ruleset,
        "seat": seat,
        "turn": pos.turn,
        "active": pos.active,
        "order": list(pos.order),
        "phase": pos.phase,
        "confronted": pos.confronted,
        "players": [player_seen(t, seat, p) for p in t.game.players],
        "line-up": names(t, pos.cards(LINE_UP)),
        "main-deck": len(pos.cards(MAIN_DECK)),
        "destroyed": names(t, pos.cards(DESTROYED)),
        "removed": names(t, pos.cards(REMOVED)),
        "stacks": {z.removeprefix("stack:"): len(x) for z, x in pos.zones.items() if is_stack(z)},
        "shown": shown(t, seat),
        "choice": asked,
        "result": result(t),
    }
    if SUPER_VILLAINS in pos.zones:
        top = [t.kind(x).name for x in pos.cards(SUPER_VILLAINS)[:1] if x == pos.face_up]
        cards = len(pos.cards(SUPER_VILLAINS))
        found["super-villains"] = {"top": next(iter(top), None), "cards": cards}
    return found


def player_seen(t: Table, seat: Player, player: Player) -> dict[str, JSON]:
    """What a player may see of a player: the hand only of one's own team."""
    cards = {name: t.pos.cards(zone_of(player, name)) for name in SEEN}
    top = character_of(t, player)
    hand = cards["hand"]
    found = {
        "seat": player,
        "character": t.game.seats[int(player[1:]) - 1],
        "level": t.kind(top).level if top is not None else 0,
        "cost": cost_of(t, top) if top is not None and has_costs(t) else None,
        "characters left": len(cards["characters"]),
        "characters": leveled(t, cards["characters"]),
        "hand": names(t, hand) if seat in t.game.team(player) else len(hand),
        "deck": len(cards["deck"]),
        "discard": names(t, cards["discard"]),
        "play": names(t, cards["play"]),
        "score": leveled(t, cards["score"]),
        "parked": names(t, cards["parked"]),
        "power": t.pos.power[player],
        "vp": t.pos.vp[player],
    }
    if (t.game.rules["variant"] or {}).get("beside"):
        found["beside"] = names(t, cards["beside"])
    return found


SEEN = ("hand", "deck", "discard", "play", "characters", "score", "parked", "beside")


def has_costs(t: Table) -> bool:
    """Whether those whom players play have costs: where nobody is Confronted they have none."""
    return bool(t.game.says("opponent.kind") == "characters")


def names(t: Table, cards: tuple[Card, ...]) -> list[str]:
    """Cards by their names."""
    return [t.kind(card).name for card in cards]


def leveled(t: Table, cards: tuple[Card, ...]) -> list[str]:
    """Characters by their names and Levels."""
    kinds = [t.kind(card) for card in cards]
    return [f"{kind.name} {kind.level}" if kind.level else kind.name for kind in kinds]


def shown(t: Table, seat: Player) -> list[str]:
    """Cards that the texts being carried out have revealed to all, or shown to this player."""
    found = [one for frame in dict.fromkeys(map(id, t.frames)) for one in by_id(t, frame)]
    return [t.kind(card).name for card, to in found if seat in to]


def by_id(t: Table, number: int) -> list[tuple[Card, tuple[Player, ...]]]:
    """What one of the texts being carried out has shown, each card once."""
    frame = next(f for f in t.frames if id(f) == number)
    return list(dict.fromkeys(frame.shown))
