"""Sentences about cards and players that are tied: "In case of a tie, that foe chooses"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Part, put, read, refuse
from rules_check.grammar.compose import Sentence
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.ties import TIED

TWO: Final = a.Number(2)


def opened_tied(tree: Part, effect_of: Callable[[Part], a.Effect]) -> Sentence:
    """ "If they have the same number, …", "if two or more cards are tied for cheapest, …"."""
    tied = next(part for part in w.trees(tree) if part.data == "tied")
    refuse(w.first(tied, "HE") not in {None, "they"})
    if w.is_tree(tree, "tied_chooses"):
        which = w.first(tree, "which_one")
        refuse(which is not None and w.first(which, "NUMBER") not in {None, "1"})
        who = read(next(part for part in w.trees(tree) if w.is_tree(part, *PLAYERS)))
        chosen = a.Choose(a.Cards(a.Exactly(a.ONE), a.Filter((TIED,))), who)
        return attach.Opener.IF_TIED, put(chosen, tree)
    effect = effect_of(tree.children[-1])
    rank = w.first(tied, "EXTREME", "HIGHEST", "LOWEST")
    if rank is None:
        return attach.Opener.IF_TIED, effect
    refuse(str(rank).startswith(filters.COMPARATIVE))
    return attach.Opener.NONE, a.If(_several(a.Extreme(filters.is_highest(str(rank)))), effect)


def _several(test: a.Extreme) -> a.There:
    such = a.Cards(a.Every(), a.Filter((TIED,), (test,)))
    return a.There(a.CountOf(such), a.Comparison.AT_LEAST, TWO)
