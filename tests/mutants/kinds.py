"""Kinds of fault, and who notices them without a scenario: `python -m tests.mutants.kinds`.

Each fault is tried in a process of its own: games of all play sets and of a deck of plain texts
under the eyes of the properties. The exit status is 1 if fewer are noticed than LEAST, or if the
engine as it is breaks a property.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from tests.mutants.hook import install
from tests.mutants.model import ROOT, MutantError, chosen, load_mutants
from tests.mutants.trial import CONTROL

FILE: Final = Path(__file__).with_name("kinds.toml")
DECK: Final = Path(__file__).with_name("plain-texts.txt")
LEAST: Final = 17
GAMES: Final = 6
"""So many games are played of each play set, and four times as many with the plain texts."""

LIMIT: Final = 700
EVERY: Final = 25


class Noticed(NamedTuple):
    """By what a fault was noticed (empty: by nothing), and what was said."""

    fault: str
    by: str = ""
    said: str = ""


def games(number: int) -> Iterator[Noticed | None]:
    """Games under the eyes of the referee; what the first of them shows that breaks a property."""
    from rules_check.grammar.cardfile import read_card_text
    from rules_check.oracle.box.names import PLAY_SETS
    from rules_check.oracle.box.playset import card_defs, load_play_set
    from rules_check.oracle.game import Game
    from rules_check.oracle.players.player import PLAYERS
    from rules_check.properties.referee import play_refereed

    plain = load_play_set("confrontations").replace_main_deck(
        card_defs(read_card_text(DECK.read_text(encoding="utf-8"), DECK.name))
    )
    sets = [("plain texts", plain, 4 * number)]
    sets += [(name, load_play_set(name), number) for name in PLAY_SETS]
    for name, cards, times in sets:
        for seed in range(times):
            rng = Random(seed)
            game = Game(cards)
            kind = list(PLAYERS)[seed % len(PLAYERS)]
            players = [PLAYERS[kind](rng) for _ in game.seats]
            played = play_refereed(game, players, rng, every=EVERY, limit=LIMIT)
            for violation in played.violations:
                yield Noticed("", f"game of {name}", f"{violation.property}: {violation.message}")
            yield None


def trial(number: int) -> Noticed:
    """The first thing that is noticed."""
    for found in games(number):
        if found is not None:
            return found
    return Noticed("")


def run_trial(fault: str, number: int = GAMES) -> Noticed:
    """Try a fault in a process of its own."""
    words = ["--only", fault, "--games", str(number), "--inside"]
    process = subprocess.run(
        [sys.executable, "-m", "tests.mutants.kinds", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode:
        raise MutantError(fault, process.stderr.rstrip().rpartition("\n")[2])
    return Noticed(fault, *json.loads(process.stdout.splitlines()[-1]))


def table(found: Sequence[Noticed]) -> Iterator[str]:
    """A line for each fault, and how many were noticed."""
    width = max(len(one.fault) for one in found)
    for one in found:
        yield f"{one.fault:{width}}  {one.by + ': ' + one.said if one.by else 'NOT NOTICED'}"
    noticed = [one for one in found if one.by]
    yield ""
    yield f"{len(noticed)} of {len(found)} kinds of fault noticed without a scenario, by games"


def main(words: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.kinds", description=__doc__)
    parser.add_argument("--only", default="", metavar="ID,...", help="only these faults")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    faults = load_mutants(FILE)
    if args.inside:
        if args.only != CONTROL:
            install(next(one for one in faults if one.id == args.only))
        found: Any = trial(args.games)
        print(json.dumps([found.by, found.said]))
        return 0
    control = run_trial(CONTROL, args.games)
    if control.by:
        print(f"the engine as it is: {control.by}: {control.said}")
        return 1
    every = [run_trial(one.id, args.games) for one in chosen(faults, args.only)]
    print("\n".join(table(every)))
    return int(not args.only and sum(bool(one.by) for one in every) < LEAST)


if __name__ == "__main__":
    sys.exit(main())
