"""Random play of the quick engine, the same way as of the reference engine."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from bench.random_play import MOST_ANSWERS, Tally, tally
from rules_check.conform.games import Table, ruleset_message
from rules_check.conform.quick import game_of
from rules_check.oracle.conformance.setups import dump_setup, unpacked
from rules_check.oracle.game import Game as ReferenceGame
from rules_check.oracle.quick.playing import run, take
from rules_check.oracle.quick.setup import state_of
from rules_check.oracle.quick.state import NATURE, Game


class QuickGame(NamedTuple):
    """A game of the quick engine, and its set-up."""

    game: Game
    setup: dict[str, Any]


def quick_game(reference: ReferenceGame) -> QuickGame:
    """The same game on the quick engine."""
    setup = {**dump_setup(reference, unpacked(reference), "set-up"), "cards": []}
    message = ruleset_message(Table(reference.ruleset.name, ""))
    return QuickGame(game_of(message, setup), setup)


def play(quick: QuickGame, seed: int, most: int = MOST_ANSWERS) -> int:
    """A random game to its end; how many decisions it has, none if it is stuck."""
    random = Random(seed).random
    s = state_of(quick.game, quick.setup)
    run(s, None)
    decisions = 0
    for _ in range(most):
        choice = s.choice
        if choice is None:
            return decisions
        if choice.player == NATURE:
            cards = list(choice.cards)
            for last in range(len(cards) - 1, 0, -1):
                other = int(random() * (last + 1))
                cards[last], cards[other] = cards[other], cards[last]
            take(s, ("nature", *(cards if choice.kind == "shuffle" else cards[:1])))
        else:
            decisions += 1
            take(s, choice.options[int(random() * len(choice.options))])
    return 0


def whole_games(quick: QuickGame, seeds: Iterable[int]) -> Tally:
    """Random games from set-up to the end."""
    return tally(seeds, lambda seed: play(quick, seed))
