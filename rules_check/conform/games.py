"""The game that a vector is about: its message, and the game itself on the reference engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from rules_check.conform.cards import card_json, card_of, keyed
from rules_check.oracle.box.arranging import Arrangement, Mixed, Wish, arrange, play_set_of
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.box.rules_told import rules_told
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.tables import with_further

JSON = Any


class Table(NamedTuple):
    """Which game is played: enough to find its cards. `seats` is empty where they do not matter
    for which cards there are, `mix` is JSON."""

    ruleset: str
    variant: str
    mix: str = "[]"
    seats: tuple[str, ...] = ()


def table_of(vector: Mapping[str, JSON]) -> Table:
    """The game that a vector is about."""
    mix = json.dumps(vector["mix"])
    seats = tuple(vector["setup"]["seats"]) if vector["mix"] else ()
    return Table(vector["ruleset"], vector["variant"] or "", mix, seats)


def told_table(vector: Mapping[str, JSON]) -> Table:
    """The game that an engine is told of: where there is none, as its set-up must be refused, or no
    game is played at all, the book by itself."""
    setup = vector["setup"]
    if setup and setup["zones"]:
        return table_of(vector)
    return Table(vector["ruleset"], "")


@lru_cache(maxsize=64)
def play_set(table: Table) -> PlaySet:
    """The cards of a game. Raises ValueError."""
    mixed = tuple(Mixed(x["with"], x["how"], tuple(x["out"])) for x in json.loads(table.mix))
    return play_set_of(Arrangement(table.ruleset, table.variant, mixed, table.seats))


def game_of(table: Table, seats: tuple[str, ...], cards: list[JSON]) -> Game:
    """The game with further cards. Raises ValueError (GameError, PlaySetError, BadCard)."""
    return _game(table, seats, json.dumps(cards))


@lru_cache(maxsize=16)
def _game(table: Table, seats: tuple[str, ...], cards: str) -> Game:
    found = play_set(table)
    more = [card_of(card) for card in json.loads(cards)]
    if more:
        found = with_further(found, more)
    return Game(found, seats=seats, variant=table.variant or None)


def further_cards(g: Game, table: Table) -> list[JSON]:
    """The cards of a game that are not those of its box, as messages carry them."""
    known = keyed(play_set(table))
    now = keyed(g.playset)
    books = books_of(table)
    return [card_json(key, entry, books) for key, entry in now.items() if known.get(key) != entry]


def books_of(table: Table) -> tuple[str, ...]:
    """The books that are played, the one of the game first."""
    return (table.ruleset, *(x["with"] for x in json.loads(table.mix)))


def ruleset_message(table: Table) -> dict[str, JSON]:
    """The message that tells an engine which game follows, with its rules and its cards."""
    cards = play_set(table)
    seats = table.seats or arrange(Wish(table.ruleset, table.variant)).seats
    g = Game(cards, seats=seats, variant=table.variant or None)
    books = books_of(table)
    return {
        "cmd": "ruleset",
        "ruleset": table.ruleset,
        "variant": table.variant or None,
        "mix": json.loads(table.mix),
        "rules": rules_told(g),
        "cards": [card_json(key, entry, books) for key, entry in keyed(cards).items()],
    }
