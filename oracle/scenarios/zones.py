"""The places of a table in the words of scenarios: `P1 hand`, `Line-Up`, `Weakness stack`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.moments import Moment, UnreadableLine, parse_seat, seat_text
from rules_check.oracle.values.zones import BESIDE, BOSS_ZONES

SEAT_WORDS: Final[Mapping[str, str]] = {
    "hand": "hand",
    "deck": "deck",
    "discard": "discard",
    "in play": "play",
    "parked": "parked",
    "characters": "characters",
    "score pile": "score",
    "beside": "beside",
}
"""The zones of a player: how scenarios call them, and how the engine does."""

BOSS_WORDS: Final[Mapping[str, str]] = dict(
    zip(("Super-Villain stack", "unused Super-Villains"), BOSS_ZONES, strict=True)
)
"""The zones of a game against a stack of Super-Villains."""

TABLE_WORDS: Final[Mapping[str, str]] = {
    "Line-Up": "line-up",
    "main deck": "main-deck",
    "destroyed": "destroyed",
    "removed": "removed",
}
"""The zones that all players share."""

STACK: Final = "stack:"
"""What the engine's key of a stack begins with."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place of the table, by the words of the scenario and by the engine's key."""

    words: str
    key: str
    seat: int | None

    def missing(self, at: Moment) -> str:
        """What is wrong if the game has no such place; empty if it has."""
        if self.key in BOSS_ZONES and at.game.boss_stack < 0:
            return f"there is no {self.words} in this game"
        if self.key.startswith(STACK) and self.key.removeprefix(STACK) not in at.game.stacks:
            return f"there is no {self.words}; there are {stacks(at)}"
        if self.key == BESIDE and not at.game.beside:
            return f"there is no {self.words} in this game"
        return ""

    def names(self, at: Moment) -> list[str]:
        """The names of the cards that lie there, the first or top one first."""
        cards = at.game.zone(at.state, self.key, *(() if self.seat is None else (self.seat,)))
        return [at.card_name(card) for card in cards]


def stacks(at: Moment) -> str:
    """The names of all stacks, in alphabetical order."""
    return ", ".join(sorted(at.game.stacks))


def parse_zone(line: str, place: str) -> Zone:
    """The place that a line names. Raises UnreadableLine."""
    if re.match("P[1-5] ", place):
        seat, _, words = place.partition(" ")
        if words in SEAT_WORDS:
            return Zone(place, SEAT_WORDS[words], parse_seat(seat))
    elif place in TABLE_WORDS:
        return Zone(place, TABLE_WORDS[place], None)
    elif place in BOSS_WORDS:
        return Zone(place, BOSS_WORDS[place], None)
    elif place.endswith(" stack"):
        return Zone(place, f"{STACK}{place.removesuffix(' stack')}", None)
    raise UnreadableLine(line, f"{place!r} is no zone")


def zones_of(game: Game) -> Iterator[Zone]:
    """Every place of a game."""
    for seat in range(game.players):
        for words, key in SEAT_WORDS.items():
            if key == BESIDE and not game.beside:
                continue
            yield Zone(f"{seat_text(seat)} {words}", key, seat)
    for words, key in TABLE_WORDS.items():
        yield Zone(words, key, None)
    for words, key in BOSS_WORDS.items() if game.boss_stack >= 0 else ():
        yield Zone(words, key, None)
    for name in game.stacks:
        yield Zone(f"{name} stack", f"{STACK}{name}", None)
