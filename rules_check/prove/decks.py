"""The play set of a game with the cards of files in it; Z3 is not needed for that."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rules_check.grammar import ast as a
from rules_check.oracle.box.arranging import Arrangement, play_set_of
from rules_check.oracle.box.playset import CardDef, PlaySet

Deck = tuple[tuple[CardDef, int], ...]


@lru_cache(maxsize=4)
def play_set(game: Arrangement, more: Deck = ()) -> PlaySet:
    """The play set of a game with the cards of files in it."""
    known = play_set_of(game)
    basics = {**known.basics, **{card.name: card for card, _ in more if card.name in known.basics}}
    deck = {card.name: (card, copies) for card, copies in known.main_deck}
    for card, copies in more:
        if known.is_super_villain(card):
            known = known.with_super_villain(card)
        elif card.name not in basics and a.Title.CHARACTER not in card.titles:
            deck[card.name] = (card, copies)
    return replace(known, main_deck=tuple(deck.values()), basics=basics)
