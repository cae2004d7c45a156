"""Where the cards lie that a text speaks of, and where it puts them."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.properties.interactions.parts import ANYWHERE, PART_OF, Part

V = a.Verb
Parts = frozenset[Part]

LOOKS: Final[dict[a.Verb, Parts]] = {
    V.DRAW: frozenset({Part.DECK, Part.DISCARD}),
    V.GAIN: frozenset({Part.LINE_UP, Part.STACKS, Part.MAIN_DECK, Part.DESTROYED}),
    V.BUY: frozenset({Part.LINE_UP, Part.STACKS}),
    V.PLAY: frozenset({Part.HAND}),
    V.DESTROY: frozenset({Part.HAND, Part.PLAY, Part.LINE_UP}),
}
"""Where a verb looks for cards if the text names no place; else in the hand."""

PUTS: Final[dict[a.Verb, Parts]] = {
    V.DRAW: frozenset({Part.HAND}),
    V.DISCARD: frozenset({Part.DISCARD}),
    V.DESTROY: frozenset({Part.DESTROYED, Part.STACKS, Part.REMOVED}),
    V.GAIN: frozenset({Part.DISCARD}),
    V.BUY: frozenset({Part.DISCARD}),
    V.REMOVE: frozenset({Part.REMOVED}),
    V.PASS: frozenset({Part.DISCARD, Part.HAND}),
    V.PLAY: frozenset({Part.PLAY}),
    V.RECEIVE: frozenset({Part.DISCARD}),
    V.DEFEAT: frozenset({Part.DISCARD, Part.SCORE}),
}
"""Where a verb puts cards if the text does not say; else they stay, or go back."""


MORE: Final = {Part.DECK: (Part.DISCARD,), Part.STACKS: (Part.DESTROYED, Part.REMOVED)}
"""A deck may have to be made anew; a card whose stack is not in the game goes elsewhere."""


def parts_of(place: a.Place) -> Parts:
    """The parts that a place belongs to."""
    part = PART_OF[place.zone]
    return frozenset({part, *MORE.get(part, ())})


def lies_in(what: a.Selection, text: a.CardText, verb: a.Verb) -> Parts:
    """Where the cards of a selection lie when something is done to them."""
    match what:
        case a.Cards(places=places, among=among) if places or among is not None:
            found = [parts_of(place) for place in places]
            found += [lies_in(among, text, verb)] if among is not None else []
            return frozenset().union(*found)
        case a.Cards(filter=wanted):
            return _by_tests(wanted) or LOOKS.get(verb, frozenset({Part.HAND}))
        case a.Whole(place):
            return parts_of(place)
        case a.Ref(place=place) if place is not None:
            return parts_of(place)
        case a.Ref(a.RefKind.THIS):
            return frozenset({Part.PLAY, Part.HAND, Part.DISCARD, Part.DECK})
        case a.Ref():
            return _spoken_of(what, text)
        case a.Both(first, second) | a.OneOf(first, second):
            return lies_in(first, text, verb) | lies_in(second, text, verb)
        case a.CharacterOf():
            return frozenset({Part.CHARACTERS})
        case a.Question(_, _, options):
            return frozenset().union(*(lies_in(option, text, verb) for option in options))


def destination_of(node: a.Move, text: a.CardText) -> Parts:
    """Where a move puts its cards."""
    if node.to is not None:
        return parts_of(node.to)
    if node.verb in PUTS:
        return PUTS[node.verb]
    return lies_in(node.what, text, node.verb)


def _by_tests(wanted: a.Filter) -> Parts:
    for test in wanted.tests:
        match test:
            case a.Controlled():
                return frozenset({Part.PLAY})
            case a.ThisWay(verb) | a.Acted((verb,)):
                return PUTS.get(verb, ANYWHERE)
            case a.Owned():
                return ANYWHERE
            case _:
                pass
    return frozenset()


def _spoken_of(ref: a.Ref, text: a.CardText) -> Parts:
    """Where the cards lie that were spoken of before."""
    marks = {*a.bound_to(ref)} - {a.SELF, a.GIVEN, 0}
    found: set[Part] = set()
    for node in a.walk(text):
        if a.mark_of(node) not in marks:
            continue
        match node:
            case a.Move():
                found |= destination_of(node, text)
            case a.Show(verb, what):
                found |= lies_in(what, text, verb)
            case a.Choose(what):
                found |= lies_in(what, text, V.CHOOSE)
            case a.When(a.Trigger(a.Event(would=True, what=what) as event)) if what is not None:
                found |= lies_in(what, text, event.verbs[0])
            case a.When(a.Trigger(event)):
                found |= frozenset().union(*(PUTS.get(verb, ANYWHERE) for verb in event.verbs))
            case _:
                found |= ANYWHERE
    return frozenset(found) or ANYWHERE
