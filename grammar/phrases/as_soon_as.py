"""Occasions said in other words: "as soon as you have played three Equipment in the same turn", "at
the start of your next turn, before you play any cards", "at any time during your turn"; and cards
told by others: "another that costs less", "the last card in your hand when you played it"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Misfit, Parts, only, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.sentences import Builder

MOST: Final = 8
COST: Final = a.AttributeKind.COST


def _so_many_in_a_turn(c: Parts) -> a.Trigger:
    """ "when you have played three Equipment in the same turn": when the third is played."""
    nth = w.number(w.first(c, "number"))
    refuse(not 2 <= nth <= MOST)
    said = w.first(c, "core")
    refuse(filters.added(said))
    found = filters.core(said)
    refuse(found.places or found.among is not None or found.together)
    verb = w.verb(w.first(c, "PAST"))
    event = a.Event((verb,), only(a.Player, read(c[1])), found.cards(a.Exactly(a.ONE)))
    return a.Trigger(event, a.Often.NTH, nth, a.Window.EACH_TURN)


def _before_playing(c: Parts) -> a.Moment:
    """ "at the start of your turn, before you play any cards": so it is anyway."""
    moment = only(a.Moment, read(c[0]))
    refuse(moment.point is not a.Point.START or moment.whose != a.YOU)
    return moment


def _at_any_time(c: Parts, b: Builder) -> a.When:
    """ "at any time during your turn, you may discard this card from play": it can be done once, as
    the card is then gone."""
    match b.effect(c[-1]):
        case a.May(effect) as may:
            first = effect.effects[0] if isinstance(effect, a.Seq) else effect
            used = isinstance(first, a.Move) and isinstance(first.what, a.Ref)
            refuse(not used or only(a.Ref, only(a.Move, first).what).kind is not a.RefKind.THIS)
            return a.When(a.Once(a.Window.EACH_OF_YOUR_TURNS), may)
        case _:
            raise Misfit


def _another(c: Parts) -> a.Selection:
    """ "another that costs less than the first", "another with the same cost": see
    `grammar.another`."""
    tests: list[a.Test] = [a.Other()]
    if "ORDINAL" in w.kinds(c):
        refuse(str(w.first(c, "ORDINAL")) != "first")
        how = a.Comparison.MORE if "MORE_THAN" in w.kinds(c) else a.Comparison.LESS
        tests.append(a.Attribute(COST, how, a.AttributeOf(COST, a.IT)))
    else:
        found = filters.with_posts(filters.Core(), w.trees(c))
        refuse(found.places or found.nouns or found.among is not None or found.random)
        refuse(
            any(isinstance(x, a.ThisWay | a.Acted | a.Controlled | a.Owned) for x in found.tests)
        )
        refuse(a.Ref(a.RefKind.FIRST) in [x for t in found.tests for x in a.walk(t)])
        tests += found.tests
    return a.Cards(a.Exactly(a.ONE), a.make_filter((), tests))


def _last_card(c: Parts) -> a.There:
    """ "this was the last card in your hand when you played it": then it is empty."""
    refuse(w.first(c, "CARD") != "card" or w.first(c, "IT") not in {None, "it"})
    refuse(w.verb(w.first(c, "PAST")) is not a.Verb.PLAY)
    hand = a.Cards(a.Every(), places=(a.Place(a.Zone.HAND, a.YOU),))
    return a.There(a.CountOf(hand), a.Comparison.EQUAL, a.Number(0))


_LAST: Final = '(THE | YOUR) "last" CARD (IN_HAND | "in" YOUR HAND)'
table(
    occasion={
        (
            'WHEN who_np HAVE PAST number core "in" (A | number) "single"? "turn"',
            'WHEN who_np HAVE PAST number core "in" SAME "turn"',
        ): _so_many_in_a_turn,
        'moment "," "before" YOU PLAY (ANY | A) CARD': _before_playing,
    },
    scoped={'AT_ANY_TIME DURING_YOUR_TURN "," chain': _at_any_time},
    cards={
        (
            "ANOTHER post+",
            'ANOTHER "that" COST_VERB (MORE_THAN | FEWER_THAN) THE ORDINAL',
        ): _another,
    },
    one_condition={f'THIS_CARD ("is" | "was") {_LAST} WHEN YOU PAST (IT | THIS_CARD)': _last_card},
)
