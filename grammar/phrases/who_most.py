"""Who did or has the most: "whoever reveals the most Starters", "if you own the most Villains"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w

K = a.PlayerKind


def _most(c: Parts, test: a.Test) -> a.HavingMost:
    said = w.first(c, "core")
    refuse(filters.added(said))
    found = filters.core(said)
    refuse(found.together or found.places or found.among is not None or found.definite)
    refuse(found.random)
    found.tests.append(test)
    return a.HavingMost(found.every(), "MOST" in w.kinds(c))


def _own_most(c: Parts) -> a.PlayersAre:
    """ "you own the most Villains of all players": nobody owns more."""
    who = only(a.Player, read(c[0]))
    refuse(who.kind not in {K.YOU, K.TEAMMATE, K.THAT_PLAYER, K.THAT_FOE})
    refuse(w.first(c, "PLAYER") not in {None, "players"})
    return a.PlayersAre(who, _most(c, a.Owned(a.YOU if who == a.YOU else a.THAT_PLAYER)))


table(
    one_condition={
        'who_np OWN "the" (MOST | FEWEST) core (("among" | "of") ALL PLAYER)?': _own_most,
    },
)
