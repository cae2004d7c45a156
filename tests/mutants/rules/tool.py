"""Makes the table of rules and faults: `python -m tests.mutants.rules.tool`.

For every executable rule a fault of the engine is looked for that makes a scenario of the rule
fail. The exit status is 1 if a rule has neither a fault nor a reason why there is none.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules_check.oracle.scenarios.runner import run
from tests.mutants.rules import search
from tests.mutants.rules.faults import (
    TABLE,
    Fault,
    Row,
    executable_rules,
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


def make(rules: Sequence[str], jobs: int) -> list[Row]:
    """A row for each of these rules that one is found for."""
    global _statements, _runs
    ids = sorted(scenarios())
    for id_ in ids:  # what is read only once is read here, before there are several processes
        if not run(scenarios()[id_]).passed:
            raise ValueError(f"without a fault {id_} does not pass")
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
    for rows in _spread(_written, [one for one in todo if one[1]], jobs, "faults written down"):
        for rule, one in rows.items():
            if rule not in _best or search.key(one) < search.key(_best[rule]):
                _best[rule] = one
    found = _spread(_changes, rules, jobs, "rules")
    return [one for one in found if one is not None]


def _written(one: tuple[Fault, tuple[str, ...]]) -> Mapping[str, Row]:
    return search.try_written(*one, _runs)


def _changes(rule: str) -> Row | None:
    best = _best.get(rule)
    if best is not None and best.specific and best.how == "expectation":
        return best
    return search.try_changes(rule, _statements, best)


def _spread(work: Callable[[Any], Any], on: Iterable[Any], jobs: int, what: str) -> list[Any]:
    """The work done on each, by several processes; the answers are in order."""
    todo = list(on)
    found = []
    context = multiprocessing.get_context("fork")
    with context.Pool(jobs) as pool:
        for number, answer in enumerate(pool.imap(work, todo), 1):
            found.append(answer)
            if sys.stderr.isatty() or not number % 50:
                end = "\r" if sys.stderr.isatty() and number < len(todo) else "\n"
                print(f"{number} of {len(todo)} {what}", end=end, file=sys.stderr, flush=True)
    return found


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
    kept = [row for row in read_rows() if row.rule not in rules] if TABLE.exists() else []
    rows = [row for row in kept if row.rule in executable_rules()] + make(rules, args.jobs)
    write_rows(rows)
    without = read_without()
    print(as_text(rows, without))
    wrong = problems(rows, without)
    print(*wrong, sep="\n", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
