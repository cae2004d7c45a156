"""Cards that are counted without their noun: "+1 Power for each that costs 0", "for each with cost
3 or greater". See `grammar.counted_alike`."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.counted import SO_MANY
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import compare
from rules_check.grammar.phrases.quantities import how_many


def _that(c: Parts) -> a.CountOf:
    """ "that costs 0": each of the same kind as before."""
    refuse(w.first(c, "number") is not None and w.number(w.first(c, "number")) != 1)
    test: a.Test = read(c[-1])
    refuse(isinstance(test, a.Extreme | a.Alike | a.Different | a.TotalAtMost | a.TotalAtLeast))
    return a.CountOf(a.Cards(a.Every(), a.Filter((SO_MANY,), (test,))))


table(
    count={
        (
            '"that" COST_VERB (cost_value | cost_is)',
            'number "that" COST_VERB (cost_value | cost_is)',
            '"with" attribute',
            'number "with" attribute',
        ): _that
    }
)

# ------------------------------------------------------------------- a type or cost in common


def _shares(c: Parts) -> a.Condition:
    """ "any card in the Line-Up shares its card type", "no card there shares a type with it"."""
    refuse(w.first(c, "IT") not in {None, "it", "that card"})
    kind = w.first(c, *filters.KIND_WORDS)
    assert kind is not None
    test = filters.same([kind])
    test = a.SharesType() if test == filters.OF_ITS_TYPE else test
    if w.is_tree(c[0], "cards"):
        refuse(w.kinds(c[0].children[0]) & {"ALL", "EACH"})
        several = how_many(c[0].children[0]).value != a.ONE
        refuse(several and kind.type != "CARD_TYPE")  # as it, or as each other?
        return compare(c[0], test)
    said = w.first(c, "core")
    refuse(filters.added(said))
    found = filters.core(said)
    refuse(found.together or not (found.places or found.among or found.tests))
    found.tests.append(test)
    return a.There(a.CountOf(found.every()), a.Comparison.EQUAL, a.Number(0))


_ITS = "SHARE ITS (CARD_TYPE | COST | NAME_WORD)"
_WITH_IT = 'SHARE A (CARD_TYPE | COST | NAME_WORD) "with" IT'
table(
    one_condition={
        (f"cards {_ITS}", f"cards {_WITH_IT}", f"NO core {_ITS}", f"NO core {_WITH_IT}"): _shares,
    },
    post={
        '"that" SHARE ITS (CARD_TYPE | COST | NAME_WORD)': lambda c: filters.same([c[-1]]),
    },
)
