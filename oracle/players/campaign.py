"""Many whole games: do they all come to an end, and what was never seen on the way?

`python -m rules_check.oracle.players.campaign --games 1000 --jobs 2` plays that many games of
every play set with every kind of player; the seeds are 0, 1, 2 … `--play-set`, `--variant`,
`--mix` and `--seats` ask for one game, and `--every` plays every variant and every mix of the
books. It prints a table, and what no game has played or cited. The exit status is 1 if a game
fails, or if an ending of the book is never reached.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from rules_check.oracle.box.arranging import Wish, arrange, every_wish, play_set_of
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.settings import GameError
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import EndlessGame, play_on
from rules_check.oracle.players.player import PLAYERS, Player
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.rules.load import load_rules

TIE_BREAK = "tie-break"
NO_END = "no end"
CHUNK = 25
"""So many games go to a process at a time."""


@dataclass
class Tally:
    """What was seen in some games of one play set with one kind of player."""

    wish: Wish
    kind: str
    games: int = 0
    decisions: int = 0
    turns: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    tie_breaks: int = 0
    played: set[str] = field(default_factory=set)
    cited: set[str] = field(default_factory=set)
    failures: list[tuple[int, str]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What was played."""
        return self.wish.title

    def add(self, other: Tally) -> None:
        """Count the games of another tally too."""
        self.games += other.games
        self.decisions += other.decisions
        self.turns += other.turns
        self.endings.update(other.endings)
        self.tie_breaks += other.tie_breaks
        self.played |= other.played
        self.cited |= other.cited
        self.failures += other.failures


def play_some(wish: Wish, kind: str, seeds: Iterable[int]) -> Tally:
    """Play a game for each seed; a game that fails is noted, and the next one played."""
    game, tally = _game(wish), Tally(wish, kind)
    for seed in seeds:
        tally.games += 1
        rng, state = Random(seed), game.new(trace=True)
        players = [PLAYERS[kind](rng) for _ in game.seats]
        try:
            tally.decisions += _play(game, state, players, rng)
        except Exception as error:  # noqa: BLE001 (whatever it is, the campaign reports it)
            tally.failures.append((seed, f"{type(error).__name__}: {error}"))
            continue
        result = state.result
        tally.turns += state.turn
        tally.endings[NO_END if result is None else result.reason] += 1
        tally.tie_breaks += result is not None and bool(result.tie_break)
        for event in state.trace or ():
            tally.cited.update(game.rules_of(event))
            if event.kind == "play":
                tally.played.update(map(game.name, event.cards))
    return tally


def _play(game: Game, state: State, players: Sequence[Player], rng: Random) -> int:
    """Play to the end, or until it is clear that there is none: players who have lost all
    their Power can go on for ever. Raises EndlessGame if cards still move."""
    answers: list[Option] = []
    try:
        return play_on(game, state, players, rng, answers)
    except EndlessGame:
        before = _moved(game, state)
        try:
            return play_on(game, state, players, rng, answers)
        except EndlessGame:
            if _moved(game, state) != before:
                raise
            return len(answers)


def _moved(game: Game, state: State) -> tuple[object, ...]:
    """What changes when a game comes nearer to its end."""
    piles = ["main-deck", "line-up", "destroyed", *(f"stack:{name}" for name in game.stacks)]
    stacks = [game.zone(state, "characters", seat) for seat in range(game.players)]
    return (*(frozenset(game.zone(state, pile)) for pile in piles), *stacks)


def campaign(wishes: Sequence[Wish], kinds: Sequence[str], games: int, jobs: int) -> list[Tally]:
    """Play the games in so many processes; a tally for each game and kind of player."""
    tallies = {(wish, kind): Tally(wish, kind) for wish in wishes for kind in kinds}
    chunks = [
        (wish, kind, range(start, min(start + CHUNK, games)))
        for wish, kind in tallies
        for start in range(0, games, CHUNK)
    ]
    if jobs == 1:
        parts = [play_some(*chunk) for chunk in chunks]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            parts = list(pool.map(play_some, *zip(*chunks, strict=True)))
    for part in parts:
        tallies[part.wish, part.kind].add(part)
    return list(tallies.values())


@lru_cache
def _game(wish: Wish) -> Game:
    return Game(play_set_of(arrange(wish)))


# ---------------------------------------------------------------------------- report


def missing_endings(tallies: Iterable[Tally]) -> list[str]:
    """The endings that no game of a play set has come to, as "name: ending"."""
    reached: dict[Wish, set[str]] = {}
    for tally in tallies:
        seen = reached.setdefault(tally.wish, set())
        seen.update(tally.endings)
        if tally.tie_breaks:
            seen.add(TIE_BREAK)
    return [
        f"{wish.title}: {ending}"
        for wish, seen in reached.items()
        for ending in _endings(wish)
        if ending not in seen
    ]


def _endings(wish: Wish) -> tuple[str, ...]:
    parameters = _game(wish).parameters
    conditions, tie_breaks = parameters["end.conditions"], parameters["score.tie_breaks"]
    assert isinstance(conditions, tuple)
    return (*map(str, conditions), *([TIE_BREAK] if tie_breaks else []))


def report(tallies: Sequence[Tally]) -> Iterator[str]:
    """The lines that tell what was seen."""
    reasons = sorted({reason for tally in tallies for reason in tally.endings})
    head = ["game", "players", "games", "decisions", "turns", *reasons, TIE_BREAK, "failed"]
    rows = [
        [
            tally.name,
            tally.kind,
            f"{tally.games:,}",
            f"{tally.decisions:,}",
            f"{tally.turns / max(1, tally.games - len(tally.failures)):.1f}",
            *(f"{tally.endings[reason]:,}" for reason in reasons),
            f"{tally.tie_breaks:,}",
            f"{len(tally.failures):,}",
        ]
        for tally in tallies
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
    for wish in dict.fromkeys(tally.wish for tally in tallies):
        yield ""
        yield from _never(wish, [tally for tally in tallies if tally.wish == wish])
    for tally in tallies:
        for seed, error in sorted(tally.failures):
            yield ""
            yield f"failed: {error}"
            words = " ".join(_options(tally.wish))
            yield f"  rules-check play {words} --players {tally.kind} --seed {seed}"


def _options(wish: Wish) -> Iterator[str]:
    """The words of the command line that ask for a game."""
    yield wish.game
    if wish.variant:
        yield f"--variant {wish.variant}"
    if wish.mix:
        yield f"--mix {','.join(wish.mix)}"
    if wish.players:
        yield f"--seats {wish.players}"


def _never(wish: Wish, tallies: Sequence[Tally]) -> Iterator[str]:
    """What the games of one kind have left out."""
    name, play_set = wish.title, _game(wish).playset
    cards = {card.name for card, _ in play_set.main_deck} | set(play_set.basics)
    cards -= {card for tally in tallies for card in tally.played}
    book = load_rules(play_set.ruleset.name)
    rules = [id_ for id_, rule in book.rules.items() if rule.executable]
    cited = {id_ for tally in tallies for id_ in tally.cited}
    silent = [id_ for id_ in rules if id_ not in cited]
    yield from _list(f"{name}, cards never played", sorted(cards))
    yield from _list(f"{name}, rules never cited (of {len(rules)})", silent)


def _list(title: str, items: Sequence[str]) -> Iterator[str]:
    yield f"{title}: {len(items)}"
    yield from textwrap.wrap(
        ", ".join(items),
        96,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
    )


def main(words: Sequence[str] | None = None) -> int:
    """Play the campaign and print its report."""
    parser = argparse.ArgumentParser(
        prog="python -m rules_check.oracle.players.campaign", description=__doc__
    )
    parser.add_argument("--games", type=int, default=1000, help="of each kind (default: 1000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    names = play_set_names()
    parser.add_argument("--play-set", choices=names, action="append", help="(default: all)")
    parser.add_argument("--players", choices=PLAYERS, action="append", help="(default: all)")
    parser.add_argument("--variant", default="", help="a variant that the book prints")
    parser.add_argument("--mix", default="", metavar="NAME,...", help="games that are mixed in")
    parser.add_argument("--seats", type=int, default=0, help="how many play")
    parser.add_argument("--every", action="store_true", help="every variant and every mix")
    args = parser.parse_args(words)
    try:
        wishes = _wishes(args)
    except GameError as error:
        parser.error(str(error))
    tallies = campaign(wishes, args.players or tuple(PLAYERS), args.games, args.jobs)
    missing = missing_endings(tallies)
    lines = [*report(tallies), *(f"never reached: {ending}" for ending in missing)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if missing or any(tally.failures for tally in tallies) else 0


def _wishes(args: argparse.Namespace) -> list[Wish]:
    """The games that are meant. Raises GameError."""
    if args.every:
        return list(every_wish())
    mix = tuple(args.mix.split(",")) if args.mix else ()
    names = args.play_set or ([""] if mix or args.variant else play_set_names())
    wishes = [Wish(name, args.variant, mix, args.seats) for name in names]
    for wish in wishes:
        arrange(wish)
    return wishes


if __name__ == "__main__":
    sys.exit(main())
