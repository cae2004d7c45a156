"""Conditions that hold of neither of two players: "neither you nor your teammate controls a
Location"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import OR_LISTED, negated
from rules_check.grammar.phrases.players import PLAYERS

_ONE: Final = frozenset(
    {
        *(a.PlayerKind.YOU, a.PlayerKind.TEAMMATE, a.PlayerKind.THAT_PLAYER, a.PlayerKind.THAT_FOE),
        *(a.PlayerKind.LEFT, a.PlayerKind.RIGHT, a.PlayerKind.ATTACKER, a.PlayerKind.CONFRONTED),
    }
)
"""Players who are one."""


def _neither(c: Parts) -> a.AllOf:
    """ "neither you nor your teammate has a Hero in hand": it is so of none of the two."""
    refuse(w.first(c, "NONE") != "neither")
    one, two = (only(a.Player, read(part)) for part in w.trees(c) if w.is_tree(part, *PLAYERS))
    refuse(one == two or not {one.kind, two.kind} <= _ONE or one.test or two.test)
    listed = [p for p in w.trees(c) if not w.is_tree(p, "span", *PLAYERS, *w.ACTED)]
    done = w.first(c, *w.ACTED)
    if done is None:
        word = w.first(c, "CONTROL", "HAVE", "HOLD")
        return a.AllOf(negated(one, word, listed), negated(two, word, listed))
    verbs, tense = w.acted(done)
    refuse(tense is a.Tense.BOTH)
    within = w.span(c)
    refuse(tense is a.Tense.PRESENT and within is None)  # "if neither … discards a card": a choice
    both = (negated(who, done.children[-1], listed, within, verbs) for who in (one, two))
    return a.AllOf(*both)


table(
    one_condition={
        (
            f'NONE who_np "nor" who_np (CONTROL | HAVE | HOLD) {OR_LISTED}',
            f'NONE who_np "nor" who_np acted {OR_LISTED} span?',
        ): _neither,
    },
)
