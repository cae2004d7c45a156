"""What it costs to look at every step: the same games, bare and checked.

    python -m bench.checked_play [GAMES] [ROUNDS]

Seats and players of each game are those of a campaign, by the seed (and once more random players
only). Bare and checked games take turns; of the rounds the median counts. Seconds are those of the
processor.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from statistics import median

from bench.random_play import MOST_ANSWERS
from rules_check.fuzz.plan import Task
from rules_check.oracle.box.arranging import Wish
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import EndlessGame, play_on
from rules_check.oracle.players.player import PLAYERS, Player
from rules_check.play.table import make_player
from rules_check.properties.referee import play_refereed


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of the same games, bare and checked, and how many answers they have."""

    games: int
    answers: int
    bare: float
    checked: float

    @property
    def ratio(self) -> float:
        """How many times as long a checked game takes."""
        return self.checked / self.bare


def compared(
    name: str, games: int, rounds: int, players: str = "", limit: int = MOST_ANSWERS
) -> Cost:
    """Games of a play set with the players of a campaign, or of one kind."""
    bare: list[float] = []
    checked: list[float] = []
    answers = 0
    made = [_seated(name, seed, players) for seed in range(games)]
    for _ in range(rounds):
        begin = time.process_time()
        for seed, (game, kinds) in enumerate(made):
            rng = Random(seed)
            with suppress(EndlessGame):
                play_on(game, game.new(), _players(kinds, rng), rng, [], limit=limit)
        middle = time.process_time()
        answers = 0
        for seed, (game, kinds) in enumerate(made):
            rng = Random(seed)
            played = play_refereed(game, _players(kinds, rng), rng, limit=limit)
            if played.violations:
                raise AssertionError(f"{name}, seed {seed}: {played.violations[0]}")
            answers += len(played.answers)
        bare.append(middle - begin)
        checked.append(time.process_time() - middle)
    return Cost(games, answers, median(bare), median(checked))


def _seated(name: str, seed: int, players: str) -> tuple[Game, Sequence[str]]:
    table = Task(seed, Wish(name), seed).table()
    game = table.make() if not players else Game(table.make().playset, table.seats)
    return game, [players] * game.players if players else table.players


def _players(kinds: Sequence[str], rng: Random) -> list[Player]:
    return [make_player(kind, rng) for kind in kinds]


def report(games: int, rounds: int) -> Iterator[str]:
    """A line for each play set."""
    for players in ("", *(kind for kind in PLAYERS if kind == "random")):
        total = [0.0, 0.0]
        for name in PLAY_SETS:
            cost = compared(name, games, rounds, players)
            total = [total[0] + cost.bare, total[1] + cost.checked]
            a_bare, a_checked = (1e6 * x / cost.answers for x in (cost.bare, cost.checked))
            yield (
                f"{name}, {players or 'mixed'} players: {a_bare:.0f} µs an answer bare, "
                f"{a_checked:.0f} checked, x{cost.ratio:.2f}; "
                f"{games / cost.bare:.1f} games/s bare, {games / cost.checked:.1f} checked"
            )
        yield f"all, {players or 'mixed'} players: x{total[1] / total[0]:.2f}"


if __name__ == "__main__":
    for line in report(*(int(word) for word in (*sys.argv[1:], "6", "5")[:2])):
        print(line, flush=True)
