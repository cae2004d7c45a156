"""Values that were named: "if that cost is 0", "with that cost or less", "the player on your left
names a card type"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.phrases import words as w

COST = a.AttributeKind.COST
KINDS = {
    "CARD_TYPE": a.DifferentKind.TYPE,
    "COST": a.DifferentKind.COST,
    "NUMBER_WORD": a.DifferentKind.COST,
    "NAME_WORD": a.DifferentKind.NAME,
}


def _names(c: Parts, who: a.Player) -> a.ChooseValue:
    """ "the player on your left names a card type"."""
    refuse(who == a.YOU or w.first(c, "CARD_TYPE") not in {None, "card type", "type"})
    kind = next(KINDS[part.type] for part in c if w.token(part, *KINDS))
    return a.ChooseValue(kind, who)


def _that_cost_is(c: Parts) -> a.Is:
    """ "+Power equal to its cost. If that cost is 0, draw a card": of the same card."""
    refuse(w.first(c, "CHOSEN_COST") != "that cost")
    return a.Is(a.IT, a.Filter((), (read(c[-1]),)))


def _that_or_less(c: Parts) -> a.Attribute:
    """ "with that cost or less"."""
    refuse(w.first(c, "CHOSEN_COST") != "that cost")
    how = a.Comparison.AT_MOST if "OR_LESS" in w.kinds(c) else a.Comparison.AT_LEAST
    return a.Attribute(COST, how, a.AttributeOf(COST, a.IT))


table(
    predicate={
        '"names" A (CARD_TYPE | COST | NUMBER_WORD | CARD? NAME_WORD)': _names,
    },
    one_condition={'CHOSEN_COST ("is" | "was") cost_value': _that_cost_is},
    attribute={"CHOSEN_COST (OR_LESS | OR_MORE)": _that_or_less},
)
