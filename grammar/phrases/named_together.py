"""Who does what a clause says: two who are named together, and whoever did something."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, read, refuse
from rules_check.grammar.both_of_you import own
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.players import PLAYERS

_WHO_DID: Final = {
    a.PlayerKind.A_FOE: a.PlayerKind.EACH_FOE,
    a.PlayerKind.A_PLAYER: a.PlayerKind.EACH_PLAYER,
}


def anyone_who(who: a.Player) -> a.Player:
    """ "a foe who cannot gains a Weakness": whoever they are, and not one whom somebody picks."""
    if isinstance(who.test, a.DidSo | a.DidNot | a.CouldNot | a.DidTo) and who.kind in _WHO_DID:
        return a.replace(who, kind=_WHO_DID[who.kind])
    return who


_NOT_ONE_OF_TWO: Final = {a.PlayerKind.YOU, a.PlayerKind.YOU_AND_TEAMMATE}


def two_players(tree: Part) -> tuple[a.Player, a.Player]:
    """Who they are, in "you and that foe", "that foe and your teammate each", "both of you"."""
    both = w.first(tree, "THEM")
    refuse(both is not None and both != "both")  # "you and that foe them"
    others = [part for part in w.trees(tree) if w.is_tree(part, *PLAYERS)]
    refuse(others and w.first(tree, "BOTH_OF_YOU") not in {None, "you both"})
    if len(others) == 2:
        one, two = map(read, others)
        refuse(one == two or {one.kind, two.kind} & _NOT_ONE_OF_TWO)
        return one, two
    them: a.Player = read(others[0]) if others else a.THAT_PLAYER
    # "you and your teammate" are players of their own
    refuse(them.kind in {a.PlayerKind.YOU, a.PlayerKind.TEAMMATE})
    return a.YOU, them


def to_own(both: tuple[a.Player, a.Player], one: a.Player, effect: a.Effect) -> a.Effect:
    """What one of two does, of whom "you" are one: "your hand" and "their hand" are their own."""
    if a.YOU not in both:
        return effect
    whose = (a.THAT_PLAYER, a.YOU) if one == a.YOU else (a.YOU, a.THAT_PLAYER)
    found: a.Effect = own(effect, *whose)
    return found
