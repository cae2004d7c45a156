"""The word "another" alone: one more of the kind that was named before, and none of those.

"Gain a Weakness. If you control a Location, gain another": another Weakness. "Discard a Hero and
another": another Hero.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from rules_check.grammar import ast as a

ANOTHER: Final = a.Cards(a.Exactly(a.ONE), a.Filter((), (a.Other(),)))
"""Another card, whichever it is."""


def another(effect: a.Effect) -> a.Effect:
    """The same effect, with such words made out."""
    parts = list(a.walk(effect))
    if not any(isinstance(x, a.Cards) and _bare(x) for x in parts):
        return effect
    new: dict[int, a.Cards] = {}
    last: dict[a.Verb, a.Move] = {}
    for one in parts:
        if not isinstance(one, a.Move) or not isinstance(one.what, a.Cards):
            continue
        if _bare(one.what):
            found = _of_those_having(one) or _like(last.get(one.verb), one)
            if found is not None:
                new[id(one.what)] = found
        elif one.what.among is None:
            last[one.verb] = one
    return _with(effect, new) if new else effect


def _bare(what: a.Cards) -> bool:
    """Whether it is the word alone, and not "another card"."""
    at = a.place_of(what)
    if what != ANOTHER:  # "another that costs less"
        said = what.filter.tests
        compared = a.replace(what, filter=ANOTHER.filter) == ANOTHER and a.Other() in said
        return compared and not what.filter.nouns and all(isinstance(x, _TOLD) for x in said)
    return at is not None and at[2] - at[1] <= len("another")


_TOLD: Final = (a.Other, a.Attribute, a.Same)
"""What tells another card of the kind from the one before."""


def _of_those_having(deed: a.Move) -> a.Cards | None:
    """ "each foe with a Weakness in their discard pile gains another"."""
    match deed.who.test:
        case a.Having(a.Cards(filter=a.Filter(nouns, _)), False) if (
            deed.verb is a.Verb.GAIN and _named(nouns)
        ):
            return _such(deed, a.Filter(nouns), ())
        case _:
            return None


def _like(last: a.Move | None, deed: a.Move) -> a.Cards | None:
    """A card of the kind to which the same was done before; None: any card is one."""
    if last is None or not isinstance(last.what, a.Cards):
        return None
    wanted = last.what.filter
    if wanted == a.ANY_CARD or any(isinstance(x, a.Other | a.Extreme) for x in wanted.tests):
        return None
    tests = () if _named(wanted.nouns) and last.verb is a.Verb.GAIN else (a.Other(),)
    there = last.what.places if last.who == deed.who else ()
    own = [x for x in only_cards(deed.what).filter.tests if x != a.Other()]
    return _such(deed, a.make_filter(wanted.nouns, (*tests, *wanted.tests, *own)), there)


def only_cards(what: a.Selection) -> a.Cards:
    """Plain cards, which such words are."""
    assert isinstance(what, a.Cards)
    return what


def any_other(effect: a.Effect) -> a.Effect:
    """ "If a foe discards a Starter this way, … If a foe discards any other card this way, …": the
    other is one that is no Starter, whatever was named between the two."""
    new: dict[int, a.Cards] = {}
    for row in a.walk(effect):
        if not isinstance(row, a.Seq):
            continue
        asked = [one.condition for one in row.effects if isinstance(one, a.If)]
        for before, then in pairwise(asked):
            kind, other = _kind_asked_for(before), _asked_for_other(then)
            if kind is not None and other is not None and kind[0] == other[0]:
                tests = (x for x in other[1].filter.tests if x != a.Other())
                wanted = a.make_filter((a.replace(kind[1], negated=True),), tests)
                new[id(other[1])] = a.replace(other[1], filter=wanted)
    return _with(effect, new) if new else effect


def _kind_asked_for(asked: a.Condition) -> tuple[a.Verb, a.Noun] | None:
    """What was done to a card of one kind, if a condition asks for that."""
    match asked:
        case a.PlayersAre(
            test=a.DidTo((verb,), a.Cards(filter=a.Filter((noun,), ()), among=None), False)
        ) | a.There(
            a.CountOf(a.Cards(filter=a.Filter((noun,), (a.ThisWay(verb),)), among=None))
        ) if not noun.negated:
            return verb, noun
        case _:
            return None


def _asked_for_other(asked: a.Condition) -> tuple[a.Verb, a.Cards] | None:
    """What was done to another card, if a condition asks for that."""
    match asked:
        case a.There(a.CountOf(a.Cards(filter=a.Filter((), tests), among=None) as cards)):
            done = [x for x in tests if isinstance(x, a.ThisWay) and x.window is None]
            return (done[0].verb, cards) if a.Other() in tests and len(done) == 1 else None
        case _:
            return None


def _named(nouns: tuple[a.Noun, ...]) -> bool:
    """Whether cards are called by a name, of which there is a stack ("a Weakness")."""
    return bool(nouns) and all(isinstance(x, a.NameNoun) and not x.negated for x in nouns)


def _such(deed: a.Move, wanted: a.Filter, places: tuple[a.Place, ...]) -> a.Cards:
    return a.placed(a.Cards(a.Exactly(a.ONE), wanted, places), a.place_of(deed.what))


def _with(node: Any, new: dict[int, a.Cards]) -> Any:
    found = new.get(id(node))
    return found if found is not None else a.rebuild(node, lambda part: _with(part, new))
