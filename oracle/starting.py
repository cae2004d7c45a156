"""A new game in one call: which book, who plays, what is mixed in, which cards are added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rules_check.oracle.box.arranging import Wish, arrange, play_set_of
from rules_check.oracle.box.playset import CardSource
from rules_check.oracle.game import Game
from rules_check.oracle.values.state import State


def new_game(
    game: str = "",
    *,
    players: int = 0,
    characters: Sequence[str] = (),
    variant: str = "",
    mix: Iterable[str] = (),
    cards: Iterable[str | Path | CardSource] = (),
    trace: bool = False,
) -> tuple[Game, State]:
    """A game and its first position. What is left open is as the book has it.

    `mix` names other games to mix in; `cards` are card files whose cards come into the main deck.
    Raises GameError where no book prints such a game or a rule forbids it, PlaySetError for cards
    that are not understood or cannot be played, OSError for a file that cannot be read.
    """
    wish = Wish(game, variant, tuple(mix), players, tuple(characters))
    play_set = play_set_of(arrange(wish), [_source(file) for file in cards])
    made = Game(play_set)
    return made, made.new(trace=trace)


def _source(file: str | Path | CardSource) -> CardSource:
    if isinstance(file, CardSource):
        return file
    return CardSource(str(file), Path(file).read_text(encoding="utf-8"))
