"""All vectors, filled anew or looked at again: what the reference engine makes of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rules_check.conform.filling import (
    from_cards,
    from_questions,
    from_scenario,
    rules_hash,
    with_info,
)
from rules_check.conform.reference import result_of
from rules_check.oracle.conformance.comparing import Divergence, diverges
from rules_check.oracle.conformance.vectors import content_hash, withheld
from rules_check.oracle.scenarios.runner import load_scenarios

JSON = Any
Tell = Callable[[str], None]


class Stale(NamedTuple):
    """A vector that no longer holds, and why."""

    id: str
    why: str


def fill(scenarios: Path, tell: Tell) -> Iterator[dict[str, JSON]]:
    """Every vector; what cannot be told to another engine is left out, and told.

    Raises ScenarioError for a file that cannot be read.
    """
    for vector in once_each(_filled(scenarios, tell)):
        told = with_info(vector)
        if why := problem(told):
            tell(f"{told['id']}: {why}")
        else:
            yield told


def once_each(vectors: Iterable[dict[str, JSON]]) -> list[dict[str, JSON]]:
    """Vectors that ask and expect the same are one: the first, about the rules of all of them."""
    found: dict[str, dict[str, JSON]] = {}
    for vector in vectors:
        first = found.setdefault(content_hash(vector), vector)
        first["rules"] = list(dict.fromkeys([*first["rules"], *vector["rules"]]))
    return list(found.values())


def _filled(scenarios: Path, tell: Tell) -> Iterator[dict[str, JSON]]:
    asked: set[str] = set()
    for scenario in load_scenarios(scenarios):
        try:
            for vector in from_scenario(scenario):
                text = json.dumps([vector["ruleset"], vector["ask"]])
                if vector["kind"] != "parse" or text not in asked:
                    yield vector
                asked.add(text)
        except ValueError as error:
            tell(f"{scenario.id}: {error}")
    yield from from_questions()
    yield from from_cards()


def problem(vector: Mapping[str, JSON]) -> str:
    """Why the reference engine does not answer as a vector expects; empty if it does."""
    try:
        result = result_of(withheld(vector))
    except ValueError as error:
        return str(error)
    found = [diverges(vector, expect, result, codes=True) for expect in expected(vector)]
    if None in found:
        return ""
    assert found[0] is not None
    return _words(found[0])


def expected(vector: Mapping[str, JSON]) -> list[JSON]:
    """What a vector expects; where a question is open, under each reading."""
    expect = vector["expect"]
    return [one["expect"] for one in expect] if isinstance(expect, list) else [expect]


def _words(found: Divergence) -> str:
    return f"step {found.step}: {found.differences[0]}"


def verify(vectors: Iterable[Mapping[str, JSON]]) -> Iterator[Stale | None]:
    """For each vector None, or why it does not hold any more."""
    for vector in vectors:
        info = vector["info"]
        if info["hash"] != content_hash(vector):
            yield Stale(vector["id"], "its content is not what its hash says")
        elif info["rules_hash"] != rules_hash(vector["rules"]):
            rules = ", ".join(vector["rules"])
            yield Stale(vector["id"], f"a rule that it is about has changed: {rules}")
        elif why := problem(vector):
            yield Stale(vector["id"], why)
        else:
            yield None
