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
from rules_check.grammar.ties import NOTHING, TIED

TWO: Final = a.Number(2)
OF_THEM: Final = frozenset({None, "them", "those", "those cards", "these cards"})


def opened_tied(
    tree: Part, effect_of: Callable[[Part], a.Effect], deed_of: Callable[[Part, a.Player], a.Effect]
) -> Sentence:
    """ "If they have the same number, …", "if two or more cards are tied for cheapest, …"."""
    tied = next(part for part in w.trees(tree) if part.data == "tied")
    refuse(w.first(tied, "HE") not in {None, "they"})
    if w.is_tree(tree, "tied_nobody"):
        return attach.Opener.IF_TIED, _nobody(tree, deed_of)
    if w.is_tree(tree, "tied_chooses"):
        which = w.first(tree, "which_one")
        if which is not None:
            refuse(w.first(which, "NUMBER") not in {None, "1"})
            refuse(w.first(which, "THEM") not in OF_THEM)
        said = (part for part in w.trees(tree) if w.is_tree(part, *PLAYERS))
        who = next(map(read, said), a.YOU)
        chosen = a.Choose(a.Cards(a.Exactly(a.ONE), a.Filter((TIED,), _to_do(which))), who)
        return attach.Opener.IF_TIED, put(chosen, tree)
    effect = effect_of(tree.children[-1])
    refuse(isinstance(effect, a.Choose))  # who chooses one of them: see above
    rank = w.first(tied, "EXTREME", "HIGHEST", "LOWEST")
    if rank is None:
        return attach.Opener.IF_TIED, effect
    refuse(str(rank).startswith(filters.COMPARATIVE))
    return attach.Opener.NONE, a.If(_several(a.Extreme(filters.is_highest(str(rank)))), effect)


def _nobody(tree: Part, deed_of: Callable[[Part, a.Player], a.Effect]) -> a.Effect:
    """ "In case of a tie, nobody draws": then nothing is done of what the sentence before says."""
    said = w.trees(tree)[-1]
    refuse(w.first(said, "NONE") == "neither")
    refuse(w.first(said, "DO") not in {None, "does"})
    verb = w.first(said, "MOVE")
    tests: tuple[a.Test, ...] = () if verb is None else (a.ThisWay(w.verb(verb)),)
    for part in w.trees(said):
        deed = deed_of(part, a.Player(a.PlayerKind.EACH_PLAYER))
        refuse(not isinstance(deed, a.Move | a.Play) or not w.third_person(part.children[0]))
        tests = (a.ThisWay(getattr(deed, "verb", a.Verb.PLAY)),)
    found: a.Effect = put(a.Choose(a.Cards(NOTHING, a.Filter((TIED,), tests))), tree)
    return found


def _to_do(which: Part | None) -> tuple[a.Test, ...]:
    """ "which of them to discard": what is done with the one that is chosen."""
    said = None if which is None else w.first(which, "MOVE", "PLAY")
    if said is None:
        return ()
    return (a.ThisWay(w.verb(said) if w.token(said, "MOVE") else a.Verb.PLAY),)


def _several(test: a.Extreme) -> a.There:
    such = a.Cards(a.Every(), a.Filter((TIED,), (test,)))
    return a.There(a.CountOf(such), a.Comparison.AT_LEAST, TWO)


def tied_elsewhere(tree: Part) -> bool:
    """Does a sentence speak of "each tied foe" and not of a tie?"""
    them = tree.find_data(a.PlayerKind.EACH_OF_THEM.name.lower())
    return not w.is_tree(tree, "opened_tied") and any("TIED" in w.kinds(who) for who in them)
