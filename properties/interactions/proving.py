"""Pairs of cards run on unknown positions, both with their text. Needs Z3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.properties.interactions.games import Shown
from rules_check.properties.interactions.search import Budget
from rules_check.properties.model import Property
from rules_check.properties.registry import PROVED
from rules_check.properties.symbolic.company import Together, prove_together
from rules_check.properties.symbolic.obligations import of_card
from rules_check.properties.symbolic.prove import prove

PATHS: Final = 150
"""So many paths are explored for either card in the company of the other."""


def refute_together(
    playset: PlaySet,
    cards: tuple[CardDef, ...],
    budget: Budget,
    properties: Sequence[Property] = PROVED,
) -> Shown | None:
    """A game in which two cards break an invariant that each keeps alone; from any position."""
    for card, company in (cards, cards[::-1]):
        wanted = [
            prop
            for prop in of_card(playset, card, properties).properties
            + of_card(playset, company, properties).properties
            if prop.statement is not None
        ]
        found = prove_together(
            playset,
            card,
            company,
            list(dict.fromkeys(wanted)),
            max_paths=max(1, min(PATHS, budget.left)),
        )
        budget.left = max(0, budget.left - found.paths)
        budget.spent += found.paths
        if found.word == "refuted" and _keeps_alone(playset, cards, found):
            return _shown(cards, found)
    return None


def _keeps_alone(playset: PlaySet, cards: tuple[CardDef, ...], found: Together) -> bool:
    assert found.property is not None
    for card in cards:
        alone = prove(playset, of_card(playset, card, [found.property]), max_paths=2 * PATHS)
        if any(verdict.word == "refuted" for verdict in alone.verdicts):
            return False
    return True


def _shown(cards: tuple[CardDef, ...], found: Together) -> Shown:
    assert found.property is not None
    assert found.game is not None
    names = " and ".join(f'"{card.name}"' for card in cards)
    return Shown(
        "together",
        cards,
        f"{names} break {found.property.name} together; each of them keeps it alone",
        found.game.position,
        found.game.cards,
        found.game.actions,
        (f"broken: {found.game.broken}",),
    )
