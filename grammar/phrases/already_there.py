"""What lies in a pile already: "their discard pile already holds two or more", "each foe whose hand
has fewer than five"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, refuse, table
from rules_check.grammar.phrases import players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import compare, contained, denied, there_is
from rules_check.grammar.phrases.quantities import how_many
from rules_check.grammar.phrases.sentences import Builder


def _holds(c: Parts) -> a.Condition:
    """ "your hand already holds more than four cards"."""
    return contained(compare(c[-1]), players.all_places(c[0]))


def _unless_so_many(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "gains a Weakness unless their discard pile already holds two or more": Weaknesses."""
    what = only(a.Move, effect).what
    refuse(closed or not isinstance(what, a.Cards) or not what.filter.nouns)
    such = a.Cards(a.Every(), a.Filter(only(a.Cards, what).filter.nouns))
    there = there_is(a.CountOf(such), how_many(c))
    return a.If(denied(contained(there, players.all_places(w.trees(c)[0]))), effect)


def _fewer_held(c: Parts) -> a.Having:
    """ "whose hand has fewer than five": cards."""
    where = a.Place(players.zone(w.first(c, "zone")), a.THAT_PLAYER)
    much = how_many(c)
    return a.Having(a.Cards(much.quantity, places=(where,)))


_HOLDS = '("contains" | HAVE | HOLD)'
table(
    one_condition={
        f"(owned_zone | shared_zone) ALREADY {_HOLDS} cards": _holds,
    },
    suffix={
        (
            f'"unless" (owned_zone | shared_zone) ALREADY? {_HOLDS} _much',
            f'"," "unless" (owned_zone | shared_zone) ALREADY? {_HOLDS} _much',
        ): _unless_so_many,
    },
    who_tail={f'"whose" zone {_HOLDS} _much': _fewer_held},
)
