"""Tries a fault on many rules at once: which of them have a scenario that fails with it.

So every fault is tried once, for all rules that are still without a good one; and what it breaks
of the other scenarios is counted once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from tests.mutants.rules.faults import KINDS, Fault, Row
from tests.mutants.rules.statements import Statement
from tests.mutants.rules.trying import ENDLESS, HOW, fails, fails_each, scenarios

OF_A_RULE: Final = 4
"""So many scenarios of a rule are tried, those that are named for it first."""

SAMPLE: Final = 200
"""So many scenarios of a game are tried to see how much a fault breaks."""

MANY: Final = SAMPLE // 10 + 1
"""A fault that breaks so many of a sample is not specific; the rest need not be tried."""

FEW: Final = 10
"""A fault that breaks no more others is as good as any."""

# -------------------------------------------------------------------- scenarios and rows


@cache
def of_rule(rule: str) -> tuple[str, ...]:
    """The scenarios of a rule, at most `OF_A_RULE`: those that are named for it come first."""
    own = [id_ for id_ in scenarios() if id_ == rule or id_.startswith(rule + "-")]
    named = [id_ for id_, one in scenarios().items() if rule in one.rules and id_ not in own]
    return tuple([*own, *named][:OF_A_RULE])


@cache
def sample(game: str) -> tuple[str, ...]:
    """Scenarios of a game, about as many as `SAMPLE`, evenly spread over all of them."""
    ids = sorted(id_ for id_, one in scenarios().items() if one.game == game)
    return tuple(ids[at * len(ids) // SAMPLE] for at in range(min(SAMPLE, len(ids))))


def row(rule: str, fault: Fault, failed: Mapping[str, str]) -> Row | None:
    """The row of a rule with a fault; None if no scenario of the rule fails.

    In the search no more others are counted than make the fault not specific.
    """
    found = [id_ for id_ in of_rule(rule) if id_ in failed]
    if not found:
        return None
    scenario = min(found, key=lambda id_: HOW.index(failed[id_]))
    others = [id_ for id_ in sample(scenarios()[scenario].game) if id_ != scenario]
    broken = sum(id_ in failed for id_ in others)
    return Row(rule, scenario, fault, failed[scenario], broken, len(others))


def key(one: Row) -> tuple[int, bool, int, int]:
    """The order of rows of one rule, the best first."""
    return (HOW.index(one.how), not one.specific, rank(one.fault), one.others)


def rank(fault: Fault) -> int:
    """How telling the kind of a fault is; other values and other readings are of one rank."""
    return max(KINDS.index(fault.kind), 1)


def good(one: Row) -> bool:
    """Whether a row is specific, and an expectation fails."""
    return one.specific and one.how == HOW[0]


# ---------------------------------------------------------------------------- one fault


def try_fault(fault: Fault, rules: Iterable[str], able: frozenset[str]) -> Mapping[str, Row]:
    """The rows of the rules of which a scenario fails with a fault.

    `able` are the scenarios that it could break; none of those that are tried may be endless.
    """
    ids = {id_: None for rule in rules for id_ in of_rule(rule) if id_ in able}
    failed = dict(fails(fault, ids, anew=False)) if ids else {}
    for game in sorted({scenarios()[id_].game for id_ in failed}):
        broken = sum(id_ in failed for id_ in sample(game))
        if broken < MANY and ENDLESS not in failed.values():
            more = [id_ for id_ in sample(game) if id_ in able and id_ not in ids]
            mixed = [id_ for at in range(8) for id_ in more[at::8]]  # neighbours are alike
            failed |= fails(fault, mixed, MANY - broken, anew=False)
    if ENDLESS in failed.values():
        return {}
    return {one.rule: one for one in _rows(rules, fault, failed)}


def _rows(rules: Iterable[str], fault: Fault, failed: Mapping[str, str]) -> list[Row]:
    """The rows of the rules; the scenario of a row fails also if all is made anew for it."""
    found = [one for rule in rules if (one := row(rule, fault, failed)) is not None]
    alone = {id_: fails(fault, [id_]) for id_ in sorted({one.scenario for one in found})}
    return [one for one in found if alone[one.scenario] == {one.scenario: one.how}]


def try_statement(statement: Statement, rules: Sequence[str]) -> Mapping[str, Row]:
    """The best row of each of the rules that a small change of a statement gives one."""
    ids = [id_ for rule in rules for id_ in of_rule(rule) if id_ in statement.run_by]
    faults = list(statement.faults())
    best: dict[str, Row] = {}
    for fault, failed in zip(faults, fails_each([(one, ids) for one in faults]), strict=True):
        concerned = [rule for rule in rules if not failed.keys().isdisjoint(of_rule(rule))]
        able = [rule for rule in concerned if rule not in best or not _enough(best[rule])]
        if able and ENDLESS not in failed.values():
            put_better(best, try_fault(fault, able, statement.run_by))
    return best


def _enough(one: Row) -> bool:
    return good(one) and one.others <= FEW


def put_better(best: dict[str, Row], found: Mapping[str, Row]) -> int:
    """Put rows in the place of others that they are better than; how many."""
    better = {
        rule: one for rule, one in found.items() if rule not in best or key(one) < key(best[rule])
    }
    best |= better
    return len(better)


def again(rows: Sequence[Row], able: frozenset[str]) -> Sequence[Row]:
    """Those of some rows of one fault that still hold, with all others counted that fail."""
    fault = rows[0].fault
    own = [id_ for one in rows for id_ in of_rule(one.rule)]
    games = sorted({scenarios()[id_].game for id_ in own})
    ids = dict.fromkeys([*own, *(id_ for game in games for id_ in sample(game))])
    try:
        failed = fails(fault, [id_ for id_ in ids if id_ in able], anew=False)
    except ValueError:  # its place is gone
        return []
    if ENDLESS in failed.values():
        return []
    return _rows([one.rule for one in rows], fault, failed)
