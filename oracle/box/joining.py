"""Card files whose cards come into the main deck of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_check.grammar.ast import CardType
from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.playset import CardSource, PlaySet, card_defs


def with_cards(play_set: PlaySet, sources: Sequence[CardSource]) -> PlaySet:
    """The play set with the main-deck cards of these files; a card takes the place of the one
    that has its name. Raises PlaySetError."""
    if not sources:
        return play_set
    deck = {card.name: (card, copies) for card, copies in play_set.main_deck}
    for source in sources:
        file = read_card_text(source.text, source.file)
        named = {card.name: card.line for card in file.cards}
        # What a check only warns of does not keep a card from being tried.
        for card, copies in card_defs(replace(file, findings=())):
            if card.type is None or card.type is CardType.STARTER or card.name in play_set.basics:
                continue
            if play_set.is_super_villain(card):
                play_set = play_set.with_super_villain(card)
                continue
            line = named.get(card.name)
            if card.name in deck and (line is None or line.copies is None):
                copies = deck[card.name][1]
            deck[card.name] = card, copies
    more = (*play_set.more, *sources)
    joined = play_set.replace_main_deck(deck.values())
    return replace(joined, more=more, by_hand=play_set.by_hand)
