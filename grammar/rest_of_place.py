"""The word "the rest" behind cards that were taken out of a place: the other cards there.

"Choose a card in your hand and discard the rest": the other cards of the hand, and not the rest of
one chosen card. Where cards were shown, or some of several chosen cards were taken, "the rest" are
the rest of those.
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore

REST: Final = a.Ref(a.RefKind.REST)
SHOWING: Final = (a.Show, a.Search, a.RepeatUntil)
"""What shows cards of which "the rest" are the rest."""

Taking = a.Choose | a.Move | a.Play


def rest_of_place(effect: a.Effect) -> a.Effect:
    """The same effect, with such words made out."""
    if not any(isinstance(x, a.Ref) and x.kind is a.RefKind.REST for x in a.walk(effect)):
        return effect
    new: dict[int, a.Cards] = {}
    first: Taking | None = None
    some = False
    """Were some of the cards spoken of taken out of the others?"""
    for one in a.walk(effect):
        if isinstance(one, SHOWING):
            return effect
        if isinstance(one, a.Cards) and one.among is not None:
            some = True
        if not isinstance(one, a.Choose | a.Move | a.Play):
            continue
        if one.what == REST and first is not None and not some:
            new[id(one.what)] = _others(first, one)
        elif isinstance(one.what, a.Cards) and one.what.among is None:
            first, some = (one, False) if _in_place(one) is not None else (None, some)
        elif not isinstance(one.what, a.Ref | a.Cards):
            first = None
    return _with(effect, new) if new else effect


def _in_place(deed: Taking) -> tuple[a.Place, ...] | None:
    """Out of which place cards are taken; None: it is not said, or not one place."""
    what = deed.what
    if not isinstance(what, a.Cards) or not isinstance(what.quantity, a.Exactly | a.UpTo):
        return None
    if not what.places and isinstance(deed, a.Move) and deed.verb is a.Verb.DISCARD:
        owner = a.YOU if deed.who == a.YOU else a.THAT_PLAYER
        return (a.Place(a.Zone.HAND, owner),)
    places = what.places
    return places if len(places) == 1 and places[0].edge is None else None


def _others(first: Taking, deed: Taking) -> a.Cards:
    """All other cards of that place; of what else "the rest" would be, nobody knows."""
    places = _in_place(first)
    what = first.what
    assert isinstance(what, a.Cards)
    known = what.filter == a.ANY_CARD and first.who == deed.who
    if places is None or not known:
        raise NothingBefore("the rest")
    others = a.Cards(a.Every(), a.Filter((), (a.Other(),)), places)
    return a.placed(others, a.place_of(deed.what))


def _with(node: Any, new: dict[int, a.Cards]) -> Any:
    found = new.get(id(node))
    return found if found is not None else a.rebuild(node, lambda part: _with(part, new))
