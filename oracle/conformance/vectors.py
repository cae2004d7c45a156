"""Vectors as values: what is withheld, what changed from step to step, the content hash.

A vector is a JSON object (rules_check/schemas/vector.schema.json). Of each position that it expects
it tells only what is not as before; before the first one everything is as the set-up says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence

from rules_check.oracle.conformance.contract import JSON

GIVEN = ("id", "kind", "ruleset", "variant", "mix", "features", "setup", "steps", "ask")
"""What an engine is told of a vector."""

HASHED = (*GIVEN[1:], "expect", "status", "question")
"""What the content hash is about."""


def withheld(vector: Mapping[str, JSON]) -> dict[str, JSON]:
    """A vector without what it expects, as it is sent."""
    return {key: vector[key] for key in GIVEN}


def content_hash(vector: Mapping[str, JSON]) -> str:
    """A hash of what is given and expected: the same content, the same hash."""
    content = {key: vector[key] for key in HASHED if key in vector}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ----------------------------------------------------------------------------- changes


def first_position(setup: Mapping[str, JSON]) -> dict[str, JSON]:
    """What the first expected position is compared with: the set-up, and nothing else known."""
    return {"zones": setup["zones"]}


def changes(before: Mapping[str, JSON], after: Mapping[str, JSON]) -> dict[str, JSON]:
    """What of a position is not as before; of the zones only those that changed."""
    kept = {key for key in after if key in before and after[key] == before[key]}
    changed = {key: after[key] for key in after if key not in kept and key != "zones"}
    old, new = before["zones"], after["zones"]
    zones = {z: new.get(z, []) for z in {**old, **new} if old.get(z, []) != new.get(z, [])}
    return {**changed, "zones": zones} if zones else changed


def applied(before: Mapping[str, JSON], changed: Mapping[str, JSON]) -> dict[str, JSON]:
    """The position after these changes."""
    zones = {**before["zones"], **changed.get("zones", {})}
    full = {zone: cards for zone, cards in zones.items() if cards}
    return {**before, **changed, "zones": full}


def written_changes(
    setup: Mapping[str, JSON], positions: Sequence[Mapping[str, JSON]]
) -> list[dict[str, JSON]]:
    """Positions as a vector expects them."""
    found: list[dict[str, JSON]] = []
    before: Mapping[str, JSON] = first_position(setup)
    for position in positions:
        found.append(changes(before, position))
        before = position
    return found


def whole_positions(
    setup: Mapping[str, JSON], expected: Sequence[Mapping[str, JSON]]
) -> Iterator[dict[str, JSON]]:
    """The positions that a vector expects, each as a whole."""
    before: dict[str, JSON] = first_position(setup)
    for changed in expected:
        before = applied(before, changed)
        yield before
