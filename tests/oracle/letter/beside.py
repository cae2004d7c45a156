"""Today's engine and the interpreter by the letter play side by side: where do they differ?

`python -m tests.oracle.letter.beside --texts` plays every text of the project in seeded situations,
`--random N` random texts, `--games N` whole games of random players (`make beside` does some of
each). At every decision the player who decides, the choices, the position and the moves of cards
are compared (`two_engines.py`). Differences are told in groups, each with a command that shows one
of them again. The exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.oracle.letter.situations import (
    SLOW,
    Came,
    project_text,
    random_text,
    the_texts,
    whole_game,
)


def tasks(args: argparse.Namespace) -> Iterator[Callable[[float], Came]]:
    """The cases that are wanted."""
    numbers = range(args.seed, args.seed + max(args.random, args.games))
    if args.texts:
        keys = [args.only] if args.only else list(the_texts())[args.seed :: args.every]
        yield from (partial(project_text, key) for key in keys)
    yield from (partial(random_text, number) for number in numbers[: args.random])
    yield from (partial(whole_game, number) for number in numbers[: args.games])


def run(task: Callable[[float], Came], seconds: float) -> Came:
    """One case."""
    return task(seconds)


def told_at_once(found: Iterable[Came]) -> list[Came]:
    """All of them; that one differs is told as soon as it is known."""
    came: list[Came] = []
    for one in found:
        came.append(one)
        if one.outcome == "differs":
            print(f"{len(came)}: {one.case}: {one.group}", file=sys.stderr, flush=True)
    return came


def report(came: Sequence[Came], most: int) -> Iterator[str]:
    """What came of them: how many, and the differences in groups, the largest first."""
    outcomes = Counter(one.outcome for one in came)
    decisions = sum(one.decisions for one in came)
    seconds = sum(one.seconds for one in came)
    counted = ", ".join(f"{number} {outcome}" for outcome, number in outcomes.most_common())
    yield f"{len(came)} cases: {counted}; {decisions} decisions compared in {seconds:.0f} s"
    for one in came:
        if one.outcome == SLOW:
            yield f"  {one.outcome}: {one.words:.100}: {one.decisions} decisions: {one.case}"
    for outcome in ("refused by the translation", "differs"):
        groups: dict[str, list[Came]] = defaultdict(list)
        for one in came:
            if one.outcome == outcome:
                groups[one.group].append(one)
        for group, members in sorted(groups.items(), key=lambda x: -len(x[1])):
            yield f"\n{outcome}, {len(members)}: {group}"
            for one in members[:most]:
                yield f"  {one.words}"
                if outcome == "differs":
                    yield from (f"    {line:.300}" for line in one.told)
                    yield f"    python -m tests.oracle.letter.beside {one.case}"


def main(arguments: list[str]) -> int:
    """Play what is wanted, and tell the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", action="store_true", help="the texts of the project")
    parser.add_argument("--every", type=int, default=1, help="of so many texts one")
    parser.add_argument("--only", default="", help="the text with this key")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="random texts")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="whole games")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seconds", type=float, default=20.0, help="so long a case may take")
    parser.add_argument("--show", type=int, default=3, help="so many of each group are shown")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)
    wanted = list(tasks(args))
    one = partial(run, seconds=args.seconds)
    if args.jobs == 1 or len(wanted) == 1:
        came = told_at_once(map(one, wanted))
    else:
        with ProcessPoolExecutor(args.jobs) as pool:
            came = told_at_once(pool.map(one, wanted))
    print(*report(came, args.show), sep="\n")
    return int(any(x.outcome == "differs" for x in came))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
