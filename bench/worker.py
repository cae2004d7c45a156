"""One measurement in a process of its own: `python -m bench.worker TASK ARGUMENTS`.

Arguments and answer are JSON. A process of its own, because memory is counted for whole
processes, and because what one measurement has loaded would help the next.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.generate import Made, card_of_words, cards, distinct, file_text, misspelt
from bench.hostile import hostile
from bench.interactions import interactions
from bench.measure import elapsed
from bench.phases import LOADING, PHASES, RENDERING, Watch, watched
from rules_check.checker import Checker, FileResult
from rules_check.cli import look_rarely
from rules_check.grammar.cache import Cache
from rules_check.output import Report, render

Answer = dict[str, Any]
PATH = "generated.txt"


def written(number: int, path: str, wrong: int = 0) -> Answer:
    """Write a generated set to a file; every so many-th card has a wrong word."""
    made = cards(number)
    if wrong:
        made = [misspelt(c) if at % wrong == 0 else c for at, c in enumerate(made)]
    Path(path).write_text(file_text(made), encoding="utf-8")
    return {"distinct": distinct(made)}


def rate(number: int, folder: str) -> Answer:
    """A set in one process: first time, from the cache on disk, and once more."""
    made = cards(number)
    text = file_text(made)
    load()
    first = Checker(Cache(Path(folder)))
    cold = elapsed(lambda: _checked(first, text))
    second = Checker(Cache(Path(folder)))
    warm = elapsed(lambda: _checked(second, text))
    again = elapsed(lambda: _checked(second, text))
    return {"cold": cold, "warm": warm, "again": again, "distinct": distinct(made)}


def growth(number: int) -> Answer:
    """A set without a cache on disk: seconds, peak memory, and how much was understood."""
    made = cards(number)
    text = file_text(made)
    load()
    before = peak()
    checker = Checker()
    results: list[FileResult] = []
    seconds = elapsed(lambda: results.append(_checked(checker, text)))
    understood = sum(card.understood for card in results[0].cards)
    return {
        "seconds": seconds,
        "before": before,
        "peak": peak(),
        "distinct": distinct(made),
        "understood": understood,
    }


def new_cards(number: int, words: int, rest: int) -> Answer:
    """Cards never seen before in a process that has checked a set: milliseconds of each.

    Alone, with one wrong word, and in their set (which an editor would check again).
    """
    checker = Checker()
    others = cards(rest)
    _checked(checker, file_text(others))

    def milliseconds(made: list[Made]) -> float:
        text = file_text(made)
        return 1000 * elapsed(lambda: _checked(checker, text))

    new = [card_of_words(rest + index, words) for index in range(3 * number)]
    return {
        "alone": [milliseconds([made]) for made in new[:number]],
        "wrong": [milliseconds([misspelt(made)]) for made in new[number : 2 * number]],
        "inside": [milliseconds([*others, made]) for made in new[2 * number :]],
    }


def phases(number: int, folder: str) -> Answer:
    """Seconds of each phase for a set, cold and then from the cache on disk."""
    text = file_text(cards(number))
    answer: Answer = {}
    for name in ("cold", "warm"):
        watch = Watch()
        with watch.phase(LOADING):
            load()
        with watched(watch):
            result = _checked(Checker(Cache(Path(folder))), text, watch)
        assert result.readable
        answer[name] = {phase: watch.seconds[phase] for phase in PHASES}
    return answer


def parsers(paths: list[str], most: int) -> Answer:
    """The ways to parse a sentence, one against the other."""
    from bench.parsers import compare

    return compare(paths, most)


def engine(**arguments: Any) -> Answer:
    """Random games of the reference engine and of its yardstick, and copies of positions."""
    from bench.engine import engine

    return engine(**arguments)


def engine_growth(**arguments: Any) -> Answer:
    """The same with ever more cards in the main deck."""
    from bench.engine import engine_growth

    return engine_growth(**arguments)


def proofs(**arguments: Any) -> Answer:
    """Proofs with more and more cards per zone."""
    from bench.proofs import proofs

    return proofs(**arguments)


def load() -> None:
    """Load Lark and the grammar (once in a process)."""
    from rules_check.grammar.earley import sentence_parser

    sentence_parser()


def peak() -> float:
    """The most memory this process has had, in MB; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def _checked(checker: Checker, text: str, watch: Watch | None = None) -> FileResult:
    """Check a set, keep what is new, write the report."""
    result = checker.check_text(text, PATH)
    checker.save()
    report = Report((result.checked(),), result.diagnostics, result.suppressed, ())
    if watch is None:
        render(report)
    else:
        with watch.phase(RENDERING):
            render(report)
    return result


TASKS: dict[str, Callable[..., Answer]] = {
    task.__name__: task
    for task in (
        *(written, rate, growth, new_cards, phases, parsers, engine, engine_growth, proofs),
        hostile,
        interactions,
    )
}


def main() -> None:
    """Do the task that the command line names."""
    look_rarely()  # as the program does
    task, arguments = sys.argv[1:]
    print(json.dumps(TASKS[task](**json.loads(arguments))))


if __name__ == "__main__":
    main()
