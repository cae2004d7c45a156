"""Where the time of random play goes, function by function: `python -m bench --profile NAME`.

A help for the eye, not a measurement: the profiler makes small functions look slower than
they are. What a function spends in built-in functions counts as its own time.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench import dominion
from bench.measure import ROOT
from bench.random_play import Tally, game_of, whole_games

YARDSTICK = "pyminion"
MOST_ROWS = 30
MOST_FILES = 15


class Row(NamedTuple):
    """A function: its share of the time in percent, alone and with all it calls; its calls."""

    own: float
    total: float
    micros: float
    calls: int
    file: str
    function: str


def profile(name: str, games: int) -> str:
    """Play at random under the profiler; the functions that take most time, as a table."""
    play = _player(name)
    play(1)  # fills what is filled once
    profiler = cProfile.Profile(time.process_time, builtins=False)
    done: Tally = profiler.runcall(play, games)
    head = f"{name}: {done.games} random games, {done.decisions} decisions"
    return table(head, sorted(_rows(profiler), reverse=True))


def _player(name: str) -> Callable[[int], Tally]:
    """Plays so many games of a play set, or of pyminion."""
    if name == YARDSTICK:
        return lambda games: dominion.whole_games(range(games), log=True)
    game = game_of(name)
    return lambda games: whole_games(game, range(games), trace=False)


def _rows(profiler: cProfile.Profile) -> Iterator[Row]:
    stats: dict[Any, Any] = vars(pstats.Stats(profiler))["stats"]
    whole = sum(own for _, _, own, _, _ in stats.values())
    for (file, line, function), (_, calls, own, total, _) in stats.items():
        where = f"{function}, line {line}"
        micros = 1e6 * own / calls
        yield Row(100 * own / whole, 100 * total / whole, micros, calls, _short(file), where)


def _short(file: str) -> str:
    """A path of the project from its root, any other from its package."""
    path = Path(file)
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    return "/".join(path.parts[-2:])


def table(head: str, rows: list[Row]) -> str:
    """The functions that take most time, then the files, for people."""
    lines = [head, "", "own time  with calls  own µs a call       calls  function"]
    files: defaultdict[str, float] = defaultdict(float)
    for row in rows:
        files[row.file] += row.own
    shares = sorted(((share, file) for file, share in files.items()), reverse=True)
    for own, total, micros, calls, file, function in rows[:MOST_ROWS]:
        figures = f"{own:6.1f} %  {total:8.1f} %  {micros:13.2f}  {calls:10,}"
        lines.append(f"{figures}  {file}: {function}")
    lines += ["", "own time  file"]
    lines += [f"{share:6.1f} %  {file}" for share, file in shares[:MOST_FILES]]
    return "\n".join(lines) + "\n"
