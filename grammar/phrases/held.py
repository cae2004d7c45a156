"""Where the cards lie that a player "has", if no place is said.

A Location, and any Ongoing card, is had in play: a player has those that they control. Other cards
are had in hand; what lies in a deck or a pile is said with its place.
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part

ALL_PLAY: Final = a.Place(a.Zone.PLAY, a.Player(a.PlayerKind.EACH_PLAYER))
"""In play, whoever's cards these are; "from play" are your own (`a.IN_PLAY`)."""


def had_by(found: a.Cards, owner: a.Player = a.THAT_PLAYER) -> a.Cards:
    """The cards that a player has: those in hand, or of Locations those that they control."""
    if found.places == (ALL_PLAY,):
        return controlled_by(a.replace(found, places=()), owner)
    if _place_is_said(found):
        return found
    if _stays_in_play(found):
        return controlled_by(found, owner)
    return a.replace(found, places=(a.Place(a.Zone.HAND, owner),))


def had_in_play(found: a.Cards) -> a.Cards:
    """Of Locations those that a player controls; of other cards nothing is said yet."""
    if found.places == (ALL_PLAY,):
        return controlled_by(a.replace(found, places=()), a.THAT_PLAYER)
    if _stays_in_play(found) and not _place_is_said(found):
        return controlled_by(found, a.THAT_PLAYER)
    return found


def of_your_own(verb: a.Verb, what: a.Selection) -> a.Selection:
    """Nobody discards what another player has in play: "discard a Location in play" is one of
    your own."""
    if verb is a.Verb.DISCARD and isinstance(what, a.Cards) and what.places == (ALL_PLAY,):
        return a.replace(what, places=(a.IN_PLAY,))
    return what


def controlled_by(found: a.Cards, owner: a.Player) -> a.Cards:
    """Those of the cards that a player controls."""
    tests = (*found.filter.tests, a.Controlled(owner))
    return a.replace(found, filter=a.make_filter(found.filter.nouns, tests))


def _place_is_said(found: a.Cards) -> bool:
    tests = found.filter.tests
    held = any(isinstance(test, a.Controlled | a.Owned) for test in tests)
    held |= any(isinstance(test, a.ThisWay) and test.who is not None for test in tests)
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


def controlled(there: a.There, holder: a.Player) -> a.There | None:
    """So many cards that this player controls, where it was "that player"; None: it was not."""
    cards, theirs = there.count.cards, a.Controlled(a.THAT_PLAYER)
    if theirs not in cards.filter.tests or cards.places:
        return None
    tests = (test for test in cards.filter.tests if test != theirs)
    kept = a.replace(cards, filter=a.make_filter(cards.filter.nouns, tests))
    return a.replace(there, count=a.replace(there.count, cards=controlled_by(kept, holder)))


def at_game_end(tree: Part, effect: a.Effect) -> a.Effect:
    """What counts when the game is over: "if you have four Heroes" is in your deck, where all your
    cards are then."""
    words = {leaf.type for leaf in tree.scan_values(bool)}
    if words & {"HAND", "IN_HAND", "CONTROL", "IN_PLAY"}:
        return effect

    def in_deck(node: Any) -> Any:
        match node:
            case a.Place(a.Zone.HAND):
                return a.replace(node, zone=a.Zone.DECK)
            case a.Cards(filter=a.Filter(nouns, tests), places=()) if any(
                isinstance(test, a.Controlled) for test in tests
            ):
                (held,) = (test for test in tests if isinstance(test, a.Controlled))
                rest = tuple(test for test in tests if test is not held)
                there = (a.Place(a.Zone.DECK, held.who),)
                return a.replace(node, filter=a.Filter(nouns, rest), places=there)
            case _:
                return a.rebuild(node, in_deck)

    found: a.Effect = in_deck(effect)
    return found


def counted_then(tree: Part, effect: a.Effect) -> a.Effect:
    """A sentence that says what a card is worth speaks of the end of the game."""
    worth = any(isinstance(node, a.Worth) for node in a.walk(effect))
    return at_game_end(tree, effect) if worth else effect
