"""Random play of the reference engine, and copies of its positions.

Seconds are those of the processor. A decision is a choice that a player has answered: what
nature does (shuffles, random picks) is not counted, and another player who is asked first
whether to assist, and passes, is not counted either.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import EndlessGame, play_game, play_on
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PASS
from rules_check.oracle.values.state import State

MOST_ANSWERS = 20_000
"""A game with more answers is stuck (nobody has Power, nobody ends it) and is left out."""

Visit = Callable[[State], None]


class Tally(NamedTuple):
    """How many games and decisions, in how many seconds."""

    games: int
    decisions: int
    seconds: float


class Enough(Exception):
    """So many decisions were wanted, and no more."""


class Walker(RandomPlayer):
    """Plays all seats at random, counts the decisions, and stops after so many of them.

    `visit` gets the state before each decision.
    """

    def __init__(self, rng: Random, most: int | None = None, visit: Visit | None = None) -> None:
        super().__init__(rng)
        self.decisions = 0
        self._most = most
        self._visit = visit

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        """One of the options."""
        if self.decisions == self._most:
            raise Enough
        option = super().decide(game, state, choice, options)
        if (
            option != PASS or choice.kind is not ChoiceKind.MAIN
        ):  # who passes there has left it to the next
            self.decisions += 1
            if self._visit is not None:
                self._visit(state)
        return option


def game_of(name: str, factor: int = 1) -> Game:
    """A game of a play set with so many times the copies in its main deck."""
    play_set = load_play_set(name)
    if factor > 1:
        deck = [(card, factor * copies) for card, copies in play_set.main_deck]
        play_set = play_set.replace_main_deck(deck)
    return Game(play_set)


def whole_games(game: Game, seeds: Iterable[int], *, trace: bool) -> Tally:
    """Random games from set-up to the end."""

    def play(seed: int) -> int:
        rng = Random(seed)
        players = [RandomPlayer(rng) for _ in game.seats]
        try:
            return play_game(game, players, rng, trace=trace, limit=MOST_ANSWERS).decisions
        except EndlessGame:
            return 0

    return tally(seeds, play)


def beginnings(game: Game, seeds: Iterable[int], most: int) -> Tally:
    """The first decisions of random games, at most so many of each."""

    def play(seed: int) -> int:
        rng = Random(seed)
        walker = Walker(rng, most)
        walk(game, walker, rng)
        return walker.decisions

    return tally(seeds, play)


def tally(seeds: Iterable[int], play: Callable[[int], int]) -> Tally:
    """Games by their seeds; one without decisions is left out."""
    games = decisions = 0
    seconds = 0.0
    for seed in seeds:
        begin = time.process_time()
        made = play(seed)
        lasted = time.process_time() - begin
        if made:
            games, decisions, seconds = games + 1, decisions + made, seconds + lasted
    return Tally(games, decisions, seconds)


def walk(game: Game, walker: Walker, rng: Random) -> None:
    """Play until the game is over or the walker has enough."""
    state = game.new()
    with suppress(Enough, EndlessGame):
        play_on(game, state, [walker] * game.players, rng, [], limit=MOST_ANSWERS)


def positions(game: Game, seeds: Iterable[int], number: int, most: int | None) -> list[State]:
    """So many positions before decisions of random games, each decision as likely as the others."""
    kept: list[State] = []
    pick = Random("positions")
    seen = 0

    def visit(state: State) -> None:
        nonlocal seen
        seen += 1
        if len(kept) < number:
            kept.append(state.copy())
        else:
            place = int(pick.random() * seen)
            if place < number:
                kept[place] = state.copy()

    for seed in seeds:
        rng = Random(seed)
        walk(game, Walker(rng, most, visit), rng)
    return kept


def copy_costs(states: Iterable[State], times: int) -> list[float]:
    """Seconds of one copy of each state, out of so many."""
    costs = []
    for state in states:
        copy, often = state.copy, range(times)
        begin = time.process_time()
        for _ in often:
            copy()
        costs.append((time.process_time() - begin) / times)
    return costs
