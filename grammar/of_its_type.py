"""The words "that type" where nobody chose one: the type of the card spoken of."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a

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
