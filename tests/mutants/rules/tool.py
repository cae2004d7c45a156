"""Makes the table of rules and faults: `python -m tests.mutants.rules.tool`.

For every executable rule a fault of the engine is looked for that makes a scenario of the rule
fail. First the faults that are written down are tried: other values of parameters, other readings
of rulings, mutants. For a rule of which none of them is good there are small changes of statements
that its scenarios run: first those of functions that name a topic of the rule, and those that the
fewest scenarios run. Rows that still hold are kept.

The exit status is 1 if a rule has neither a fault nor a reason why there is none.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Any, Final

from rules_check.oracle.scenarios.runner import run
from tests.mutants.rules import search
from tests.mutants.rules.faults import (
    GAMES,
    TABLE,
    Fault,
    Row,
    executable_rules,
    keepers,
    read_rows,
    read_without,
    write_rows,
)
from tests.mutants.rules.made import made_functions
from tests.mutants.rules.report import as_text, problems
from tests.mutants.rules.search import good, of_rule, put_better
from tests.mutants.rules.statements import (
    Statement,
    around,
    functions_making,
    near,
    runs_of,
    statements,
)
from tests.mutants.rules.trying import Ran, lines_run, scenarios
from tests.mutants.rules.written import able, written_faults

_statements: tuple[Statement, ...] = ()
_runs: Mapping[str, frozenset[str]] = {}
"""What the processes need to know; they are made when it is known."""

ROUND: Final = 24
"""So many faults or statements are tried for the same rules; then it is looked which are left."""

CHUNK: Final = 150
"""The lines of so many scenarios are noted in one process, which makes their cards once."""

TRIES: Final = 300
"""So many statements are tried for a rule."""

Best = dict[str, Row]
"""The best row of each rule so far."""


# ---------------------------------------------------------------------- several processes


def _spread(work: Callable[[Any], Any], on: Iterable[Any], jobs: int) -> Iterator[Any]:
    """The work done on each, by several processes; the answers are in order."""
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(work, on)


def _rounds(
    work: Callable[[Any], Mapping[str, Row]], on: Iterable[Any], jobs: int, best: Best
) -> Iterator[None]:
    """The work done on each, some at a time; better rows are put into `best`.

    `on` is asked for more only when the last ones are done, so it may look at `best`.
    """
    todo = iter(on)
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        while together := list(islice(todo, ROUND)):
            if sum(put_better(best, found) for found in pool.imap(work, together)):
                yield None


def _again(rows: Sequence[Row]) -> Sequence[Row]:
    try:
        return search.again(rows, able(rows[0].fault, _runs))
    except ValueError:  # its mutant is gone
        return []


def _counted(rows: Iterable[Row], jobs: int) -> Best:
    """Those of the rows that still hold, with all others counted; each fault is tried once."""
    by_fault: dict[Fault, list[Row]] = {}
    for one in rows:
        by_fault.setdefault(one.fault, []).append(one)
    return {one.rule: one for held in _spread(_again, by_fault.values(), jobs) for one in held}


def _fault(one: tuple[Fault, Sequence[str]]) -> Mapping[str, Row]:
    fault, rules = one
    return search.try_fault(fault, rules, able(fault, _runs))


def _statement(one: tuple[int, Sequence[str]]) -> Mapping[str, Row]:
    number, rules = one
    return search.try_statement(_statements[number], rules)


# ------------------------------------------------------------------------- what to try


def _written(rules: Sequence[str], best: Best) -> Iterator[tuple[Fault, Sequence[str]]]:
    """The faults that are written down, with the rules that could be better off with them."""
    for fault, about in written_faults():
        left = [x for x in rules if x in about and (x not in best or _better(fault, best[x]))]
        if left:
            yield fault, left


def _better(fault: Fault, best: Row) -> bool:
    if not good(best):
        return True
    return search.rank(fault) <= search.rank(best.fault) and best.others > search.FEW


def _changed(
    rules: Sequence[str], best: Best, about: Callable[[str], Set[str]]
) -> Iterator[tuple[int, Sequence[str]]]:
    """The statements, with the rules that have no good row and of which a scenario runs it.

    Only functions are looked at that `about` has for the rule.
    """
    tries = Counter[str]()
    for number, one in enumerate(_statements):
        left = [
            rule
            for rule in rules
            if not (rule in best and good(best[rule]))
            and one.function.where in about(rule)
            and not one.run_by.isdisjoint(of_rule(rule))
            and tries[rule] < TRIES
        ]
        tries.update(left)
        if left:
            yield number, left


def make(rules: Sequence[str], kept: Iterable[Row], jobs: int) -> Iterator[Mapping[str, Row]]:
    """The rows of these rules: all that are found so far, again and again."""
    global _statements, _runs
    own = {id_ for rule in rules for id_ in of_rule(rule)}
    games = {scenarios()[id_].game for id_ in own}
    ids = sorted(own.union(*map(search.sample, sorted(games))))
    GAMES.keep()
    for id_ in ids:  # what is read only once is read here, before there are several processes
        if not run(scenarios()[id_]).passed:
            raise ValueError(f"without a fault {id_} does not pass")
    keepers()
    gc.collect()
    GAMES.made = made_functions()
    gc.freeze()
    ran: dict[str, Ran] = {}
    for part in _spread(
        lines_run, [ids[at : at + CHUNK] for at in range(0, len(ids), CHUNK)], jobs
    ):
        ran |= part
    _statements = statements(ran)
    _runs = runs_of(_statements)
    GAMES.making = functions_making(ran)
    best = _counted(kept, jobs)
    yield best
    for _ in _rounds(_fault, _written([x for x in rules if x not in best], best), jobs, best):
        yield best
    for about in (near, around, lambda _: _runs.keys()):
        for _ in _rounds(_statement, _changed(rules, best, about), jobs, best):
            yield best
    best |= _counted([one for one in best.values() if not one.specific], jobs)
    yield best


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.rules.tool", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many processes at a time")
    parser.add_argument("--anew", action="store_true", help="keep no row")
    parser.add_argument(
        "--only", default="", metavar="ID,...", help="rules that begin so; other rows stay"
    )
    args = parser.parse_args(arguments)
    begins = tuple(args.only.split(","))
    rules = [rule for rule in executable_rules() if rule.startswith(begins)]
    known = [row for row in read_rows() if row.rule in executable_rules()] if TABLE.exists() else []
    others = [row for row in known if row.rule not in rules]
    kept = [row for row in known if row.rule in rules and not args.anew]
    table: list[Row] = []
    for rows in make(rules, kept, args.jobs):
        table = [*others, *rows.values()]
        write_rows(table)  # what is found is not lost
        print(f"{len(rows)} of {len(rules)} rules", file=sys.stderr, flush=True)
    without = read_without()
    print(as_text(table, without))
    wrong = problems(table, without)
    print(*wrong, sep="\n", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
