"""What is counted in short, after something that is counted in full: "+2 Power for each Hero
discarded this way and +1 Power for each Villain", "… and +1 Power for each that costs 0"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.counted import SO_MANY

_WHICH: Final = (a.Acted, a.ThisWay, a.Controlled, a.Owned)


def counted_alike(
    effect: a.Effect, before: Sequence[a.Effect], same_sentence: bool = False
) -> a.Effect:
    """A clause in which "each Villain" is one of the cards of which the clause before counts some,
    and "each that costs 0" is one of the same kind."""
    if not any(isinstance(x, a.CountOf) and (_of_same(x) or _bare(x)) for x in a.walk(effect)):
        return effect
    counts = [x for one in before for x in a.walk(one) if isinstance(x, a.CountOf)]
    full = [x.cards for x in counts if not _bare(x) and not _of_same(x)][-1:]

    def made(node: Any) -> Any:
        if isinstance(node, a.CountOf) and _of_same(node):
            if not full or any(isinstance(x, a.Different) for x in full[0].filter.tests):
                raise NothingBefore("each")
            return _alike(node, full[0], full[0].filter.nouns)
        if isinstance(node, a.CountOf) and _bare(node) and full and same_sentence:
            return _alike(node, full[0], node.cards.filter.nouns)
        return a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


def told_behind(before: a.Effect, effect: a.Effect) -> a.Effect:
    """The clause before, in which "each Starter" is one of the cards of which the clause behind it
    says where they are or what was done with them ("+2 Power for each Starter and +1 Power for each
    other card discarded this way")."""
    first = next((x for x in a.walk(effect) if isinstance(x, a.CountOf)), None)
    if first is None or _bare(first) or _of_same(first) or not _ends_bare(before):
        return before

    def made(node: Any) -> Any:
        if isinstance(node, a.CountOf) and _bare(node):
            return _alike(node, first.cards, node.cards.filter.nouns)
        return a.rebuild(node, made)

    found: a.Effect = made(before)
    return found


def of_those_shown(effect: a.Effect) -> a.Effect:
    """All sentences together, in which "each Hero" is one of the cards that were just revealed or
    discarded, if the text does not say where they are; raises `NothingBefore`."""
    parts = list(a.walk(effect))
    bare = {id(x) for x in parts if isinstance(x, a.CountOf) and _bare(x) and _kind_alone(x)}
    if not bare:
        return effect
    shown: a.Node | None = None
    for one in parts:
        if id(one) in bare and not _several(shown):
            raise NothingBefore("for each")
        shown = one if isinstance(one, a.Show | a.Move | a.Play | a.Choose) else shown

    def made(node: Any) -> Any:
        if id(node) in bare:
            return a.replace(node, cards=a.replace(node.cards, among=a.THEM))
        return a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


def _kind_alone(count: a.CountOf) -> bool:
    """Is a type or a name all that is said of the cards?"""
    kinds = count.cards.filter.nouns
    return bool(kinds) and all(isinstance(x, a.TypeNoun | a.NameNoun) for x in kinds)


def _several(shown: a.Node | None) -> bool:
    """Were cards laid open by it?"""
    moved = isinstance(shown, a.Move) and shown.verb in {a.Verb.DISCARD, a.Verb.DESTROY}
    return moved or isinstance(shown, a.Show)


def _ends_bare(effect: a.Effect) -> bool:
    """Is everything that an effect counts said by its kind alone?"""
    counts = [x for x in a.walk(effect) if isinstance(x, a.CountOf)]
    return bool(counts) and all(_bare(x) and x.cards.filter.nouns for x in counts)


def _of_same(count: a.CountOf) -> bool:
    """Does it say no noun?"""
    return SO_MANY in count.cards.filter.nouns


def _bare(count: a.CountOf) -> bool:
    """Does it say neither where the cards are nor what was done with them?"""
    cards = count.cards
    said = cards.places or cards.among is not None or count.different is not None
    return not said and not any(isinstance(x, _WHICH) for x in cards.filter.tests)


def _alike(count: a.CountOf, full: a.Cards, nouns: tuple[a.Noun, ...]) -> a.CountOf:
    which = [x for x in full.filter.tests if isinstance(x, _WHICH)]
    wanted = a.make_filter(nouns, (*count.cards.filter.tests, *which))
    cards = a.replace(full, quantity=count.cards.quantity, filter=wanted)
    return a.replace(count, cards=cards)
