"""Which rules an engine is likely to break, seen from all vectors at once.

One mistake makes many vectors fail, each of which is about some rule of its own. Two things count,
and as much as each other: how near to the front the failures name a rule as one behind the
difference, and how far the vectors of a rule are those that fail (Ochiai's measure, known from the
localisation of faults in programs).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from rules_check.conform.behind import rules_behind
from rules_check.conform.outcomes import Verdict

LOOKED_AT: Final = 60
"""So many failures are played again to see what is behind them, those with the shortest games."""

MOST: Final = 3
"""So many rules are told."""


class Suspect(NamedTuple):
    """A rule that is likely to be broken: so many of its own vectors fail, of so many that ran."""

    rule: str
    failed: int
    tried: int


def suspects(verdicts: Sequence[Verdict]) -> list[Suspect]:
    """The rules that are likely to be broken, the likeliest first; none if nothing fails."""
    ran = [x for x in verdicts if x.failed or x.outcome == "pass"]
    failed = sorted((x for x in ran if x.failed), key=lambda x: len(x.vector["steps"]))
    if not failed:
        return []
    tried = Counter(rule for verdict in ran for rule in verdict.vector["rules"])
    fails = Counter(rule for verdict in failed for rule in verdict.vector["rules"])
    some = failed[:LOOKED_AT]
    share: dict[str, float] = dict.fromkeys(fails, 0.0)
    for verdict in some:
        for place, rule in enumerate(named(verdict), 1):
            share[rule] = share.get(rule, 0.0) + 1 / place / len(some)
    for rule, number in fails.items():
        share[rule] += number / sqrt(len(failed) * tried[rule])
    best = sorted(share, key=lambda rule: -share[rule])[:MOST]
    return [Suspect(rule, fails[rule], tried[rule]) for rule in best]


def named(verdict: Verdict) -> list[str]:
    """The rules behind a failure; where none can be told, those that its vector is about."""
    behind = rules_behind(verdict.vector, verdict.divergence) if verdict.divergence else []
    return behind or list(verdict.vector["rules"])
