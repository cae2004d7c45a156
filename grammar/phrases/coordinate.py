"""Cards that are listed with "and" or "or": what is said once of all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, refuse
from rules_check.grammar.phrases import words as w

WHEREABOUTS: Final = (a.Acted, a.ThisWay, a.Controlled, a.Owned)
"""Tests that say where cards are or what was done with them."""

_OF_ITS_OWN: Final = (a.Other, a.Different, a.OneType, a.SharesType)
"""Tests that are said of one of the listed phrases only."""


def like(one: a.Selection, last: a.Selection) -> a.Selection:
    """Cards of a list, with what is said at its end: "a Hero and a Villain from the Line-Up".

    Cards that are called by name come from stacks of their own, not from a place of all players.
    """
    if not isinstance(one, a.Cards) or not isinstance(last, a.Cards):
        return one
    if not one.filter.nouns or is_placed(one):
        return one
    tests = [test for test in last.filter.tests if not isinstance(test, _OF_ITS_OWN)]
    if one.filter.tests or one.quantity != last.quantity or not last.filter.nouns:
        tests = [test for test in tests if isinstance(test, WHEREABOUTS)]
    named = any(isinstance(noun, a.NameNoun) for noun in one.filter.nouns)
    shared = any(place.owner is None for place in last.places)
    where = () if named and shared else last.places
    return a.replace(
        one,
        filter=a.make_filter(one.filter.nouns, (*one.filter.tests, *tests)),
        places=where,
        spread=last.spread if where else one.spread,
        among=last.among,
    )


def is_placed(found: a.Cards) -> bool:
    """Is it said where the cards are, or what was done with them?"""
    tests = found.filter.tests
    return bool(found.places or found.among or any(isinstance(t, WHEREABOUTS) for t in tests))


def one_of(one: a.Selection, two: a.Selection) -> a.Selection:
    """ "a Hero or a Villain" is the same as "a Hero or Villain"; "two Heroes or two Villains" are
    two of one kind. What "a card that is not a Hero or a Villain" is, is not said here."""
    denied = isinstance(one, a.Cards) and any(noun.negated for noun in one.filter.nouns)
    refuse(denied)
    if (
        isinstance(one, a.Cards)
        and isinstance(two, a.Cards)
        and one.quantity in {a.Exactly(a.ONE), a.UpTo(a.ONE)}
        and one.filter.nouns
        and two.filter.nouns
        and a.replace(one, filter=two.filter) == two
        and one.filter.tests == two.filter.tests
    ):
        nouns = one.filter.nouns + two.filter.nouns
        return a.replace(two, filter=a.Filter(nouns, two.filter.tests))
    return a.OneOf(one, two)


def listed(
    found: Sequence[a.Selection],
    joined: Callable[[a.Selection, a.Selection], a.Selection] = one_of,
) -> a.Selection:
    """Cards that are listed: what is said last ("from the Line-Up") is said of all."""
    said = [*(like(one, found[-1]) for one in found[:-1]), found[-1]]
    return reduce(joined, said)


def both(found: Sequence[a.Selection]) -> a.Selection:
    """Cards named together: "a card in your hand and one in the Line-Up" are a card and a card."""
    first, *more = found
    return listed([first, *(_one_there(x, first) for x in more)], a.Both)


def _one_there(one: a.Selection, first: a.Selection) -> a.Selection:
    """ "one in the Line-Up", behind a card in another place: one of that kind."""
    match one, first:
        case (
            a.Cards(a.Exactly(a.Number()), a.Filter((), tests), (_, *_), among=a.Ref()),
            a.Cards(a.Exactly(), a.Filter(nouns), (_, *_), among=None),
        ) if one.among == a.THEM and one.places != first.places:
            return a.replace(one, filter=a.make_filter(nouns, tests), among=None)
        case _:
            return one


def bare_number(tree: Part) -> bool:
    """ "one or two Heroes": the first is a number, and none of the cards spoken of."""
    return len(tree.children) == 1 and w.is_tree(tree.children[0], "number")


# -------------------------------------------------------------------------- for wording


def once(one: a.Selection, last: a.Selection) -> a.Selection:
    """The cards as they are said before others of a list, at whose end the rest is said."""
    if not isinstance(one, a.Cards) or not isinstance(last, a.Cards):
        return one
    tests = tuple(test for test in one.filter.tests if test not in last.filter.tests)
    apart = a.Spread.TOTAL if one.places else one.spread
    short = a.replace(
        one, filter=a.Filter(one.filter.nouns, tests), places=(), among=None, spread=apart
    )
    return short if like(short, last) == one else one


def parts(what: a.Both | a.OneOf) -> list[a.Selection]:
    """What is listed, without the nesting of lists of the same kind."""
    first, kind = what.first, type(what)
    before = parts(first) if isinstance(first, kind) else [first]
    return [*before, what.second]


# --------------------------------------------------------------- one thing or several


def is_single(what: a.Selection) -> bool:
    """Is it one card, or one of several cards?"""
    match what:
        case a.Cards(quantity):
            return quantity == a.Exactly(a.ONE)
        case a.Ref(kind):
            return kind not in {a.RefKind.THEM, a.RefKind.REST}
        case a.OneOf(first, second):
            return is_single(first) and is_single(second)
        case _:
            return isinstance(what, a.CharacterOf)


def settled(what: a.Selection) -> a.Selection:
    """Cards of which one or the other kind can be chosen card by card: "a Hero or it", not "two
    Heroes or two Villains", which somebody has to decide first."""
    refuse(any(isinstance(node, a.OneOf) and not is_single(node) for node in a.walk(what)))
    return what


def decided(deed: a.Move) -> a.Effect:
    """ "discard two Heroes or two Villains": first it is chosen which, then it is done."""
    what = deed.what
    if not isinstance(what, a.OneOf) or is_single(what):
        settled(what)
        return deed
    options = (a.replace(deed, what=settled(one)) for one in parts(what))
    return a.ChooseOne(tuple(options), deed.who)
