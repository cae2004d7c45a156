"""What happens to a card that is none of what the sentences before ask for: "If it is a Hero, …. If
it is a Villain, …. If it is anything else, …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.counted import way

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
        if (other := other_kind(one.condition)) is None:
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


def other_kind(condition: a.Condition) -> list[a.Condition] | None:
    """What a card is that is not so: it is there, and is none of these."""
    match condition:
        case a.AnyOf(one, two):
            first, second = other_kind(one), other_kind(two)
            return None if first is None or second is None else [*first, *second]
        case a.Is(a.Ref(a.RefKind.IT) as it, a.Filter(nouns, ())) if nouns:
            others = (a.replace(noun, negated=not noun.negated) for noun in nouns)
            return [a.Is(it, a.Filter((noun,))) for noun in others]
        case a.AttackIs(a.Filter(nouns, ())) if nouns:
            others = (a.replace(noun, negated=not noun.negated) for noun in nouns)
            return [a.AttackIs(a.Filter((noun,))) for noun in others]
        case a.Is(
            a.Ref(a.RefKind.IT) as it,
            a.Filter(
                (), (a.Attribute(a.AttributeKind.COST, a.Comparison.EQUAL, a.Number(n)) as x,)
            ),
        ):
            more = a.replace(x, comparison=a.Comparison.AT_LEAST, value=a.Number(n + 1))
            less = a.replace(x, comparison=a.Comparison.AT_MOST, value=a.Number(n - 1))
            above, below = (a.Is(it, a.Filter((), (test,))) for test in (more, less))
            return [a.AnyOf(below, above) if n else above]
        case a.Is(a.Ref(a.RefKind.IT) as it, a.Filter((), (a.Attribute(_, how) as test,))):
            if how not in DENIED:
                return None
            return [a.Is(it, a.Filter((), (a.replace(test, comparison=DENIED[how]),)))]
        case a.Is(a.Ref(a.RefKind.IT) as it, a.Filter((), (a.Parity(kind),))):
            return [a.Is(it, a.Filter((), (a.Parity(OTHER_PARITY[kind]),)))]
        case _:
            return None


def none_of_these(done: Sequence[a.Effect], effect: a.Effect) -> list[a.Effect] | None:
    """What happens "otherwise", where several sentences in a row ask what one card is, or how many
    cards there are: if none of it is so. None: not more than one asks so."""
    row = [x for one in done for x in _row(one.effect if isinstance(one, a.When) else one)]
    asked: list[a.If] = []
    for one in reversed(row):
        if not isinstance(one, a.If) or one.otherwise is not None:
            break
        asked.insert(0, one)
    if len(asked) > 1 and all(other_kind(one.condition) for one in asked[-2:]):
        return anything_else(done, effect)
    same = [one for one in asked if _numbers(one.condition) is not None]
    counts = {_numbers(one.condition) for one in same}
    if len(same) != len(asked) or len(same) < 2 or list(done[-len(same) :]) != same:
        return None
    held = [numbers for numbers in counts if numbers is not None]
    apart = sum(len(numbers) for _, numbers in held) == len(
        frozenset().union(*(n for _, n in held))
    )
    if len({count for count, _ in held}) != 1 or len(held) != len(same) or not apart:
        return None
    new: a.Effect = effect
    for one in reversed(same):
        new = a.replace(one, otherwise=new)
    return [*done[: -len(same)], new]


def of_which(done: Sequence[a.Effect]) -> bool:
    """Whether the last two sentences each ask for cards in the same way ("If you control a Hero, ….
    If you control a Villain, …."): "otherwise" could be said of the last, or of both."""
    row = [x for one in done for x in _row(one.effect if isinstance(one, a.When) else one)]
    match row[-2:]:
        case [a.If(a.There(one), _, None), a.If(a.There(two), _, None)]:
            return way(one.cards) == way(two.cards) and one != two
        case [a.If(one, _, None), a.If(two, _, None)]:  # "If its cost is odd, …. If it is 0, …."
            return a.IT in a.walk(one) and a.IT in a.walk(two)
        case _:
            return False


_MOST: Final = 100
_HOLDS: Final = {
    a.Comparison.EQUAL: lambda x, y: x == y,
    a.Comparison.AT_MOST: lambda x, y: x <= y,
    a.Comparison.AT_LEAST: lambda x, y: x >= y,
    a.Comparison.LESS: lambda x, y: x < y,
    a.Comparison.MORE: lambda x, y: x > y,
}


_SIGNS: Final = (-1, 0, 1)


def _numbers(condition: a.Condition) -> tuple[a.Node, frozenset[int]] | None:
    """What a condition counts, and for which numbers it is so; or what it compares, and for which
    signs of the difference. None: it is about something else."""
    match condition:
        case a.HasMore(_, _, _, how, 1):
            signs = frozenset(n for n in _SIGNS if _HOLDS[how](n, 0))
            return a.replace(condition, how=a.Comparison.EQUAL), signs
        case a.There(count, how, a.Number(value)):
            return count, frozenset(n for n in range(_MOST) if _HOLDS[how](n, value))
        case a.AnyOf(one, two):
            first, second = _numbers(one), _numbers(two)
            if first is None or second is None or first[0] != second[0]:
                return None
            return first[0], first[1] | second[1]
        case _:
            return None
