"""A campaign as data: which games are played, who plays them, and with which cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, TypeAlias

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.players.player import PLAYERS
from rules_check.play.table import CardSource, Table

RANDOM: Final = "random"
"""The word for cards that are made up."""

GAMES_A_SET: Final = 4
"""So many games in a row are played with the same random cards."""

Cards: TypeAlias = Literal["random"] | tuple[CardSource, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One game of a campaign: its number, counted from 0, and what it is made of."""

    number: int
    game: str
    seed: int
    cards: Cards = ()
    properties: tuple[str, ...] = ()

    def table(self) -> Table:
        """Characters and players by the seed; the random cards as a card file."""
        rng = Random(f"table {self.game} {self.seed}")
        seats = seats_by(rng, self.game)
        kinds = tuple(rng.choice(tuple(PLAYERS)) for _ in seats)
        return Table(self.game, seats, self.seed, kinds, self.sources())

    def sources(self) -> tuple[CardSource, ...]:
        """The card files that come into the game."""
        if isinstance(self.cards, tuple):
            return self.cards
        from rules_check.properties.random_cards import random_set

        text = random_set(self.game, self.set_seed).text
        return (CardSource(f"random cards {self.set_seed}", text),)

    @property
    def set_seed(self) -> int:
        """Which set of random cards it is."""
        return self.seed // GAMES_A_SET


@dataclass(frozen=True, slots=True)
class Plan:
    """The games of a campaign: so many, in turn of each game named, with seeds one by one."""

    games: tuple[str, ...]
    count: int
    seed: int
    cards: Cards = ()
    properties: tuple[str, ...] = ()

    def tasks(self) -> Iterator[Task]:
        """The games in their order."""
        for number in range(self.count):
            game = self.games[number % len(self.games)]
            yield Task(number, game, self.seed + number, self.cards, self.properties)

    def header(self) -> dict[str, Any]:
        """The plan as JSON values."""
        cards: Any = self.cards
        if isinstance(self.cards, tuple):
            cards = [{"file": source.file, "text": source.text} for source in self.cards]
        return {
            "games": list(self.games),
            "count": self.count,
            "seed": self.seed,
            "cards": cards,
            "properties": list(self.properties),
        }


def plan_of(header: dict[str, Any]) -> Plan:
    """The inverse of `Plan.header`; raises KeyError, TypeError or ValueError."""
    cards = header["cards"]
    if cards != RANDOM:
        cards = tuple(CardSource(str(item["file"]), str(item["text"])) for item in cards)
    plan = Plan(
        tuple(map(str, header["games"])),
        int(header["count"]),
        int(header["seed"]),
        cards,
        tuple(map(str, header["properties"])),
    )
    if not plan.games:
        raise ValueError("no game is named")
    return plan


def seats_by(rng: Random, game: str) -> tuple[str, ...]:
    """Who plays: of a game with sides some of each, in turn; else those of the play set."""
    play_set = load_play_set(game)
    if not play_set.sides:
        return play_set.seats
    each = len(play_set.seats) // len(play_set.sides)
    sides = [rng.sample(members, each) for members in play_set.sides.values()]
    rng.shuffle(sides)
    return tuple(side[place] for place in range(each) for side in sides)
