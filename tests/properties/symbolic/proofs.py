"""Proofs of single cards and rules, for tests."""

from __future__ import annotations

from functools import cache

from rules_check.oracle.playset import PlaySet, load_play_set
from rules_check.properties.symbolic.obligations import Obligation, obligations
from rules_check.properties.symbolic.prove import Proof, Verdict, prove


@cache
def found(game: str = "confrontations") -> dict[str, Obligation]:
    """The obligations of a game by label."""
    return {obligation.label: obligation for obligation in obligations(load_play_set(game))}


def play_set(game: str = "confrontations") -> PlaySet:
    """The play set of a game."""
    return load_play_set(game)


def proof(label: str, game: str = "confrontations", bound: int = 1) -> Proof:
    """The proof of a card or a rule."""
    return prove(play_set(game), found(game)[label], bound=bound)


def verdict(label: str, claim: str, game: str = "confrontations", bound: int = 1) -> Verdict:
    """One verdict of it."""
    return next(v for v in proof(label, game, bound).verdicts if v.property.name == claim)
