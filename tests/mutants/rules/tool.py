"""Makes the table of rules and faults: `python -m tests.mutants.rules.tool`.

For every executable rule a fault of the engine is looked for that makes a scenario of the rule
fail. The exit status is 1 if a rule has neither a fault nor a reason why there is none.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rules_check.oracle.scenarios.runner import run
from tests.mutants.rules import search
from tests.mutants.rules.faults import (
    TABLE,
    Fault,
    Row,
    executable_rules,
    keep_games,
    read_rows,
    read_without,
    write_rows,
)
from tests.mutants.rules.report import as_text, problems
from tests.mutants.rules.search import Statement
from tests.mutants.rules.trying import lines_run, scenarios

_statements: tuple[Statement, ...] = ()
_runs: Mapping[str, frozenset[str]] = {}
_best: dict[str, Row] = {}
"""What the processes need to know; they are made when it is known."""


OFTEN: Final = 10
"""The table is written whenever so many rows are found."""

ROUND: Final = 24
"""So many faults are tried on all rules that they could be the best for; then it is looked anew."""


def make(rules: Sequence[str], jobs: int) -> Iterator[Row]:
    """A row for each of these rules that one is found for."""
    global _statements, _runs
    ids = sorted(scenarios())
    keep_games(all_of_them=True)
    for id_ in ids:  # what is read only once is read here, before there are several processes
        if not run(scenarios()[id_]).passed:
            raise ValueError(f"without a fault {id_} does not pass")
    gc.collect()
    gc.freeze()
    ran: dict[str, Any] = {}
    parts = [ids[at : at + 50] for at in range(0, len(ids), 50)]
    for part in _spread(lines_run, parts, jobs, "lines that scenarios run"):
        ran |= part
    _statements = search.statements(ran)
    _runs = search.runs_of(_statements)
    wanted = set(rules)
    todo = [
        (fault, tuple(rule for rule in about if rule in wanted))
        for fault, about in search.written_faults()
    ]
    _best.clear()
    for at in range(0, len(todo), ROUND):
        part = [(fault, _open(fault, about)) for fault, about in todo[at : at + ROUND]]
        what = f"faults written down, from {at} of {len(todo)}"
        for rows in _spread(_written, [one for one in part if one[1]], jobs, what):
            for rule, one in rows.items():
                if rule not in _best or search.key(one) < search.key(_best[rule]):
                    _best[rule] = one
    yield from (one for one in _spread(_changes, rules, jobs, "rules") if one is not None)


def _open(fault: Fault, rules: Iterable[str]) -> tuple[str, ...]:
    """Those of the rules for which this fault could be better than what they have."""
    return tuple(rule for rule in rules if rule not in _best or _better(fault, _best[rule]))


def _better(fault: Fault, best: Row) -> bool:
    if not search.good(best):
        return True
    return search.rank(fault) <= search.rank(best.fault) and best.others > search.FEW


def _written(one: tuple[Fault, tuple[str, ...]]) -> Mapping[str, Row]:
    return search.try_written(*one, _runs)


def _changes(rule: str) -> Row | None:
    best = _best.get(rule)
    if best is None or not search.good(best):
        best = search.try_changes(rule, _statements, best)
    return search.exact(best) if best is not None else None


def _spread(work: Callable[[Any], Any], on: Iterable[Any], jobs: int, what: str) -> Iterator[Any]:
    """The work done on each, by several processes; the answers are in order."""
    todo = list(on)
    context = multiprocessing.get_context("fork")
    with context.Pool(jobs) as pool:
        for number, answer in enumerate(pool.imap(work, todo), 1):
            yield answer
            if sys.stderr.isatty() or number == len(todo) or not number % 50:
                end = "\r" if number < len(todo) else "\n"
                print(f"{number} of {len(todo)} {what}", end=end, file=sys.stderr, flush=True)


def _with_others(rows: Mapping[str, Row], kept: Iterable[str]) -> list[Row]:
    """These rows, and those that the table has for rules of `kept`."""
    known = {row.rule: row for row in read_rows()} if TABLE.exists() else {}
    others = [known[rule] for rule in kept if rule in known and rule not in rows]
    return [*rows.values(), *others]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.rules.tool", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many processes at a time")
    parser.add_argument(
        "--only", default="", metavar="ID,...", help="rules that begin so; other rows stay"
    )
    args = parser.parse_args(arguments)
    begins = tuple(args.only.split(","))
    rules = [rule for rule in executable_rules() if rule.startswith(begins)]
    rows: dict[str, Row] = {}
    for row in make(rules, args.jobs):
        rows[row.rule] = row
        if not len(rows) % OFTEN:
            write_rows(_with_others(rows, executable_rules()))  # what is found is not lost
    table = _with_others(rows, [rule for rule in executable_rules() if rule not in rules])
    write_rows(table)
    without = read_without()
    print(as_text(table, without))
    wrong = problems(table, without)
    print(*wrong, sep="\n", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
