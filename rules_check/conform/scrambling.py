"""Games that begin in the middle: any cards in the hands, some Characters beaten, Power to spend.

Whole games come to rare cards and close Confrontations seldom. A position that chance lays out
comes to them at once; it is a set-up as vectors have them, in which nothing has happened yet.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules_check.conform.shrinking import setup_at
from rules_check.oracle.conformance.positions import is_chance
from rules_check.oracle.game import Game
from rules_check.oracle.values.options import Order
from rules_check.oracle.values.state import State

JSON = Any
Zones = dict[str, list[str]]


def dealt(g: Game, rng: Random) -> State:
    """A new game at the first decision of a player."""
    s = g.new()
    while is_chance(s):
        choice = s.choice
        assert choice is not None
        if choice.options:
            g.take(s, choice.options[int(rng.random() * len(choice.options))])
        else:
            g.take(s, Order(tuple(rng.sample(choice.cards, len(choice.cards)))))
    return s


def scrambled(g: Game, rng: Random) -> dict[str, JSON]:
    """A set-up in the middle of a game."""
    s = dealt(g, rng)
    begin = rng.choice(("start", "play", "play"))
    setup = setup_at(g, s, begin)
    zones: Zones = {zone: list(cards) for zone, cards in setup["zones"].items()}
    ongoing = {g.card_id(card) for card, kind in enumerate(g.kinds) if kind.is_ongoing}
    answers = {g.card_id(c) for c, kind in enumerate(g.kinds) if kind.block or kind.defense}
    pool = zones["main-deck"]
    stays = [card for card in pool if card in ongoing]
    replies = [card for card in pool if card in answers]
    for p, seat in enumerate(setup["power"]):
        own = rng.sample(zones.get(f"{seat} hand", []), len(zones.get(f"{seat} hand", [])))
        zones[f"{seat} deck"] = zones.get(f"{seat} deck", []) + own
        for zone, most in (("hand", 6), ("deck", 3), ("discard", 4)):
            _deal(rng, zones, "main-deck", f"{seat} {zone}", rng.randint(0, most))
        zones[f"{seat} hand"] = [c for c in zones.get(f"{seat} hand", []) if c not in own]
        _deal(rng, zones, f"{seat} deck", f"{seat} hand", rng.randint(0, 3))
        for some, zone in ((stays, "play"), (replies, "hand")):
            for card in rng.sample(some, min(len(some), rng.choice((0, 0, 1, 2)))):
                if card in pool:
                    pool.remove(card)
                    zones.setdefault(f"{seat} {zone}", []).append(card)
        _beaten(g, rng, zones, p)
    setup["zones"] = {zone: cards for zone, cards in zones.items() if cards}
    setup["turn"] = rng.randint(1, 9)
    if begin == "play":
        _spend(g, s, rng, setup)
    return setup


def _deal(rng: Random, zones: Zones, source: str, to: str, number: int) -> None:
    """Move so many cards, whichever they are; some stay."""
    there = zones.get(source, [])
    for card in rng.sample(there, min(number, max(0, len(there) - 5))):
        there.remove(card)
        zones.setdefault(to, []).append(card)


def _beaten(g: Game, rng: Random, zones: Zones, player: int) -> None:
    """Some Characters of a player have been defeated by a foe."""
    mine = zones.get(f"{g.seat(player)} characters", [])
    foes = [p for p in range(g.players) if g.team[p] != g.team[player]]
    for _ in range(rng.choice((0, 0, 1, 2))):
        if len(mine) > 1 and foes:
            zones.setdefault(f"{g.seat(rng.choice(foes))} score", []).append(mine.pop(0))


def _spend(g: Game, s: State, rng: Random, setup: dict[str, JSON]) -> None:
    """Power for the active player; in a Confrontation about as much as is needed."""
    seat, least, target = setup["active"], 0, ""
    if "announce" in g.ruleset.turn[0].steps and rng.random() < 0.5:
        tops = {p: _cost(g, setup, p) for p in range(g.players) if g.team[p] != g.team[s.active]}
        least = min(tops.values())
        target = g.seat(rng.choice([p for p, cost in tops.items() if cost == least]))
        setup["confronted"] = target
    setup["power"][seat] = max(0, least + rng.randint(-4, 6)) if target else rng.randint(0, 12)


def _cost(g: Game, setup: dict[str, JSON], player: int) -> int:
    """What the top Character of a player costs."""
    top = setup["zones"][f"{g.seat(player)} characters"][0]
    return int(g.kinds[g.card(top)].cost or 0)
