"""A small set, and its case books made once for all tests."""

from __future__ import annotations

from functools import cache

from rules_check.cases.making import CardBook, Maker
from rules_check.checker import Checker
from rules_check.testing.cards import own_cards

HEADER = """\
set: Harbour Watch
ruleset: confrontations

"""
KEEPER = """\
Lighthouse Keeper
Hero, cost 3, 1 VP, x2, source original
+1 Power and draw a card.
"""
TIDE = """\
Night Tide
Super Power, cost 5, 2 VP, x2, source original
Confrontation: Draw two cards.
Otherwise, +2 Power.
"""
THROWER = """\
Rope Thrower
Villain, cost 4, 1 VP, x2, source original
Attack: Each foe discards a card.
"""
SMUGGLER = """\
Quiet Smuggler
Hero, cost 4, 1 VP, x2, source original
You may destroy a card in your discard pile. If you do, +2 Power.
"""
COUNTER = """\
Crate Counter
Equipment, cost 4, 1 VP, x2, source original
+1 Power for each Hero in your discard pile when you play this card.
"""
PIER = """\
Old Pier
Location, cost 5, 1 VP, source original
Ongoing: The first time you play a Hero during each of your turns, draw a card.
"""
CARDS = (KEEPER, TIDE, THROWER, SMUGGLER, COUNTER, PIER)


def maker(*cards: str) -> Maker:
    """Makes the case books of a set of these cards."""
    result = Checker().check_text(HEADER + "\n".join(cards), "cards.txt")
    return Maker(own_cards(result), result)


@cache
def books() -> dict[str, CardBook]:
    """The case books of the whole set."""
    return {book.name: book for book in maker(*CARDS).books()}
