"""Where the cards lie that a player "has", if no place is said.

A Location, and any Ongoing card, is had in play: a player has those that they control. Other cards
are had in hand; what lies in a deck or a pile is said with its place.
"""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part


def had_by(found: a.Cards, owner: a.Player = a.THAT_PLAYER) -> a.Cards:
    """The cards that a player has: those in hand, or of Locations those that they control."""
    if _place_is_said(found):
        return found
    if _stays_in_play(found):
        return controlled_by(found, owner)
    return a.replace(found, places=(a.Place(a.Zone.HAND, owner),))


def had_in_play(found: a.Cards) -> a.Cards:
    """Of Locations those that a player controls; of other cards nothing is said yet."""
    if _stays_in_play(found) and not _place_is_said(found):
        return controlled_by(found, a.THAT_PLAYER)
    return found


def controlled_by(found: a.Cards, owner: a.Player) -> a.Cards:
    """Those of the cards that a player controls."""
    tests = (*found.filter.tests, a.Controlled(owner))
    return a.replace(found, filter=a.make_filter(found.filter.nouns, tests))


def _place_is_said(found: a.Cards) -> bool:
    held = any(isinstance(test, a.Controlled | a.Owned) for test in found.filter.tests)
    return held or bool(found.places) or found.among is not None


def _stays_in_play(found: a.Cards) -> bool:
    nouns = found.filter.nouns
    return bool(nouns) and all(
        noun in (a.TypeNoun(a.CardType.LOCATION), a.KeywordNoun(a.Keyword.ONGOING))
        for noun in nouns
    )


def in_places(there: a.There, places: tuple[a.Place, ...]) -> a.There:
    """So many cards in other places."""
    cards = a.replace(there.count.cards, places=places)
    return a.replace(there, count=a.replace(there.count, cards=cards))


def held_there(owner: a.Player, said: Part, held: a.There, in_hand: bool) -> a.There:
    """ "you have two Heroes in your deck": the place is said; without one see `had_by`."""
    if in_hand or any(part.data == "in_hand" for part in said.iter_subtrees()):
        return in_places(held, (a.Place(a.Zone.HAND, owner),))
    return a.replace(held, count=a.replace(held.count, cards=had_by(held.count.cards, owner)))
