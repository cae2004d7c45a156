"""Players who have no such card to show."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import words as w


def _has_none(c: Parts) -> a.Having:
    """ "each foe who cannot reveal a Hero": who has none in hand."""
    word = c[1]
    refuse(w.third_person(word) or w.verb(word) not in {a.Verb.REVEAL, a.Verb.DISCARD})
    cards = only(a.Cards, read(c[-1]))
    hand = a.Place(a.Zone.HAND, a.THAT_PLAYER)
    refuse(cards.quantity != a.Exactly(a.ONE) or cards.random or cards.among is not None)
    refuse(cards.places not in {(), (hand,)} or cards.filter == a.ANY_CARD)
    return a.Having(a.replace(cards, places=(hand,)), none=True)


table(
    who_tail={"WHO_CANNOT (REVEAL | MOVE) cards": _has_none},
)
