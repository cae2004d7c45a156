"""A campaign as data: which games are played, who plays them, and with which cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final, Literal, TypeAlias

from rules_check.oracle.box.playset import PlaySet, load_play_set
from rules_check.oracle.players.player import PLAYERS
from rules_check.play.deck import DeckSource, deck_of
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
    deck: DeckSource | None = None

    def table(self) -> Table:
        """Characters and players by the seed; the random cards as a card file."""
        rng = Random(f"table {self.game} {self.seed}")
        seats = seats_by(rng, play_set_with(self.game, self.deck))
        kinds = tuple(rng.choice(tuple(PLAYERS)) for _ in seats)
        return Table(self.game, seats, self.seed, kinds, self.sources(), deck=self.deck)

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
    deck: DeckSource | None = None

    def tasks(self) -> Iterator[Task]:
        """The games in their order."""
        for number in range(self.count):
            game = self.games[number % len(self.games)]
            seed = self.seed + number
            yield Task(number, game, seed, self.cards, self.properties, self.deck)

    def header(self) -> dict[str, Any]:
        """The plan as JSON values."""
        cards: Any = self.cards
        if isinstance(self.cards, tuple):
            cards = [{"file": source.file, "text": source.text} for source in self.cards]
        deck = {} if self.deck is None else {"deck": asdict(self.deck)}
        return {
            **deck,
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
        DeckSource(**header["deck"]) if "deck" in header else None,
    )
    if not plan.games:
        raise ValueError("no game is named")
    return plan


def play_set_with(game: str, deck: DeckSource | None) -> PlaySet:
    """The cards of a game, or those of a user's own set."""
    return load_play_set(game) if deck is None else deck_of(deck, game).play_set


def seats_by(rng: Random, play_set: PlaySet) -> tuple[str, ...]:
    """Who plays: of a game with sides some of each, in turn; else those of the play set."""
    if not play_set.sides:
        return play_set.seats
    each = len(play_set.seats) // len(play_set.sides)
    sides: list[list[str]] = []
    for members in play_set.sides.values():  # a Character may be on either side
        taken = {name for side in sides for name in side}
        sides.append(rng.sample([name for name in members if name not in taken], each))
    rng.shuffle(sides)
    return tuple(side[place] for place in range(each) for side in sides)
