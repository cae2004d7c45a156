"""A Character spoken of again: "add 1 to your Character's cost …, or 3 if that Character is …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore

THAT_CHARACTER: Final = a.CharacterOf(a.Player(a.PlayerKind.THE_PLAYER))
"""The Character spoken of. No text keeps it: `that_character` makes it out."""


def that_character(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "that Character" is the one of whom it, or the one before, speaks."""
    if THAT_CHARACTER not in a.walk(effect):
        return effect
    owners = _owners([effect]) or _owners(before[-1:])
    if len(owners) != 1:  # nobody's, or one of several
        raise NothingBefore("that Character")
    found: a.Effect = _made_out(effect, owners[0])
    return found


def _owners(effects: Sequence[a.Effect]) -> list[a.Player | None]:
    """Of whose Characters they speak (None: of any player's)."""
    said = (x for one in effects for x in a.walk(one) if x != THAT_CHARACTER)
    named = (x.owner for x in said if isinstance(x, a.CharacterOf | a.CharacterCost))
    return list(dict.fromkeys(named))


def _made_out(node: Any, owner: a.Player | None) -> Any:
    if node != THAT_CHARACTER:
        return a.rebuild(node, lambda part: _made_out(part, owner))
    if owner is None:
        raise NothingBefore("that Character")
    return a.placed(a.CharacterOf(owner), a.place_of(node))
