"""The quick engine behind the protocol: the same messages as the reference engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from rules_check.conform.cores import Engine, core_of, tried_on
from rules_check.conform.letter import is_a_game
from rules_check.oracle.quick.cards import kind_of as made_of
from rules_check.oracle.quick.protocol import Playing, Refused, position, view
from rules_check.oracle.quick.setup import seat
from rules_check.oracle.quick.state import OF_CARDS, Game, Kind, NoCore
from rules_check.oracle.quick.values import Book, counting_of
from rules_check.oracle.values.switches import Switches, switches_of
from rules_check.rules.load import load_ruleset

JSON = Any


@lru_cache(maxsize=4096)
def kind_of(text: str, book: str, counting: Book) -> Kind:
    """A kind of card with its texts as functions, or with why it has none."""
    data = json.loads(text)
    return made_of(
        core_of(data, quick=True),
        counting,
        key=data["key"],
        name=data["name"],
        book=book,
        type_=data["type"],
        titles=tuple(data["titles"]),
        numbers=(data["cost"], data["vp"], data["level"]),
        pile=data["pile"],
    )


def game_of(message: Mapping[str, JSON], setup: Mapping[str, JSON]) -> Game:
    """The game of a `ruleset` message, with the seats and further cards of a set-up."""
    ruleset = message["ruleset"]
    others = [x["with"] for x in message["mix"]]
    own = {name: load_ruleset(name).parameters for name in others if name != ruleset}
    books = {x: {key: said[key] for key in OF_CARDS if key in said} for x, said in own.items()}
    cards = {data["key"]: data for data in (*message["cards"], *setup["cards"])}
    reads = {name: read_by(name) for name in (ruleset, *others)}
    kinds: dict[str, Kind] = {}
    for key, data in cards.items():
        book = data["book"] if data["book"] in (ruleset, *others) else ruleset
        said = {**message["rules"]["parameters"], **books.get(book, {})}
        kinds[key] = kind_of(json.dumps(data), book, counting_of(said, reads[book]))
    ids = [card for zone in setup["zones"].values() for card in zone]
    there = {card: kinds[card.rpartition("#")[0]] for card in ids}
    told = message["rules"], setup["seats"], there, books, setup["zones"]
    return Game(ruleset, *told, reads[ruleset], reads)


@cache
def read_by(book: str) -> Switches:
    """How a book reads its rulings."""
    return switches_of(load_ruleset(book), {})


QUICK = Engine(
    "rules-check",
    lambda message, setup: Playing(game_of(message, setup), setup),
    position,
    lambda playing, player: view(playing.state, seat(player)),
    Refused,
    NoCore,
    lambda refused: refused.code if isinstance(refused, Refused) else "",
)
"""The quick engine."""


def tried(message: Mapping[str, JSON], vector: Mapping[str, JSON]) -> dict[str, JSON]:
    """What the engine answers to a vector of a game."""
    return tried_on(QUICK, is_a_game, message, vector)
