"""Cards taken out of others one after the other: "put one of them into your hand and one on the
bottom of your deck". What was taken is not one of them any more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules_check.grammar import ast as a

REST: Final = a.Ref(a.RefKind.REST)
SHOWN: Final = frozenset({a.Verb.REVEAL, a.Verb.LOOK})


def parted(effects: Sequence[a.Effect]) -> dict[int, a.Node]:
    """Effects behind one that took some of the cards spoken of, by their identity: "one of them" is
    one of the rest."""
    found: dict[int, a.Node] = {}
    for last, effect in pairwise(effects):
        if _takes(last) and _some(effect) and _doer(last) == _doer(effect):
            found[id(effect)] = _of_the_rest(effect)
    return found


def _act(effect: a.Effect) -> a.Effect:
    """What is done, or may be done."""
    return effect.effect if isinstance(effect, a.May) else effect


def _cards(effect: a.Effect) -> a.Cards | None:
    """The cards that are taken, if it is said how many or that it is any number."""
    act = _act(effect)
    what = act.what if isinstance(act, a.Move | a.Play) else None
    some = isinstance(what, a.Cards) and isinstance(what.quantity, a.Exactly | a.UpTo | a.AnyNumber)
    return what if some and isinstance(what, a.Cards) else None


def _some(effect: a.Effect) -> bool:
    """Does it take some of the cards spoken of?"""
    cards = _cards(effect)
    return cards is not None and (cards.among == a.THEM or _shown(cards) is not None)


def _takes(effect: a.Effect) -> bool:
    cards = _cards(effect)
    return cards is not None and (cards.among in {a.THEM, REST} or _shown(cards) is not None)


def _shown(cards: a.Cards) -> a.ThisWay | None:
    """ "A card revealed this way", which lies where it was revealed until it is taken."""
    if cards.among is not None or cards.places:
        return None
    shown = [x for x in cards.filter.tests if isinstance(x, a.ThisWay) and x.verb in SHOWN]
    return shown[0] if len(shown) == 1 else None


def _doer(effect: a.Effect) -> a.Player | None:
    act = _act(effect)
    return act.who if isinstance(act, a.Move | a.Play) else None


def _of_the_rest(effect: a.Effect) -> a.Effect:
    if isinstance(effect, a.May):
        return a.replace(effect, effect=_of_the_rest(effect.effect))
    assert isinstance(effect, a.Move | a.Play)
    cards = effect.what
    assert isinstance(cards, a.Cards)
    shown = _shown(cards)
    if shown is not None:
        tests = tuple(test for test in cards.filter.tests if test is not shown)
        cards = a.replace(cards, filter=a.Filter(cards.filter.nouns, tests))
    said = shown or cards.among
    assert said is not None
    return a.replace(effect, what=a.replace(cards, among=a.placed(REST, a.place_of(said))))
