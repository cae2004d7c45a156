"""None, and either, of some cards: "if none of the cards in the Line-Up is a Hero", "discard either
of them"; until some "have been revealed"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.compose import repeat_until
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.cards import quantity
from rules_check.grammar.phrases.conditions import compare
from rules_check.grammar.phrases.core import Core
from rules_check.grammar.phrases.quantities import how_many
from rules_check.grammar.phrases.sentences import Builder


def _none_is(c: Parts) -> a.There:
    """ "no card in the Line-Up is a Hero", "none of the cards in your hand are Villains"."""
    refuse(w.first(c, "NONE") not in {None, "none"})
    of, kind = (part for part in c if w.is_tree(part, "core"))
    refuse(filters.added(of) or filters.added(kind))
    found, such = filters.core(of), filters.core(kind)
    refuse(bool(found.nouns) or not (found.places or found.among or found.tests))
    refuse(such.places or such.among is not None or such.definite or such.tests)
    refuse(not such.nouns or such.together)
    found.nouns = such.nouns
    return a.There(count_of(found), a.Comparison.EQUAL, a.Number(0))


_ALONE: Final = frozenset({a.Verb.DISCARD, a.Verb.DESTROY, a.Verb.GAIN, a.Verb.DRAW})
"""What is done without saying where a card goes."""


def _either(c: Parts, who: a.Player) -> a.Move:
    """ "discard either of them", "destroy either card": one of two."""
    verb = w.verb(c[0])
    refuse(w.first(c, "CARD") not in {None, "card"} or verb not in _ALONE)
    return a.Move(verb, Core(among=a.THEM).cards(a.Exactly(a.ONE)), None, who)


def _of_those_two(c: Parts) -> a.Selection:
    """ "one of those two"."""
    much, them, number = c
    found = how_many([much]) if w.token(much) else quantity(much)
    refuse(str(them) != "those" or w.number(number) not in {2, 3})
    refuse(not isinstance(found.quantity, a.Exactly) or found.another)
    return Core(among=a.THEM).cards(found.quantity)


def _all(c: Parts) -> a.Selection:
    """ "gain them all"."""
    refuse(str(c[-1]) != "all")
    return only(a.Ref, read(c[0]))


def _shown(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "reveal cards from the top of your deck until two Heroes have been revealed"."""
    refuse(closed or not isinstance(effect, a.Show))
    refuse(w.verb(w.first(c, "PAST")) is not a.Verb.REVEAL)
    shown = a.Acted((a.Verb.REVEAL,), only(a.Show, effect).who, a.Tense.PRESENT)
    return repeat_until(effect, compare(w.first(c, "cards", "bare_cards"), shown))


table(
    one_condition={
        (
            'NO core ("is" | "are") A? core',
            'NONE "of" core ("is" | "are") A? core',
        ): _none_is,
    },
    selection={"them ALL": _all, 'quantity "of" THEM number': _of_those_two},
    predicate={('MOVE EITHER "of" them', "MOVE EITHER CARD"): _either},
    suffix={'UNTIL cards ("is" | "are" | HAVE "been") PAST': _shown},
)
