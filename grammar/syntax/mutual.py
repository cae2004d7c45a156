"""Noun phrases hold clauses ("the cards that you played"), and clauses hold noun phrases. What the
first need of the second is told here, once both are loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.syntax.drafts import Draft


@dataclass(frozen=True, slots=True)
class Clauses:
    """What stands behind a noun: tests of cards and of players, and what a sentence measures."""

    card_tests: Callable[[Draft, a.Player, bool], tuple[list[a.Noun], list[a.Test]]]
    player_test: Callable[[Draft], a.PlayerTest]
    measured: Callable[[Draft, a.Player], a.Amount]


_TOLD: Final[list[Clauses]] = []


def tell(clauses: Clauses) -> None:
    """Say what clauses are."""
    _TOLD[:] = [clauses]


def clauses() -> Clauses:
    """What clauses are."""
    return _TOLD[0]
