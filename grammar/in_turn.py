"""Numbers one after the other: "If you destroyed one, +1 Power. If two, +2 Power. If three, …".

Where several sentences in a row ask for different numbers of the same cards, each means just that
many; a number alone is two or more cards in a condition ("If you destroyed two, …").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.attach import Opener

OF_THOSE: Final = a.NameNoun("of those")
"""The cards that the sentence before counts. No text keeps it: `in_turn` makes it out."""

Sentences = Sequence[tuple[Opener, a.Effect]]


def said_bare(there: a.There) -> a.There:
    """A comparison whose number is said alone ("two", and not "two or more"). No text keeps it:
    `in_turn` makes it out."""
    cards = a.replace(there.count.cards, quantity=a.Exactly(there.value))
    return a.replace(there, count=a.replace(there.count, cards=cards))


def in_turn(sentences: Sentences, index: int) -> a.Effect:
    """One of the sentences, with the number that it asks for made out."""
    effect = sentences[index][1]
    if not any(isinstance(x, a.CountOf) and _bare(x) for x in a.walk(effect)):
        return effect
    there = _asked(sentences, index)
    if there is not None and isinstance(effect, a.If):
        beside = (_asked(sentences, at) for at in (index - 1, index + 1))
        others = [x for x in beside if x is not None and _counted(x) == _counted(there)]
        row = any(x.value != there.value for x in others)
        if row and _bare(there.count) and not any(isinstance(x, a.Instead) for x in a.walk(effect)):
            there = a.replace(there, comparison=a.Comparison.EQUAL)
        effect = a.replace(effect, condition=there)
    plain: a.Effect = _plain(effect)
    return plain


def _asked(sentences: Sentences, index: int) -> a.There | None:
    """What a sentence asks for, if it is so many cards; "if two" is said of what the sentence
    before counts."""
    if not 0 <= index < len(sentences):
        return None
    match sentences[index][1]:
        case a.If(a.There(a.CountOf(cards)) as there, otherwise=None):
            if cards.filter.nouns != (OF_THOSE,):
                return there
            before = _asked(sentences, index - 1)
            if before is None or _told_apart(before, there):
                raise NothingBefore("so many")
            counted = a.replace(before.count.cards, quantity=cards.quantity)
            return a.replace(there, count=a.replace(before.count, cards=counted))
        case _:
            return None


def _told_apart(before: a.There, there: a.There) -> bool:
    """Whether the sentence before says "two Heroes", which are two or more: "if three" could be
    said of what it has done already."""
    more = before.comparison is a.Comparison.AT_LEAST and not _bare(before.count)
    return more and getattr(there.value, "value", 0) >= getattr(before.value, "value", 0)


def _bare(count: a.CountOf) -> bool:
    quantity, nouns = count.cards.quantity, count.cards.filter.nouns
    return isinstance(quantity, a.Exactly) or nouns == (OF_THOSE,)


def _counted(there: a.There) -> a.CountOf:
    counted: a.CountOf = _plain(there.count)
    return counted


def _plain(node: Any) -> Any:
    if isinstance(node, a.CountOf) and isinstance(node.cards.quantity, a.Exactly):
        node = a.replace(node, cards=a.replace(node.cards, quantity=a.Every()))
    return a.rebuild(node, _plain)
