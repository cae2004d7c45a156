"""What is asked of the reference engine, with its yardstick, within one process.

What is to be compared takes turns: one run of each, and again, for several rounds. The best
run of each counts, so that a busy moment of the machine does not decide.
"""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bench import dominion, quick_play
from bench.quick_play import quick_game
from bench.random_play import (
    Tally,
    beginnings,
    copy_costs,
    game_of,
    positions,
    whole_games,
)
from rules_check.oracle.game import Game
from rules_check.oracle.values.state import State

Answer = dict[str, Any]
COPIES = 50
"""So many copies of a position are timed together."""


def engine(sets: list[str], games: int, pyminion: int, rounds: int, number: int) -> Answer:
    """Random games of each play set, of pyminion if it is there, and copies of positions."""
    made = {name: game_of(name) for name in sets}
    states = {name: positions(game, range(games), number, None) for name, game in made.items()}
    yardstick = dominion.version()
    runs: dict[str, Callable[[], Tally]] = {}
    for name, game in made.items():
        runs[f"{name} off"] = _games(game, games, trace=False)
        runs[f"{name} on"] = _games(game, games, trace=True)
        runs[f"{name} quick"] = _quick(game, games)
    if yardstick is not None:
        seeds = range(pyminion)
        runs["pyminion log"] = lambda: dominion.whole_games(seeds, log=True)
        runs["pyminion silent"] = lambda: dominion.whole_games(seeds, log=False)
    best, costs = best_of(rounds, runs, states)
    found: Answer = {
        name: {
            "cards": len(game.kinds),
            "players": game.players,
            "off": best[f"{name} off"]._asdict(),
            "on": best[f"{name} on"]._asdict(),
            "quick": best[f"{name} quick"]._asdict(),
            "copy": _summary(costs[name]),
        }
        for name, game in made.items()
    }
    answer: Answer = {"sets": found, "pyminion": None}
    if yardstick is not None:
        answer["pyminion"] = {
            "version": yardstick,
            "players": dominion.PLAYERS,
            "log": best["pyminion log"]._asdict(),
            "silent": best["pyminion silent"]._asdict(),
        }
    return answer


def engine_growth(
    name: str, factors: list[int], games: int, decisions: int, rounds: int, number: int
) -> Answer:
    """The first decisions of games with ever more copies in the main deck, and their copies."""
    made = {str(factor): game_of(name, factor) for factor in factors}
    states = {
        factor: positions(game, range(games), number, decisions) for factor, game in made.items()
    }
    runs = {factor: _beginnings(game, games, decisions) for factor, game in made.items()}
    best, costs = best_of(rounds, runs, states)
    return {
        factor: {
            "cards": len(game.kinds),
            "play": best[factor]._asdict(),
            "copy": _summary(costs[factor]),
        }
        for factor, game in made.items()
    }


def best_of(
    rounds: int,
    runs: Mapping[str, Callable[[], Tally]],
    states: Mapping[str, Sequence[State]],
) -> tuple[dict[str, Tally], dict[str, list[float]]]:
    """The quickest run of each kind, and the quickest copy of each state, of several rounds."""
    best: dict[str, Tally] = {}
    costs: dict[str, list[float]] = {}
    gc.collect()
    gc.freeze()  # what is loaded is not looked through again and again: same for everyone
    try:
        for _ in range(rounds):
            for name, run in runs.items():
                gc.collect()
                done = run()
                if name not in best or done.seconds < best[name].seconds:
                    best[name] = done
            for name, some in states.items():
                now = copy_costs(some, COPIES)
                costs[name] = [min(pair) for pair in zip(now, costs.get(name, now), strict=True)]
    finally:
        gc.unfreeze()
    return best, costs


def _games(game: Game, games: int, *, trace: bool) -> Callable[[], Tally]:
    return lambda: whole_games(game, range(games), trace=trace)


def _quick(game: Game, games: int) -> Callable[[], Tally]:
    made = quick_game(game)
    return lambda: quick_play.whole_games(made, range(games))


def _beginnings(game: Game, games: int, decisions: int) -> Callable[[], Tally]:
    return lambda: beginnings(game, range(games), decisions)


def _summary(costs: Iterable[float]) -> Answer:
    """Mean and worst, in microseconds."""
    micros = [1e6 * cost for cost in costs]
    return {"positions": len(micros), "mean": statistics.fmean(micros), "worst": max(micros)}
