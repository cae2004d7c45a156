"""You and another player, who do the same: each to what is their own, and how they are spoken of
again ("You and your teammate each …. Both of you …", "whichever of you …")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.grammar import ast as a

K = a.PlayerKind
BOTH = a.Player(K.YOU_AND_TEAMMATE)
NOBODY_ELSE = frozenset({K.YOU, K.THAT_PLAYER})


def both_of_you(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "both of you" are you and your teammate, if these two are the last of
    whom the sentences before speak; "whichever of you" is one of you and another player, if you
    have just done something together; else it is as it is."""
    said: list[a.Node] = [*before]
    if isinstance(effect, a.If):  # "if you and your teammate …, each of you draws a card"
        said.append(effect.condition)
    named = [x.kind for one in said for x in a.walk(one) if isinstance(x, a.Player)]
    others = [kind for kind in named if kind not in NOBODY_ELSE]
    if others and others[-1] in {K.YOU_AND_TEAMMATE, K.TEAMMATE}:
        found: a.Effect = _joined(effect)
        return found
    if not any(map(_together, before[-1:])):
        return effect
    them: a.Effect = _of_them(effect)
    return them


def own(node: Any, whose: a.Player = a.YOU, theirs: a.Player = a.THAT_PLAYER) -> Any:
    """The same, done to what is of whoever does it ("you and that foe each discard a card from
    your hand"): what was of `whose` is of `theirs`."""
    match node:
        case a.Place(owner=owner) if owner == whose:
            return a.replace(node, owner=theirs)
        case a.Controlled(who) | a.Owned(who) | a.Acted(_, who) | a.ThisWay(_, _, who) if (
            who == whose
        ):
            return a.replace(node, who=theirs)
        case _:
            return a.rebuild(node, lambda part: own(part, whose, theirs))


def does_the_same(mine: Any, theirs: Any) -> bool:
    """Whether another player does what you do, to what is their own."""
    who = getattr(theirs, "who", None)
    if _who(mine) != a.YOU or who is None or who == a.YOU:
        return False
    return bool(theirs in (_by(mine, who), own(_by(mine, who))))


def _together(effect: a.Effect) -> bool:
    """Whether it ends with what you and another player each do."""
    row = effect.effects if isinstance(effect, a.Seq) else ()
    return len(row) > 1 and does_the_same(row[-2], row[-1])


def _of_them(node: Any) -> Any:
    """The same, with the one of you who … as each of them who …."""
    if isinstance(node, a.Player) and node.kind is K.YOU_AND_TEAMMATE and node.test is not None:
        return a.replace(node, kind=K.EACH_OF_THEM)
    return a.rebuild(node, _of_them)


def _joined(node: Any) -> Any:
    """The same, with what you and "that player" both do as what the two of you do."""
    new = a.rebuild(node, _joined)
    if not isinstance(new, a.Seq):
        return new
    row: list[a.Effect] = []
    for effect in new.effects:
        last: Any = row[-1] if row else None
        if _who(effect) == a.THAT_PLAYER and does_the_same(last, effect):
            row[-1] = _by(last, BOTH)
        else:
            row.append(effect)
    return row[0] if len(row) == 1 else a.replace(new, effects=tuple(row))


def _by(effect: Any, who: a.Player) -> Any:
    """The same, done by others."""
    if isinstance(effect, a.May) and _who(effect.effect) == a.YOU:
        return a.replace(effect, effect=_by(effect.effect, who), who=who)
    return a.replace(effect, who=who)


def _who(effect: a.Effect | None) -> a.Player | None:
    return getattr(effect, "who", None)
