"""Places and kinds of cards that are named in short after they were named in full: "Look at each
foe's hand. Choose a card from each hand", "If you did not play a Hero, put one into your hand"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a

K = a.PlayerKind
GROUPS: Final = frozenset({K.EACH_FOE, K.EACH_OTHER_PLAYER})
"""Players who are not all, each of whom has such a place."""


def named_again(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which such places and cards are made out."""
    return _each_of_those(_one_such(effect), before)


def _each_of_those(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """ "Look at each foe's hand. Choose a card from each hand": from each of these."""
    if not before or not any(isinstance(x, a.Place) and _in_short(x) for x in a.walk(effect)):
        return effect
    groups = {where.zone: who for where, who in _places(before[-1])}

    def made(node: Any) -> Any:
        if isinstance(node, a.Place) and _in_short(node) and node.zone in groups:
            return a.placed(a.replace(node, owner=groups[node.zone]), a.place_of(node))
        return a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


def _in_short(place: a.Place) -> bool:
    """ "each hand", and not "each player's hand"."""
    owner = place.owner
    if owner != a.Player(K.EACH_PLAYER) or a.place_of(place) is None:
        return False
    return a.place_of(owner) is None


def _places(effect: a.Effect) -> list[tuple[a.Place, a.Player]]:
    """The places of some of the players that a sentence names, and of whom they are."""
    found: list[tuple[a.Place, a.Player]] = []
    for node in a.walk(effect):
        who = getattr(node, "who", None)
        for part in a.walk(node) if isinstance(node, a.Show | a.Move) else ():
            if not isinstance(part, a.Place) or part.owner is None:
                continue
            if part.owner.kind in GROUPS:
                found.append((part, part.owner))
            elif part.owner == a.THAT_PLAYER and isinstance(who, a.Player) and who.kind in GROUPS:
                found.append((part, who))
    return found


def _one_such(effect: a.Effect) -> a.Effect:
    """ "If you did not play a Hero this turn, put one from your discard pile into your hand": a
    Hero, for those asked for are none, or are elsewhere."""
    match effect:
        case a.If(a.There(a.CountOf(cards)), then, None) if cards.filter.nouns:
            nouns = cards.filter.nouns
        case a.When(_, a.If() as inner):
            return a.replace(effect, effect=_one_such(inner))
        case _:
            return effect
    if any(isinstance(x, a.Other) for x in cards.filter.tests) or cards.among is not None:
        return effect
    first = next((x for x in a.walk(then) if isinstance(x, a.Move | a.Show | a.Play)), None)

    def made(node: Any) -> Any:
        match node:
            case a.Cards(a.Exactly(a.Number()), a.Filter((), ()), (_, *_) as places, among=a.Ref()):
                if node.among == a.THEM and places != cards.places:
                    new = a.replace(node, filter=a.Filter(nouns), among=None)
                    return a.placed(new, a.place_of(node))
            case _:
                pass
        return a.rebuild(node, made)

    if first is None or not isinstance(first.what, a.Cards):
        return effect
    return a.replace(effect, then=a.rebuild(then, made) if first is not then else made(then))
