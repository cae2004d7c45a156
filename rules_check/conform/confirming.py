"""Which of the rules behind a difference an engine really breaks: their vectors are asked.

A live game is found without any vector. The rules that are named for it are told by what the
reference engine did in its last step; often there are several, and the vectors of the right one
fail as well. So those of all of them are run on the same program, the shortest ones, and a rule
whose vectors fail is named before the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final

from rules_check.conform.outcomes import Verdict
from rules_check.conform.process import CannotStart
from rules_check.conform.runner import Lane, TooManyRestarts
from rules_check.conform.store import load_vectors

JSON = Any

EACH: Final = 8
"""So many vectors of each rule are run."""


def confirmed(rules: Sequence[str], ruleset: str, lane: Lane) -> list[str]:
    """The rules, in the order of how likely they are broken: by their place, and by how far their
    vectors are those that fail, which counts more."""
    ran = _ran(rules, ruleset, lane)
    tried = Counter(rule for verdict in ran for rule in verdict.vector["rules"])
    failed = [verdict for verdict in ran if verdict.failed]
    fails = Counter(rule for verdict in failed for rule in verdict.vector["rules"])
    weight = {
        rule: 0.25 / place + (fails[rule] / sqrt(len(failed) * tried[rule]) if fails[rule] else 0.0)
        for place, rule in enumerate(rules, 1)
    }
    return sorted(rules, key=lambda rule: -weight[rule])


def _ran(rules: Sequence[str], ruleset: str, lane: Lane) -> list[Verdict]:
    """What comes of the shortest vectors of each rule; fewer if the program gives up."""
    found: list[Verdict] = []
    for vector in _shortest(rules, ruleset):
        try:
            verdict = lane.run(vector)
        except (TooManyRestarts, CannotStart):
            break
        if verdict.failed or verdict.outcome == "pass":
            found.append(verdict)
    return found


def _shortest(rules: Sequence[str], ruleset: str) -> list[Mapping[str, JSON]]:
    some: dict[str, Mapping[str, JSON]] = {}
    known = sorted(load_vectors([ruleset]), key=lambda x: len(x["steps"]))
    for rule in rules:
        mine = [vector for vector in known if rule in vector["rules"] and vector["kind"] != "parse"]
        some |= {vector["id"]: vector for vector in mine[:EACH]}
    return list(some.values())
