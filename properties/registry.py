"""All properties, in the order in which they are told."""

from __future__ import annotations

from typing import Final

from rules_check.properties.invariants import (
    announcing,
    attacks,
    awaited,
    conservation,
    defeats,
    endings,
    finite,
    hands,
    line_up,
    offers,
    outcome,
    power,
    replaying,
    secrets,
    stacks,
)
from rules_check.properties.model import Property

PROPERTIES: Final[tuple[Property, ...]] = (
    conservation.PROPERTY,
    outcome.PROPERTY,
    defeats.PROPERTY,
    announcing.PROPERTY,
    power.PROPERTY,
    line_up.PROPERTY,
    hands.PROPERTY,
    attacks.PROPERTY,
    stacks.PROPERTY,
    offers.PROPERTY,
    endings.PROPERTY,
    secrets.PROPERTY,
    finite.PROPERTY,
    replaying.PROPERTY,
    awaited.PROPERTY,
)


PROVED: Final = tuple(prop for prop in PROPERTIES if prop.statement is not None)
"""The properties that can be proved too, in the same order."""


def find_property(name: str) -> Property:
    """The property of that name; KeyError if there is none."""
    for found in PROPERTIES:
        if found.name == name:
            return found
    raise KeyError(name)
