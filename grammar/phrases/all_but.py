"""All of some cards but a number of them: "discard all but two cards"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.core import Core


def _but(found: Core, spared: a.Number) -> a.Cards:
    """So many as there are, less those that are spared; nothing if there are no more."""
    refuse(found.together or found.random or (found.definite and found.among is not None))
    refuse(any(isinstance(test, a.Different | a.Extreme | a.Other) for test in found.tests))
    every = found.every()
    many = a.Bounded(a.Minus(a.CountOf(every), spared), 0)
    return a.replace(every, quantity=a.Exactly(many))


def _all_but(c: Parts) -> a.Cards:
    """ "all but two of the cards in your hand": of cards of which it is said where they are."""
    said = w.first(c, "core")
    refuse(filters.added(said))
    found = filters.core(said)
    held = any(isinstance(test, a.Controlled) for test in found.tests)
    refuse(not (found.places or held or found.among is not None))
    return _but(found, w.numeral(c))


def _all_but_of_them(c: Parts) -> a.Cards:
    """ "all but one of them"."""
    refuse(w.first(c, "THEM") not in {"them", "those", "those cards", "these cards"})
    return _but(Core(among=a.THEM), w.numeral(c))


def _discard(c: Parts, who: a.Player) -> a.Move:
    """ "discard all but two cards": of those in hand, from where cards are discarded."""
    said = w.first(c, "core")
    refuse(w.verb(c[0]) is not a.Verb.DISCARD or (said is not None and filters.added(said)))
    found = filters.core(said) if said is not None else Core()
    refuse(found.places or found.among is not None or found.definite or found.tests)
    owner = a.YOU if who == a.YOU else a.THAT_PLAYER
    found.places = (a.Place(a.Zone.HAND, owner),)
    return a.Move(a.Verb.DISCARD, only(a.Cards, _but(found, w.numeral(c))), None, who)


table(
    cards={
        ('ALL "but" number core', 'ALL "but" number "of" core'): _all_but,
        'ALL "but" number "of" THEM': _all_but_of_them,
    },
    predicate={'MOVE ALL "but" number core': _discard},
)
