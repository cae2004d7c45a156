"""Players told apart by a number alone, after players who are told apart in full: "Each foe with
two or more Heroes in their discard pile …. Each foe with fewer …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.counted import SO_MANY, TOLD_APART

_FEWER: Final = a.Exactly(a.Number(-1))
_MORE: Final = a.Exactly(a.Number(-2))


def so_many(much: a.Quantity | None, fewer: bool = True) -> a.Cards:
    """So many of the cards by which the sentence before tells players apart; None: fewer or more
    of them. No text keeps it: `as_before` makes it out."""
    quantity = much if much is not None else _FEWER if fewer else _MORE
    return a.Cards(quantity, a.Filter((SO_MANY,)))


def as_before(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which players are told apart by as many cards of the kind that the sentence
    before names."""
    if not any(isinstance(x, a.Player) and _is_short(x.test) for x in a.walk(effect)):
        return effect
    last = list(a.walk(before[-1])) if before else []
    told = [x for x in last if isinstance(x, a.Player) and x.test is not None]
    instead = any(isinstance(x, a.Instead) for x in a.walk(effect))

    def made(node: Any) -> Any:
        if not isinstance(node, a.Player) or not _is_short(node.test):
            return a.rebuild(node, made)
        full = _player(node, told[0], instead) if told else None
        if full is None:
            raise NothingBefore("fewer")
        return a.placed(full, a.place_of(node))

    found: a.Effect = made(effect)
    return found


def _player(short: a.Player, full: a.Player, instead: bool) -> a.Player | None:
    """The players in full. Whom the sentence before tells apart is known when it is carried out:
    those with fewer are then the others, whatever has become of their cards since."""
    assert isinstance(short.test, a.Having | a.DidTo)
    assert full.test is not None
    test = _in_full(short.test, full.test)
    if test is None or isinstance(test, a.DidTo) or instead:
        return None if test is None else a.replace(short, test=test)
    quantity = getattr(short.test.cards, "quantity", None)
    if short.kind is not full.kind or quantity not in (_FEWER, _MORE):
        return None
    beside = isinstance(full.test, a.Having) and not isinstance(full.test.cards.quantity, a.Exactly)
    return TOLD_APART.get(full.kind) if beside else None


def _is_short(test: a.PlayerTest | None) -> bool:
    if not isinstance(test, a.Having | a.DidTo) or not isinstance(test.cards, a.Cards):
        return False
    none = isinstance(test, a.Having) and test.none
    return not none and SO_MANY in test.cards.filter.nouns


def _in_full(short: a.Having | a.DidTo, full: a.PlayerTest) -> a.PlayerTest | None:
    """The same test with another number."""
    match short, full:
        case a.DidTo(verbs), a.DidTo(same, a.Cards() as cards, False) if verbs == same:
            just = False
        case a.Having(such), a.Having(cards, False, just):
            controls = any(isinstance(x, a.Controlled) for x in such.filter.tests)
            if controls and not any(isinstance(x, a.Controlled) for x in cards.filter.tests):
                return None
        case _:
            return None
    assert isinstance(short.cards, a.Cards)
    much = _number(short.cards.quantity, cards.quantity, just)
    if much is None:
        return None
    if much == a.UpTo(a.Number(0)):
        one = a.replace(cards, quantity=a.Exactly(a.ONE))
        if isinstance(full, a.DidTo):
            return a.DidTo(full.verbs, one, negated=True)
        return a.Having(one, none=True)
    new = a.replace(cards, quantity=much)
    if isinstance(full, a.DidTo):
        return a.DidTo(full.verbs, new)
    return a.Having(new, just=isinstance(short, a.Having) and short.just)


def _number(said: a.Quantity, full: a.Quantity, just: bool) -> a.Quantity | None:
    """So many, or fewer or more than those before."""
    if said not in (_FEWER, _MORE):
        return said
    match full:
        case a.AtLeast(a.Number(n)) if said == _FEWER:
            return a.UpTo(a.Number(n - 1))
        case a.UpTo(a.Number(n)) if said == _MORE:
            return a.AtLeast(a.Number(n + 1))
        case a.Exactly(a.Number(n)) if just or n > 1:
            return a.UpTo(a.Number(n - 1)) if said == _FEWER else a.AtLeast(a.Number(n + 1))
        case _:
            return None
