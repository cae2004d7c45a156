"""The quick engine and the interpreter by the letter play side by side: where do they differ?

`python -m tests.oracle.quick.beside --texts` plays every text of the project in seeded situations,
`--vectors` the steps of every vector, `--games N` whole games of random players, every second one
with random cards (`make held` does some of each). At every decision who decides, the choices, the
whole position and everything that has happened this turn are compared (`both.py`). The exit status
is 1 if there is a difference.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, NamedTuple

from rules_check.conform.cores import NOT_FORESEEN
from rules_check.conform.games import Table, further_cards, game_of, told_table
from rules_check.conform.letter import kind_of
from rules_check.conform.live import random_cards
from rules_check.grammar.core.forms import Core
from rules_check.oracle.box.arranging import with_seats_by
from rules_check.oracle.conformance.setups import dump_setup, unpacked
from rules_check.oracle.letter.box import NoCore
from rules_check.oracle.quick import state
from rules_check.oracle.scenarios.positions import laid_out
from tests.freeze import seeing
from tests.freeze.texts import Text
from tests.freeze.tree import NOT_PLAYED
from tests.oracle.letter.play import vectors
from tests.oracle.letter.situations import SLOW, the_texts, the_tree, wishes
from tests.oracle.letter.two_engines import TooSlow, at_most, message_of
from tests.oracle.quick.both import Both, Differs

MOST = 1500
"""So many answers of players, and a whole game is left."""


class Came(NamedTuple):
    """What came of a case."""

    case: str
    outcome: str
    decisions: int
    seconds: float
    told: str = ""


def played(case: str, seconds: float, begin: Callable[[list[Both]], None]) -> Came:
    """Play a case, and say what came of it; `begin` adds each game before it is played on."""
    start = time.process_time()
    both: list[Both] = []
    outcome, told = "same", ""
    try:
        with at_most(seconds):
            begin(both)
    except Differs as found:
        outcome, told = "differs", f"{found}\n    {json.dumps(found.steps[-3:])}"
    except (NoCore, state.NoCore):
        outcome = "refused by the translation"
    except NOT_PLAYED:
        outcome = "refused by the engine"
    except TooSlow:
        outcome = SLOW
    except (ValueError, *NOT_FORESEEN) as error:
        outcome, told = "differs", f"{type(error).__name__}: {error}"
    decisions = sum(len(one.steps) + 1 for one in both)
    return Came(case, outcome, decisions, time.process_time() - start, told)


def play_text(text: Text, case: str, seconds: float) -> Came:
    """A text in its three situations."""
    tree = the_tree()
    looked = tree.look(text.card_file())
    if not looked.understood:
        return Came(case, "not understood", 0, 0.0)
    if looked.refused:
        return Came(case, "refused by the engine", 0, 0.0)

    def begin(both: list[Both]) -> None:
        table = Table(text.game, "")
        game = tree.begin(seeing.play_set(tree, text.game), seeing.COPIES)
        for number, most in enumerate(seeing.ANSWERS):
            rng = Random(f"{text.key} {number}")
            laid = seeing.position(game, text, number, rng)
            setup = dump_setup(game.game, laid_out(game.game, laid), laid["phase"])
            setup["cards"] = further_cards(game.game, table)
            both.append(Both(message_of(table), setup, rng))
            both[-1].play(most, text.name)

    return played(case, seconds, begin)


def project_text(key: str, seconds: float) -> Came:
    """A text of the project by its key."""
    return play_text(the_texts()[key], f"--texts --only {key}", seconds)


def whole_game(number: int, seconds: float, most: int = MOST) -> Came:
    """A game of random players by its number, for at most so many answers; every second one with
    random cards."""

    def begin(both: list[Both]) -> None:
        wish = wishes()[number % len(wishes())]
        rng = Random(f"quick {wish.title} {number}")
        found = with_seats_by(rng, wish)
        mix = [{"with": x.other, "how": x.how, "out": list(x.out)} for x in found.mixed]
        table = Table(found.game, found.variant, json.dumps(mix), found.seats if mix else ())
        made = random_cards(table, number, None) if number % 2 else []
        books = (found.game, *(x.other for x in found.mixed))
        cards = [x for x in made if isinstance(kind_of(x, found.game, books).core, Core)]
        game = game_of(table, found.seats, cards)
        setup: dict[str, Any] = dump_setup(game, unpacked(game), "set-up")
        setup["cards"] = cards
        both.append(Both(message_of(table), setup, rng))
        both[-1].play(most)

    return played(f"--games 1 --seed {number}", seconds, begin)


def play_vector(vector: Mapping[str, Any], seconds: float) -> Came:
    """The steps of a vector, whatever it expects of them."""

    def begin(both: list[Both]) -> None:
        if vector["kind"] == "reject" and not vector["steps"]:
            return  # there may be no such game
        both.append(Both(message_of(told_table(vector)), vector["setup"], None))
        for step in vector["steps"]:
            both[-1].take(step)

    return played(f"--vectors --only {vector['id']}", seconds, begin)


def tasks(args: argparse.Namespace) -> Iterator[Callable[[float], Came]]:
    """The cases that are wanted."""
    if args.texts:
        keys = [args.only] if args.only else list(the_texts())[args.seed :: args.every]
        yield from (partial(project_text, key) for key in keys)
    if args.vectors:
        wanted = [x for x in vectors() if args.only in ("", x["id"])]
        yield from (partial(play_vector, one) for one in wanted[args.seed :: args.every])
    yield from (partial(whole_game, args.seed + number) for number in range(args.games))


def run(task: Callable[[float], Came], seconds: float) -> Came:
    """One case."""
    return task(seconds)


def main(arguments: list[str]) -> int:
    """Play what is wanted, and tell the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", action="store_true", help="the texts of the project")
    parser.add_argument("--vectors", action="store_true", help="the steps of vectors")
    parser.add_argument("--every", type=int, default=1, help="of so many texts or vectors one")
    parser.add_argument("--only", default="", help="the text or vector of this name")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="whole games")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seconds", type=float, default=20.0, help="so long a case may take")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)
    one = partial(run, seconds=args.seconds)
    wanted = list(tasks(args))
    if args.jobs == 1 or len(wanted) == 1:
        came = list(map(one, wanted))
    else:
        with ProcessPoolExecutor(args.jobs) as pool:
            came = list(pool.map(one, wanted))
    for found in came:
        if found.outcome == "differs":
            print(f"python -m tests.oracle.quick.beside {found.case}\n    {found.told}")
    counted = ", ".join(f"{n} {what}" for what, n in Counter(x.outcome for x in came).most_common())
    seconds = sum(x.seconds for x in came)
    print(f"{len(came)} cases: {counted}; {sum(x.decisions for x in came)} decisions compared")
    print(f"{seconds:.0f} s of the processor")
    return int(any(x.outcome == "differs" for x in came))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
