"""Cards that change places with one that is called by no noun: "exchange a Hero in your hand for
one in the Line-Up"."""

from __future__ import annotations

from rules_check.grammar import ast as a


def for_one(effect: a.Effect) -> a.Effect:
    """ "for one of equal or lower cost in the Line-Up": a card of the same kind as the first, and
    none of those spoken of before."""
    match effect:
        case a.Swap(
            a.Cards(a.Exactly(a.Number(1)), wanted),
            a.Cards(a.Exactly(a.Number(1)), found, (_, *_), among=a.Ref(a.RefKind.THEM)) as other,
        ) if not found.nouns:
            such = a.make_filter(wanted.nouns, found.tests)
            second = a.replace(other, filter=a.placed(such, a.place_of(found)), among=None)
            return a.replace(effect, second=second)
        case _:
            return effect
