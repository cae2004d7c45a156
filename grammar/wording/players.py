"""Players, places and single words back to house-style text."""

from __future__ import annotations

from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace

NUMBERS = "zero one two three four five six seven eight nine ten".split()
ORDINALS = ("", "first", "second", "third", "fourth", "fifth")

PAST = {
    a.Verb.DRAW: "drawn",
    a.Verb.DISCARD: "discarded",
    a.Verb.DESTROY: "destroyed",
    a.Verb.GAIN: "gained",
    a.Verb.BUY: "bought",
    a.Verb.RETURN: "returned",
    a.Verb.PASS: "passed",
    a.Verb.PLAY: "played",
    a.Verb.REVEAL: "revealed",
    a.Verb.CHOOSE: "chosen",
    a.Verb.DEFEAT: "defeated",
    a.Verb.RECEIVE: "received",
    a.Verb.REMOVE: "removed",
    a.Verb.PUT: "added",
}

SIMPLE_PAST = {**PAST, a.Verb.DRAW: "drew", a.Verb.CHOOSE: "chose"}


def spell(number: int) -> str:
    """A quantity: words up to ten, then digits."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def with_s(verb: str) -> str:
    """The "-s" form of a verb."""
    head, _, tail = verb.partition(" ")
    head += "es" if head.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{head} {tail}" if tail else head


def join(items: list[str], word: str) -> str:
    """A, B, and C."""
    if len(items) == 1:
        return items[0]
    if len(items) == 2:
        return f"{items[0]} {word} {items[1]}"
    return f"{', '.join(items[:-1])}, {word} {items[-1]}"


def a_or_an(phrase: str) -> str:
    """The phrase with its article."""
    if phrase.startswith("other "):
        return f"an{phrase}"
    sound = phrase[:1].lower()
    return f"an {phrase}" if sound in "aeio" else f"a {phrase}"


# --------------------------------------------------------------------- players


def player(who: a.Player) -> str:
    """A player phrase."""
    if who.test is None:
        return who.kind.value
    return f"{who.kind.value} {player_test(who.test)}"


def player_test(test: a.PlayerTest) -> str:
    """What picks players out."""
    from rules_check.grammar.wording.cards import cards, selection

    match test:
        case a.Having(cards_, True):
            return f"without {cards(cards_, 'in')}"
        case a.Having(cards_):
            return f"with {cards(cards_, 'in')}"
        case a.DidSo():
            return "who did"
        case a.DidNot():
            return "who did not"
        case a.HitByAttack():
            return "hit by this Attack"
        case a.DidTo(verbs, cards_):
            done = " or ".join(PAST[verb] for verb in verbs)
            return f"who {done} {selection(cards_)} this way"
        case a.CostRank(highest, None, True):
            return f"with the {rank(highest)} total"
        case a.CostRank(highest, None):
            return f"whose card has the {rank(highest)} cost"
        case a.CostRank(highest, zone):
            return f"whose {zone} has the {rank(highest)} total cost"
        case a.AvoidedAttack():
            return "who avoids this Attack"
        case a.HavingMore(cards_, than, more):
            return f"{_having(cards_, 'more' if more else 'fewer')} than {player(than)}"
        case a.HavingMost(cards_, most):
            return _having(cards_, "the most" if most else "the fewest")
        case a.CostCompared(higher, zone, where):
            word = "higher" if higher else "lower"
            return f"whose {zone.value} has a {word} total cost than {place(where)}"
        case _:
            assert_never(test)


def compared(cards: a.Cards) -> tuple[a.Cards, bool]:
    """The cards of a comparison without "they control", and whether that was said."""
    held = a.Controlled(a.THAT_PLAYER)
    if held not in cards.filter.tests:
        return cards, False
    tests = tuple(test for test in cards.filter.tests if test != held)
    return replace(cards, filter=a.Filter(cards.filter.nouns, tests)), True


def _having(cards: a.Cards, word: str) -> str:
    """ "with more Heroes in their hand", "who controls the most Locations"."""
    from rules_check.grammar.wording.cards import core

    found, controls = compared(cards)
    lead = "who controls" if controls else "with"
    return f"{lead} {word} {core(found, True, 'or')}{places(found, 'in')}"


def rank(highest: bool) -> str:
    """ "highest" or "lowest"."""
    return "highest" if highest else "lowest"


def possessive(who: a.Player) -> str:
    """Whose."""
    match who.kind:
        case a.PlayerKind.YOU if who.test is None:
            return "your"
        case a.PlayerKind.THAT_PLAYER if who.test is None:
            return "their"
        case _:
            return f"{player(who)}'s"


# ---------------------------------------------------------------------- places


def place(where: a.Place) -> str:
    """A place, as it stands after a preposition."""
    name = zone_name(where)
    if where.edge is not None:
        return f"the {where.edge.value} of {name}"
    return name


def zone_name(where: a.Place) -> str:
    """A zone with its owner, without top or bottom."""
    match where.zone:
        case a.Zone.STACK:
            return f"the {where.name} stack" if where.name else "its stack"
        case a.Zone.HAND | a.Zone.DECK | a.Zone.DISCARD_PILE | a.Zone.SCORE_PILE:
            return f"{possessive(where.owner or a.YOU)} {where.zone.value}"
        case a.Zone.UNDER_CHARACTER:
            return f"{possessive(where.owner or a.YOU)} Character"
        case a.Zone.FRONT:
            return "you"
        case _:
            return where.zone.value


def destination(where: a.Place, back: bool = False) -> str:
    """A place with the preposition of a move that ends there (`back`: of a return)."""
    match where.zone:
        case a.Zone.PLAY:
            text = "into play"
        case a.Zone.FRONT:
            text = "in front of you"
        case a.Zone.OUT_OF_GAME:
            text = "from the game"
        case a.Zone.UNDER_THIS:
            text = "under this card"
        case a.Zone.TABLE:
            text = "on the table"
        case a.Zone.UNDER_CHARACTER:
            text = f"under {zone_name(where)}"
        case a.Zone.STACK if where.edge is not None and where.name is None:
            text = "on top" if where.edge is a.Edge.TOP else "on the bottom"
        case _ if where.edge is a.Edge.TOP:
            text = f"on top of {zone_name(where)}"
        case _ if where.edge is a.Edge.BOTTOM:
            text = f"on the bottom of {zone_name(where)}"
        case _ if back:
            text = f"to {zone_name(where)}"
        case _:
            text = f"into {zone_name(where)}"
    return f"{text} face down" if where.face_down else text


def places(found: a.Cards, preposition: str) -> str:
    """Where the cards are, with a leading space, or nothing."""
    if not found.places:
        return ""
    if found.places == (a.Place(a.Zone.PLAY),):
        return " in play"
    if found.places == (a.Place(a.Zone.UNDER_THIS),):
        return " under this card"
    names = [place(where) for where in found.places]
    if found.spread is a.Spread.EACH:
        return f" {preposition} each of {join(names, 'and')}"
    return f" {preposition} {join(names, 'or')}"
