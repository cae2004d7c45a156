"""A number alone with a place of its own: "destroy an Equipment in your hand. If you do, gain one
with a higher cost from the Line-Up" speaks of another card of that kind, not of the same card."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.subjects import PLURAL

_GOES: Final = {
    a.Verb.DISCARD: a.Zone.DISCARD_PILE,
    a.Verb.GAIN: a.Zone.DISCARD_PILE,
    a.Verb.DRAW: a.Zone.HAND,
    a.Verb.DESTROY: a.Zone.DESTROYED_PILE,
}
"""Where cards are after what was done with them, unless the text says another place."""


def one_like_it(effect: a.Effect) -> a.Effect:
    """The same effect, with such numbers made out; raises `NothingBefore`."""
    new: dict[int, a.Cards] = {}
    last: tuple[a.Cards, frozenset[a.Zone], bool] | None = None
    for one in a.walk(effect):
        if isinstance(one, a.If):
            new.update(_of_those_asked(one))
        what = _cards(one)
        if what is None:
            continue
        if not _of_them_there(what):
            last = _named(one, what) if what.among is None else None
        elif last is not None:
            cards, zones, several = last
            if not (several and zones & {place.zone for place in what.places}):
                new[id(what)] = _alike(what, cards)
    return _with(effect, new) if new else effect


def _of_those_asked(asked: a.If) -> dict[int, a.Cards]:
    """ "If it contains a Punch, that player discards one": one of those of which it was asked."""
    match asked:
        case a.If(
            a.There(a.CountOf(a.Cards(filter=a.Filter((_, *_)) as such, among=a.Ref()))),
            a.Move(what=a.Cards(a.Exactly(a.Number()), a.Filter((), ()), (), among=a.Ref()) as one),
        ) if one.among == a.THEM:
            return {id(one): a.placed(a.replace(one, filter=such), a.place_of(one))}
        case _:
            return {}


def _cards(node: a.Node) -> a.Cards | None:
    match node:
        case a.Move(what=a.Cards() as what) | a.Show(what=a.Cards() as what):
            return what
        case a.Search(what=a.Cards() as what) | a.Choose(what=a.Cards() as what):
            return what
        case a.Play(what=a.Cards() as what):
            return what
        case a.There(count=a.CountOf(cards=a.Cards() as what)):
            return what
        case _:
            return None


def _of_them_there(what: a.Cards) -> bool:
    """Whether so many of the cards spoken of are said to be in a place."""
    match what:
        case a.Cards(a.Exactly(a.Number()), a.Filter(nouns=()), (_, *_), among=a.Ref() as them):
            return them == a.THEM
        case _:
            return False


def _named(node: a.Node, what: a.Cards) -> tuple[a.Cards, frozenset[a.Zone], bool]:
    """The cards that are named, where they are then, and whether they are several."""
    several = what.quantity != a.Exactly(a.ONE)
    who = getattr(node, "who", a.YOU)
    several = several or (isinstance(who, a.Player) and who.kind in PLURAL)
    if isinstance(node, a.Move):
        zone = node.to.zone if isinstance(node.to, a.Place) else _GOES.get(node.verb)
        return what, frozenset() if zone is None else frozenset({zone}), several
    return what, frozenset(place.zone for place in what.places), several


def _alike(what: a.Cards, like: a.Cards) -> a.Cards:
    """So many cards of the same kind, in the place that is said."""
    told = [x for x in like.filter.tests if isinstance(x, a.Attribute)]
    if told and not what.filter.tests:  # is it a card of the same cost, or any?
        raise NothingBefore("one")
    wanted = a.make_filter(like.filter.nouns, what.filter.tests)
    return a.placed(a.replace(what, filter=wanted, among=None), a.place_of(what))


def _with(node: Any, new: dict[int, a.Cards]) -> Any:
    found = new.get(id(node))
    return found if found is not None else a.rebuild(node, lambda part: _with(part, new))
