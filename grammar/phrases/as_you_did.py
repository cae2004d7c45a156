"""As many cards as another player did it to: "discards as many cards as you did", "one card fewer
than you"; and a number of cards with "fewer" behind them."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.players import PLAYERS

DONE: Final = frozenset({a.Verb.DRAW, a.Verb.DISCARD, a.Verb.DESTROY, a.Verb.GAIN})


def _as_done(c: Parts, who: a.Player) -> a.Effect:
    """ "each foe then discards one card fewer than you did": than you have discarded this way."""
    verb = w.verb(c[0])
    other = read(w.first(c, *PLAYERS))
    # who does it is not compared with what they do themselves
    refuse(verb not in DONE or other != a.YOU or who == a.YOU)
    value: a.Amount = a.CountOf(a.Cards(a.Every(), a.Filter((), (a.ThisWay(verb, None, a.YOU),))))
    words = w.kinds(c)
    if words & {"MORE", "FEWER"}:
        one = w.numeral(c)
        more = "MORE" in words
        value = a.Plus(value, one) if more else a.Bounded(a.Minus(value, one), 0)
    said = w.first(c, "core")
    if said is None:
        return a.Move(verb, a.Cards(a.Exactly(value)), None, who)
    refuse(filters.added(said))
    found = filters.core(said)
    refuse(found.together or found.definite)
    return a.Move(verb, found.cards(a.Exactly(value)), None, who)


def _fewer_behind(c: Parts) -> a.Selection:
    """ "one card fewer than the number of Villains you control"."""
    one, rest = w.numeral(c), read(c[-1])
    refuse(str(w.first(c, "CARD")) != ("card" if one == a.ONE else "cards"))
    more = "MORE" in w.kinds(c)
    return a.Cards(a.Exactly(a.Plus(rest, one) if more else a.Minus(rest, one)))


table(
    predicate={
        (
            'MOVE AS_MANY core? "as" who_np DO',
            'MOVE number (MORE | FEWER) core? "than" who_np DO?',
            'MOVE number CARD (MORE | FEWER) "than" who_np DO?',
        ): _as_done,
    },
    cards={'number CARD (MORE | FEWER) "than" as_many_as': _fewer_behind},
)
