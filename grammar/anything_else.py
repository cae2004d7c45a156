"""What happens to a card that is none of what the sentences before ask for: "If it is a Hero, …. If
it is a Villain, …. If it is anything else, …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_check.grammar import ast as a

DENIED: Final = {
    a.Comparison.AT_LEAST: a.Comparison.LESS,
    a.Comparison.LESS: a.Comparison.AT_LEAST,
    a.Comparison.AT_MOST: a.Comparison.MORE,
    a.Comparison.MORE: a.Comparison.AT_MOST,
}
"""What a comparison is if it does not hold."""

OTHER_PARITY: Final = {
    a.ParityKind.EVEN: a.ParityKind.ODD,
    a.ParityKind.ODD: a.ParityKind.EVEN,
}


def anything_else(done: Sequence[a.Effect], effect: a.Effect) -> list[a.Effect] | None:
    """The sentences before, and what happens if it is nothing of what they ask; None: they do not
    ask what it is, or it cannot be said what else it could be."""
    if done and isinstance(done[-1], a.When):
        row = _row(done[-1].effect)
        inner = anything_else(row, effect)
        return None if inner is None else [*done[:-1], a.replace(done[-1], effect=_one(inner))]
    row = [x for one in done for x in _row(one)]
    asked: list[a.Condition] = []
    for one in reversed(row):
        if not isinstance(one, a.If) or one.otherwise is not None:
            break
        if (other := _other(one.condition)) is None:
            break
        asked[:0] = other
    if not asked:
        return None
    return [*done, a.If(_all(asked), effect)]


def _row(effect: a.Effect) -> list[a.Effect]:
    return list(effect.effects) if isinstance(effect, a.Seq) else [effect]


def _one(effects: list[a.Effect]) -> a.Effect:
    return effects[0] if len(effects) == 1 else a.Seq(tuple(effects))


def _all(conditions: list[a.Condition]) -> a.Condition:
    first, *more = conditions
    return a.AllOf(first, _all(more)) if more else first


def _other(condition: a.Condition) -> list[a.Condition] | None:
    """What a card is that is not so: it is there, and is none of these."""
    match condition:
        case a.AnyOf(one, two):
            first, second = _other(one), _other(two)
            return None if first is None or second is None else [*first, *second]
        case a.Is(a.Ref(a.RefKind.IT) as it, a.Filter(nouns, ())) if nouns:
            others = (a.replace(noun, negated=not noun.negated) for noun in nouns)
            return [a.Is(it, a.Filter((noun,))) for noun in others]
        case a.Is(a.Ref(a.RefKind.IT) as it, a.Filter((), (a.Attribute(_, how) as test,))):
            if how not in DENIED:
                return None
            return [a.Is(it, a.Filter((), (a.replace(test, comparison=DENIED[how]),)))]
        case a.Is(a.Ref(a.RefKind.IT) as it, a.Filter((), (a.Parity(kind),))):
            return [a.Is(it, a.Filter((), (a.Parity(OTHER_PARITY[kind]),)))]
        case _:
            return None
