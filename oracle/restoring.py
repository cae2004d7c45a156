"""A game and its position from one JSON value: nothing else is needed to go on."""

from __future__ import annotations

from typing import Any

from rules_check.oracle.box.arranging import Arrangement, Mixed, play_set_of
from rules_check.oracle.box.playset import CardSource
from rules_check.oracle.box.reading import read_reading
from rules_check.oracle.game import Game
from rules_check.oracle.values.state import State
from rules_check.oracle.writing.json_ import StateError


def restore(data: Any) -> tuple[Game, State]:
    """The game and the state that `dump_state` wrote. Raises StateError for anything else."""
    game = game_of(data)
    return game, game.load(data)


def dump_state(game: Game, state: State) -> Any:
    """A game and its position as one JSON value."""
    return game.dump(state)


def game_of(data: Any) -> Game:
    """The game alone: book, variant, what is mixed in, card files, seats, readings of rulings."""
    if isinstance(data, dict) and data.get("by_hand"):
        raise StateError("the cards of this game were changed by hand, and it does not tell how")
    try:
        mixed = tuple(Mixed(x["with"], x["how"], tuple(x["out"])) for x in data["mix"])
        found = Arrangement(data["game"], data["variant"] or "", mixed, tuple(data["seats"]))
        cards = [CardSource(source["file"], source["text"]) for source in data["cards"]]
        turn, end = data["orders"]
        rulings = data["rulings"]
        play_set = play_set_of(found, cards, rulings=rulings)
        reading = read_reading(data.get("reading", {}))
        orders = {"turn_order": turn, "end_order": end}
        return Game(play_set, rulings=rulings, reading=reading, **orders)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise StateError(f"not a state of a game: {error}") from error
