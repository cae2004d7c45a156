"""Hypothesis strategies for the card language: random ASTs in normal form.

Public: other projects may import them. Every AST made here can be worded, and reading
its wording gives it back. Normal form means what the parser also makes: filters in
canonical order, no sequence inside a sequence, "for each" folded into Power, costs and VP.
"""

from rules_check.properties.strategies.actions import moves, powers, simple_effects
from rules_check.properties.strategies.nouns import (
    NAMES,
    cards,
    counts,
    filters,
    players,
    selections,
)
from rules_check.properties.strategies.texts import (
    abilities,
    all_conditions,
    card_texts,
    conditions,
    effects,
    events,
    occasions,
    plain_abilities,
    played_texts,
    short_texts,
)

__all__ = [
    "NAMES", "abilities", "all_conditions", "card_texts", "cards", "conditions", "counts",
    "effects", "events", "filters", "moves", "occasions", "plain_abilities", "played_texts",
    "players", "powers", "selections", "short_texts", "simple_effects",
]  # fmt: skip
