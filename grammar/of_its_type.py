"""The words "that type" where nobody chose one: the type of the card spoken of."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore

CHOSEN: Final = a.Chosen(a.DifferentKind.TYPE)
NAMING: Final = (a.Move, a.Show, a.Play, a.Choose, a.Search)
"""What names a card of which the type is spoken."""


def of_its_type(effect: a.Effect) -> a.Effect:
    """ "Reveal a card from your hand. Each foe discards a card of that type": of its type. As it
    is, if a type was chosen, or if it is asked whether a card is of that type."""
    if CHOSEN not in a.walk(effect):
        return effect
    named = False
    for one in a.walk(effect):
        if isinstance(one, a.ChooseValue) or (isinstance(one, a.Is) and CHOSEN in a.walk(one)):
            return effect
        if one == CHOSEN:
            return _made(effect) if named else effect
        what = getattr(one, "what", None) if isinstance(one, NAMING) else None
        named = named or (isinstance(what, a.Cards) and what.quantity == a.Exactly(a.ONE))
    return effect


def _made(node: Any) -> Any:
    if isinstance(node, a.Filter) and CHOSEN in node.tests:
        tests = (a.SharesType() if test == CHOSEN else test for test in node.tests)
        return a.placed(a.make_filter(node.nouns, tests), a.place_of(node))
    return a.rebuild(node, _made)


THAT_COST: Final = a.Chosen(a.DifferentKind.COST)
_ALIKE: Final = a.Alike(a.DifferentKind.COST)


def of_that_cost(effect: a.Effect) -> a.Effect:
    """ "Discard two cards with the same cost. Gain a card with that cost": what each of them costs,
    and not all of them together; where they need not cost the same, "that cost" is none."""
    parts = list(a.walk(effect))
    if THAT_COST not in parts or any(isinstance(x, a.ChooseValue) for x in parts):
        return effect
    named = [x.what for x in parts[: parts.index(THAT_COST)] if isinstance(x, NAMING)]
    last = next((x for x in reversed(named[:-1] or named) if isinstance(x, a.Cards)), None)
    if last is None or last.quantity == a.Exactly(a.ONE) or last.among is not None:
        return effect
    if _ALIKE not in parts[: parts.index(THAT_COST)]:
        raise NothingBefore("that cost")
    cost = a.AttributeKind.COST
    each = a.Highest(cost, a.Cards(a.Every(), among=a.THEM))
    test = a.Attribute(cost, a.Comparison.EQUAL, each)

    def made(node: Any) -> Any:
        return a.placed(test, a.place_of(node)) if node == THAT_COST else a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


def copies_of_this(effect: a.Effect) -> a.Effect:
    """What a card is worth "for each copy of it": of this card, for no other is spoken of."""
    worth = [x for x in a.walk(effect) if isinstance(x, a.Worth)]
    if not worth or any(isinstance(x, NAMING) for x in a.walk(effect)):
        return effect
    found: a.Effect = _of_this(effect)
    return found


def _of_this(node: Any) -> Any:
    match node:
        case a.Same(a.DifferentKind.NAME, a.Ref(a.RefKind.IT)):
            return a.placed(a.replace(node, of=a.THIS), a.place_of(node))
        case _:
            return a.rebuild(node, _of_this)
