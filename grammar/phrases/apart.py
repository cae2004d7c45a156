"""Cards that differ from each other, and costs that are no higher than something: "no two of them
with the same name", "whose cost does not exceed 5"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.balances import compared

COST: Final = a.AttributeKind.COST
_KINDS: Final = {
    "COST": a.DifferentKind.COST,
    "NAME_WORD": a.DifferentKind.NAME,
    "SAME_TYPE": a.DifferentKind.TYPE,
    "CARD_TYPE": a.DifferentKind.TYPE,
}


def _no_two(c: Parts) -> a.Different:
    """ "discard up to three cards, no two of them with the same name"."""
    refuse(w.number(w.first(c, "number")) != 2)
    refuse(w.first(c, "THEM") not in {None, "them", "those", "those cards"})
    word: Part = w.first(c, *_KINDS)
    return a.Different(_KINDS[word.type])


def _value(tree: Part) -> a.Amount:
    """What a cost is compared with: an amount, or the cost of a card."""
    if w.is_tree(tree, "number"):
        return w.numeral([tree])
    found: a.Amount | a.Selection = read(tree)
    if isinstance(found, a.Ref | a.Cards):
        return a.AttributeOf(COST, found)
    refuse(isinstance(found, a.Unknown))
    return found  # type: ignore[return-value]


def _how(c: Parts) -> a.Comparison:
    return a.Comparison.AT_MOST if "DO_NOT" in w.kinds(c) else a.Comparison.MORE


def _not_above(c: Parts) -> a.Attribute:
    """ "whose cost does not exceed the number of Heroes you control"."""
    return a.Attribute(COST, _how(c), _value(w.trees(c)[-1]))


def _its_cost(c: Parts) -> a.Is:
    """ "its cost exceeds 4", "its cost does not exceed that of the destroyed card"."""
    return a.Is(a.IT, a.Filter((), (_not_above(c),)))


def _exceeds(c: Parts) -> a.Condition:
    """ "the number of Heroes you control exceeds the number of cards in your hand"."""
    return compared(read(c[0]), _how(c), read(c[-1]))


_THAT_OF = '("that" "of")? (it | this | past_card) ("\'s" COST)?'
_MUCH = f"(amount | number | {_THAT_OF})"
table(
    post={
        (
            '","? NO number ("of" THEM)? "with" SAME (COST | NAME_WORD)',
            '","? NO number ("of" THEM)? "of" SAME_TYPE',
            '","? NO number ("of" THEM)? "of" SAME (COST | NAME_WORD)',
        ): _no_two,
        f'"whose" COST DO_NOT "exceed" {_MUCH}': _not_above,
    },
    one_condition={
        (f'ITS COST DO_NOT "exceed" {_MUCH}', f'ITS COST "exceeds" {_MUCH}'): _its_cost,
        (
            'amount_plain "exceeds" amount',
            'amount_plain DO_NOT "exceed" amount',
        ): _exceeds,
    },
)
