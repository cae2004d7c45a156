"""Several numbers, each with its condition: "6 VP if there are more Heroes than Villains in your
deck, 3 VP if there are fewer, and 1 VP if there are as many of each". Only one can be so."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.compared import apart, in_full
from rules_check.grammar.phrases.quantities import other_number
from rules_check.grammar.phrases.sentences import Builder


def _as_first(said: a.Condition, first: a.Condition) -> a.Condition:
    """A condition with what it leaves out: where the cards are, and what is compared."""
    try:
        said = in_full(said, first)
    except NothingBefore:
        refuse(True)
    return said


def _tier(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "…, 3 VP if there are fewer"."""
    refuse(closed or not isinstance(effect, a.If))
    head = only(a.If, effect)
    said = _as_first(read(c[-1]), head.condition)
    tiers = [head]
    while tiers[-1].otherwise is not None:
        tiers.append(only(a.If, tiers[-1].otherwise))
    refuse(not all(apart(tier.condition, said) for tier in tiers))
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
