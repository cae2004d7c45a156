"""The core by the letter behind the protocol: the same messages as the reference engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules_check.conform.cores import Engine, core_of, tried_on
from rules_check.conform.games import Table, ruleset_message
from rules_check.oracle.letter.box import Game, Kind, NoCore, books_of, stands_of
from rules_check.oracle.letter.playing import Playing, Refused
from rules_check.oracle.letter.protocol import position, view
from rules_check.oracle.letter.setup import MixedIn, can_mix, can_play
from rules_check.rules.load import load_ruleset

JSON = Any


def kind_of(data: JSON, ruleset: str, books: tuple[str, ...]) -> Kind:
    """A kind of card with its core, settled by its book, or with why it has none."""
    book = data["book"] if data["book"] in books else ruleset
    return _kind(json.dumps(data), book)


@lru_cache(maxsize=4096)
def _kind(text: str, book: str) -> Kind:
    data = json.loads(text)
    core = core_of(data, quick=False)
    return Kind(
        key=data["key"],
        name=data["name"],
        book=book,
        type=data["type"],
        titles=tuple(data["titles"]),
        cost=data["cost"],
        vp=data["vp"],
        level=data["level"],
        pile=data["pile"],
        core=core,
        stands=stands_of(core),
    )


def game_of(message: Mapping[str, JSON], setup: Mapping[str, JSON]) -> Game:
    """The game of a `ruleset` message, with the seats and further cards of a set-up."""
    ruleset = message["ruleset"]
    books = (ruleset, *(x["with"] for x in message["mix"]))
    cards = {data["key"]: data for data in (*message["cards"], *setup["cards"])}
    kinds = {key: kind_of(data, ruleset, books) for key, data in cards.items()}
    seats = tuple(setup["seats"])
    return Game(ruleset, message["rules"], kinds, seats, books_of(ruleset, books))


LETTER = Engine(
    "letter",
    lambda message, setup: Playing(game_of(message, setup), setup),
    position,
    view,
    Refused,
    NoCore,
)
"""The interpreter by the letter."""


def tried(message: Mapping[str, JSON], vector: Mapping[str, JSON]) -> dict[str, JSON]:
    """What the interpreter answers to a vector of a game."""
    return tried_on(LETTER, is_a_game, message, vector)


def is_a_game(message: Mapping[str, JSON], vector: Mapping[str, JSON]) -> bool:
    """Whether the game of a set-up can be played: what is mixed in, and by whom."""
    game = game_of(message, vector["setup"])
    mixes = load_ruleset(game.ruleset).mixes
    mixed = [
        MixedIn(how, tuple(x["out"]), ruleset_message(Table(how.other, ""))["cards"])
        for x in vector["mix"]
        for how in mixes
        if (how.other, how.how) == (x["with"], x["how"])
    ]
    if len(mixed) < len(vector["mix"]) or not all(
        can_mix(game, message["cards"], one) for one in mixed
    ):
        return False
    return can_play(game, vector["variant"] or "", message["rules"]["sides"], mixed)
