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
