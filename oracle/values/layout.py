"""Where cards lie when a game, or a part of it, begins: nothing has happened yet."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Layout:
    """A position from which a game is begun. `play`: with the part of a turn in which cards are
    played, maybe in a Confrontation; else with the whole turn."""

    zones: list[tuple[int, ...]]
    where: list[int]
    power: list[int]
    order: tuple[int, ...] = ()
    turn: int = 0
    active: int = 0
    face_up: int = -1
    confronted: int = -1
    play: bool = False
    owners: dict[int, int] = field(default_factory=dict)


def laid_from(zone_count: int, cards: int, players: int, box: dict[int, tuple[int, ...]]) -> Layout:
    """Every card where it begins, unshuffled."""
    found = Layout([()] * zone_count, [-1] * cards, [0] * players, tuple(range(players)))
    for zone, there in box.items():
        found.zones[zone] = there
        for card in there:
            found.where[card] = zone
    return found
