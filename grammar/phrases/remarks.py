"""What is said behind a clause: remarks that change nothing ("to prove it", "whatever its cost"),
and what somebody then does with the card ("…, which you put into your discard pile")."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.sentences import Builder

_OF_COST: Final = (a.Attribute, a.CostOneOf, a.Extreme, a.TotalAtMost, a.TotalAtLeast, a.Parity)
"""What is said of the cost of cards."""


def _to_prove(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "reveals their hand to prove it": that is what cards are shown for."""
    refuse(closed or not isinstance(effect, a.Show) or w.first(c, "IT") not in {None, "it"})
    refuse(w.first(c, "THIS_CARD") not in {None, "this"})
    return effect


def _whatever(_c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "gain a Hero from the Line-Up, whatever its cost": so it is, where no cost is said."""
    refuse(closed or not isinstance(effect, a.Move | a.Play | a.Swap))
    costs = [x for x in a.walk(effect) if isinstance(x, _OF_COST)]
    refuse(bool(costs))
    return effect


def _which(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "gives you a card from their hand, which you put into your discard pile"."""
    refuse(closed or not isinstance(effect, a.Move | a.Show))
    who = only(a.Player, read(w.first(c, *PLAYERS)))
    what = w.pronoun(effect.what)  # type: ignore[union-attr]
    there: Part = w.first(c, "destinations")
    move = a.Move(w.verb(w.first(c, "MOVE")), what, None, who)
    moved = move if there is None else destinations_of(move, there.children)
    refuse(isinstance(moved, a.Move) and moved.to is None and moved.verb is a.Verb.PUT)
    return attach.sequence([effect, moved])


table(
    suffix={
        (
            '"to" "prove" (IT | THIS_CARD | "that")',
            '"as" "proof"',
        ): _to_prove,
        (
            '","? "whatever" ITS COST',
            '","? "regardless" "of" ITS? COST',
        ): _whatever,
        '"," "which" who_np THEN? MOVE destinations?': _which,
    },
)
