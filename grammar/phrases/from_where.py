"""A card spoken of, and where it lies: "put it from your discard pile into your hand"."""

from __future__ import annotations

from rules_check.grammar.ast.phrase import table
from rules_check.grammar.phrases.moves import move_cards
from rules_check.grammar.phrases.placing import take_and_put

IT_FROM = "(it_from | them_from)"
table(
    predicate={
        f"MOVE {IT_FROM} _goal?": move_cards,
        f'MOVE {IT_FROM} "and" MOVE (it | them) (destinations | in_place)': take_and_put,
    },
)
