"""Players who did not do what they were told, for whatever reason: "who chooses not to or cannot",
"who does not, or who has no card to discard"; and what they let you do."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w


def _not_done(c: Parts) -> a.DidNot:
    """Who could not do it did not do it, either."""
    cards = w.first(c, "core")
    refuse(cards is not None and filters.added(cards))
    return a.DidNot()


def _let(c: Parts, who: a.Player) -> a.Effect:
    """ "each foe may let you draw a card": you do it."""
    refuse(who == a.YOU or read(c[1]) != a.YOU or c[0] != "let")
    return w.effect(c[-1], a.YOU)


_NONE_TO = 'HAVE NO core "to" (MOVE | PLAY) "there"?'
table(
    who_tail={
        (
            'WHO_DID_NOT ","? OR CANNOT ","?',
            'WHO_DID_NOT ","? OR WHO_CANNOT ","?',
            'WHO_CANNOT ","? OR (DO_NOT | CHOOSE "not" "to" | "will" "not") ","?',
            'WHO_CANNOT ","? OR WHO_DID_NOT ","?',
            f'WHO_DID_NOT ","? OR "who"? {_NONE_TO} ","?',
            f'"who" {_NONE_TO} ","? OR ("who"? DO_NOT | WHO_DID_NOT) ","?',
        ): _not_done,
    },
    predicate={"LET who_np predicate": _let},
)
