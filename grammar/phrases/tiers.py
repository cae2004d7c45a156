"""Several numbers, each with its condition: "6 VP if there are more Heroes than Villains in your
deck, 3 VP if there are fewer, and 1 VP if there are as many of each". Only one can be so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.compared import in_full
from rules_check.grammar.phrases.otherwise import other_number
from rules_check.grammar.phrases.sentences import Builder

How = a.Comparison
_FLIPPED: Final = {How.MORE: How.LESS, How.LESS: How.MORE, How.EQUAL: How.EQUAL}
_HOLDS: Final[dict[How, Callable[[int, int], bool]]] = {
    How.AT_LEAST: int.__ge__,
    How.AT_MOST: int.__le__,
    How.MORE: int.__gt__,
    How.LESS: int.__lt__,
    How.EQUAL: int.__eq__,
}
_FAR: Final = 60


def _as_first(said: a.Condition, first: a.Condition) -> a.Condition:
    """A condition with what it leaves out: where the cards are, and what is compared."""
    try:
        said = in_full(said, first)
    except NothingBefore:
        refuse(True)
    return said


def _apart(one: a.Condition, two: a.Condition) -> bool:
    """Can only one of them be so?"""
    match one, two:
        case a.Compare(first, how, second), a.Compare(same, other, like):
            known = how in _FLIPPED and other in _FLIPPED
            return known and (first, second) == (same, like) and how is not other
        case a.HasMore(how=how), a.HasMore(how=other):
            known = how in _FLIPPED and other in _FLIPPED
            return known and a.replace(two, how=how) == one and how is not other
        case a.There(count, how, a.Number(n)), a.There(same, other, a.Number(m)) if count == same:
            both = (_HOLDS[how](k, n) and _HOLDS[other](k, m) for k in range(_FAR))
            return not any(both)
        case _:
            return False


def _tier(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "…, 3 VP if there are fewer"."""
    refuse(closed or not isinstance(effect, a.If))
    head = only(a.If, effect)
    said = _as_first(read(c[-1]), head.condition)
    tiers = [head]
    while tiers[-1].otherwise is not None:
        tiers.append(only(a.If, tiers[-1].otherwise))
    refuse(not all(_apart(tier.condition, said) for tier in tiers))
    found: a.Effect = a.If(said, other_number(c, head.then))
    for tier in reversed(tiers):
        found = attach.or_else(a.replace(tier, otherwise=None), found)
    return found


table(
    suffix={
        (
            '"," "and"? (DASH | PLUS)? number _unit? IF condition',
            '"and" (DASH | PLUS)? number _unit? IF condition',
        ): _tier
    }
)
