"""A campaign as data: which games are played, who plays them, and with which cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final, Literal, TypeAlias

from rules_check.oracle.box.arranging import Arrangement, Wish, with_seats_by
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.players.player import PLAYERS
from rules_check.play.deck import DeckSource, deck_of, seated
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
    wish: Wish
    seed: int
    cards: Cards = ()
    properties: tuple[str, ...] = ()
    deck: DeckSource | None = None

    @property
    def game(self) -> str:
        """The name of the game, its variant and what is mixed in."""
        return self.wish.title

    def table(self) -> Table:
        """Characters and players by the seed; the random cards as a card file."""
        rng = Random(f"table {self.game} {self.seed}")
        found = with_seats_by(rng, self.wish)
        kinds = tuple(rng.choice(tuple(PLAYERS)) for _ in found.seats)
        return Table(
            found.game,
            self._seats(rng, found),
            self.seed,
            kinds,
            self.sources(found.game),
            found.variant,
            found.mixed,
            self.deck,
        )

    def _seats(self, rng: Random, found: Arrangement) -> tuple[str, ...]:
        """Who sits where: Characters of the user's own set, where it has some."""
        own = () if self.deck is None else deck_of(self.deck, found.game).own
        if not own or self.wish.characters:
            return found.seats
        order = rng.sample(own, len(own))
        return seated(order, found.seats, load_play_set(found.game).sides)

    def sources(self, game: str) -> tuple[CardSource, ...]:
        """The card files that come into the game."""
        if isinstance(self.cards, tuple):
            return self.cards
        from rules_check.properties.random_cards import random_set

        text = random_set(game, self.set_seed).text
        return (CardSource(f"random cards {self.set_seed}", text),)

    @property
    def set_seed(self) -> int:
        """Which set of random cards it is."""
        return self.seed // GAMES_A_SET


@dataclass(frozen=True, slots=True)
class Plan:
    """The games of a campaign: so many, in turn of each game named, with seeds one by one."""

    games: tuple[Wish, ...]
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
            "games": [_written(wish) for wish in self.games],
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
        tuple(_read(value) for value in header["games"]),
        int(header["count"]),
        int(header["seed"]),
        cards,
        tuple(map(str, header["properties"])),
        DeckSource(**header["deck"]) if "deck" in header else None,
    )
    if not plan.games:
        raise ValueError("no game is named")
    return plan


def _written(wish: Wish) -> Any:
    """A game as JSON: its name, or everything that was asked for."""
    return wish.game if wish == Wish(wish.game) else asdict(wish)


def _read(value: Any) -> Wish:
    if isinstance(value, str):
        return Wish(value)
    lists = {key: tuple(map(str, value[key])) for key in ("mix", "characters", "out")}
    return Wish(str(value["game"]), str(value["variant"]), players=int(value["players"]), **lists)
