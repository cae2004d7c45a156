"""Cards taken out of others one after the other: "put one of them into your hand and one on the
bottom of your deck". What was taken is not one of them any more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules_check.grammar import ast as a

REST: Final = a.Ref(a.RefKind.REST)


def parted(effects: Sequence[a.Effect]) -> dict[int, a.Node]:
    """Effects behind one that took some of the cards spoken of, by their identity: "one of them" is
    one of the rest."""
    found: dict[int, a.Node] = {}
    for last, effect in pairwise(effects):
        if _takes(last) and _some(effect) and _doer(last) == _doer(effect):
            found[id(effect)] = _of_the_rest(effect)
    return found


def _cards(effect: a.Effect) -> a.Cards | None:
    what = effect.what if isinstance(effect, a.Move | a.Play) else None
    many = what.quantity if isinstance(what, a.Cards) else None
    return what if isinstance(many, a.Exactly) and isinstance(what, a.Cards) else None


def _some(effect: a.Effect) -> bool:
    """Does it take so many of the cards spoken of?"""
    cards = _cards(effect)
    return cards is not None and cards.among == a.THEM


def _takes(effect: a.Effect) -> bool:
    cards = _cards(effect)
    return cards is not None and cards.among in {a.THEM, REST}


def _doer(effect: a.Effect) -> a.Player | None:
    return effect.who if isinstance(effect, a.Move | a.Play) else None


def _of_the_rest(effect: a.Effect) -> a.Effect:
    assert isinstance(effect, a.Move | a.Play)
    cards = effect.what
    assert isinstance(cards, a.Cards)
    assert cards.among is not None
    rest = a.placed(REST, a.place_of(cards.among))
    return a.replace(effect, what=a.replace(cards, among=rest))
