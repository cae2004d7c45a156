"""A position from a few lines: for scenarios and tests."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules_check.grammar.findings import closest
from rules_check.oracle.game import Game
from rules_check.oracle.quick.values import SEATS
from rules_check.oracle.values.layout import Layout, laid_from
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import (
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
    TABLE,
)

PLAYER_KEYS = {
    "hand": HAND,
    "deck": DECK,
    "discard": DISCARD,
    "play": PLAY,
    "parked": PARKED,
    "score": SCORE,
}
SHARED_KEYS = {"destroyed": DESTROYED, "removed": REMOVED, "table": TABLE}
KEYS = {
    "active",
    "phase",
    "confront",
    "line_up",
    "main_deck",
    "main_deck_size",
    "stacks",
    "super_villains",
    "face_down",
    "power",
    "turn",
    "order",
    *SHARED_KEYS,
}


class PositionError(ValueError):
    """A position cannot be built: which key, what is wrong, and with which words of its value."""

    def __init__(self, key: str, message: str, words: str = "") -> None:
        self.key = key
        self.message = message
        self.words = words
        super().__init__(f"{key}: {message}")


def build_state(g: Game, position: Mapping[str, Any], trace: bool = True) -> State:
    """The state that a position describes, at its first decision.

    Every card of the box is somewhere: what is not listed stays in its stack or in the main
    deck; starting cards that are not listed are removed.
    """
    return g.begun_from(laid_out(g, position), trace=trace)


def laid_out(g: Game, position: Mapping[str, Any]) -> Layout:
    """The same before anything has happened: the cards lie, and it is known what begins."""
    return _Builder(g, position).build()


class _Builder:
    def __init__(self, g: Game, position: Mapping[str, Any]) -> None:
        self.g = g
        self.position = position
        self.s = laid_from(g.zone_count, len(g.kinds), g.players, g.box)
        self.free: list[int] = []
        self.named = g.cards_named
        for key in position:
            if key not in KEYS and key not in (g.seat(p) for p in range(g.players)):
                raise PositionError(key, _no_key(g, key))

    def build(self) -> Layout:
        g, s, position = self.g, self.s, self.position
        for p in range(g.players):
            self._move_all(s.zones[p * PER_PLAYER + DECK], g.shared + REMOVED)
        for p in range(g.players):
            self._player(p, position.get(g.seat(p), {}))
        self._put("line_up", g.line_up, position.get("line_up", ()))
        for key, zone in SHARED_KEYS.items():
            self._put(key, g.shared + zone, position.get(key, ()))
        top = self._cards("main_deck", position.get("main_deck", ()))
        rest = tuple(card for card in s.zones[g.main_deck] if card not in top)
        for card in top:
            self._move(card, g.main_deck)
        s.zones[g.main_deck] = tuple(top) + rest
        if "main_deck_size" in position:
            _expect_number("main_deck_size", position["main_deck_size"], 0)
            self._move_all(s.zones[g.main_deck][position["main_deck_size"] :], g.shared + REMOVED)
        for name, number in position.get("stacks", {}).items():
            if name not in g.stacks:
                listed = ", ".join(sorted(g.stacks))
                raise PositionError(f"stacks.{name}", f"there is no such stack; there are {listed}")
            _expect_number(f"stacks.{name}", number, 0)
            self._move_all(s.zones[g.stacks[name]][number:], g.shared + REMOVED)
        if g.boss_stack >= 0:
            self._super_villains()
        self._turn()
        return s

    def _super_villains(self) -> None:
        """The stack as listed, or else as at the start of a game; its top card is face up."""
        g, s, position = self.g, self.s, self.position
        if "super_villains" in position:
            stack = self._cards("super_villains", position["super_villains"])
            for card in stack:
                self._move(card, g.unused_bosses)
            self._move_all(s.zones[g.boss_stack], g.unused_bosses)
            self._move_all(stack, g.boss_stack)
        else:
            left = s.zones[g.boss_stack]
            top = tuple(card for card in g.top_bosses if card in left)
            stack = [*top, *(card for card in left if card not in top)]
            s.zones[g.boss_stack] = tuple(stack)
            self._move_all(stack[g.boss_size :], g.unused_bosses)
        shown = s.zones[g.boss_stack][:1]
        s.face_up = shown[0] if shown and not position.get("face_down", False) else -1

    def _player(self, p: int, table: Mapping[str, Any]) -> None:
        g, s = self.g, self.s
        seat = g.seat(p)
        for key, value in table.items():
            if key in PLAYER_KEYS:
                self._put(f"{seat}.{key}", p * PER_PLAYER + PLAYER_KEYS[key], value)
            elif key == "level":
                _expect_number(f"{seat}.{key}", value, 1, len(s.zones[p * PER_PLAYER + CHARACTERS]))
                by = self._seat(f"{seat}.beaten_by", table.get("beaten_by", self._a_foe(p)))
                beaten = s.zones[p * PER_PLAYER + CHARACTERS][: value - 1]
                self._move_all(beaten, by * PER_PLAYER + SCORE)
            elif key != "beaten_by":
                raise PositionError(f"{seat}.{key}", "is not a key of a player")

    def _turn(self) -> None:
        g, s, position = self.g, self.s, self.position
        active = self._seat("active", position.get("active", "P1"))
        seats = tuple(range(g.players))
        s.order = seats
        if g.sw.turn_order == "clockwise" and g.teams and g.players == len(SEATS):
            s.order = SEATS
        if "order" in position:
            s.order = tuple(self._seat("order", seat) for seat in position["order"])
            if sorted(s.order) != list(seats):
                raise PositionError("order", f"expected {g.players} players, each of them once")
        phase = position.get("phase", "start")
        if phase not in ("start", "play"):
            raise PositionError("phase", 'expected "start" or "play"')
        foe = self._seat("confront", position["confront"]) if "confront" in position else -1
        s.active, s.confronted, s.play = active, foe, phase == "play"
        s.turn = 1 if s.play else 0
        if "power" in position:
            if phase != "play":
                raise PositionError("power", 'needs phase = "play"')
            for seat, power in position["power"].items():
                _expect_number(f"power.{seat}", power, 0)
                s.power[self._seat("power", seat)] = power
        s.turn = position.get("turn", s.turn)

    def _a_foe(self, p: int) -> str:
        g = self.g
        return next(g.seat(q) for q in range(g.players) if g.team[q] != g.team[p])

    def _seat(self, key: str, name: Any) -> int:
        for p in range(self.g.players):
            if name in (self.g.seat(p), self.g.seats[p]):
                return p
        listed = ", ".join(self.g.seat(p) for p in range(self.g.players))
        raise PositionError(key, f"no player {name!r}; there are {listed}", str(name))

    # ------------------------------------------------------------------------- cards

    def _cards(self, key: str, names: Sequence[str]) -> list[int]:
        """Cards of these names that are not placed yet ("Punch x3")."""
        found: list[int] = []
        if isinstance(names, str):
            raise PositionError(key, "expected a list of cards")
        for entry in names:
            match = re.fullmatch(r"(.*?)(?: x(\d+))?", entry)
            assert match is not None
            name, number = match[1], int(match[2] or 1)
            for _ in range(number):
                found.append(self._free_card(key, name, found))
        return found

    def _free_card(self, key: str, name: str, taken: list[int]) -> int:
        g, s = self.g, self.s
        piles = (g.main_deck, g.shared + REMOVED, g.boss_stack, g.unused_bosses)
        for card in self.named.get(name, ()):
            zone = s.where[card]
            lying = zone in piles or zone in g.stacks.values()
            character = g.kinds[card].character and zone % PER_PLAYER == CHARACTERS
            if (lying or character) and card not in taken and card not in self.free:
                self.free.append(card)
                return card
        if name in self.named:
            raise PositionError(key, f"{name!r}: no more cards of that name", name)
        near = closest(name, {kind.name for kind in g.kinds})
        meant = f"; did you mean {near!r}?" if near else ""
        raise PositionError(key, f"{name!r}: no such card in this game{meant}", name)

    def _put(self, key: str, zone: int, names: Sequence[str]) -> None:
        for card in self._cards(key, names):
            self._move(card, zone)

    def _move(self, card: int, zone: int) -> None:
        s = self.s
        old = s.where[card]
        there = s.zones[old]
        at = there.index(card)
        s.zones[old] = there[:at] + there[at + 1 :]
        s.zones[zone] = (*s.zones[zone], card)
        s.where[card] = zone

    def _move_all(self, cards: Sequence[int], zone: int) -> None:
        """Move cards that lie together."""
        if not cards:
            return
        s, gone = self.s, frozenset(cards)
        old = s.where[cards[0]]
        s.zones[old] = tuple(c for c in s.zones[old] if c not in gone)
        s.zones[zone] = (*s.zones[zone], *cards)
        for card in cards:
            s.where[card] = zone


def _no_key(g: Game, key: str) -> str:
    if re.fullmatch(r"P\d", key):
        return f"there is no such player; the players of this game are {' and '.join(g.seats)}"
    return "is not a key of a position"


def _expect_number(key: str, value: Any, least: int, most: int | None = None) -> None:
    if type(value) is not int or value < least or (most is not None and value > most):
        wanted = f"{least} or more" if most is None else f"{least} to {most}"
        raise PositionError(key, f"expected {wanted}, found {value!r}")
