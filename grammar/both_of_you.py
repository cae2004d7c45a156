"""You and your teammate, spoken of again: "You and your teammate each …. Both of you …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.grammar import ast as a

K = a.PlayerKind
BOTH = a.Player(K.YOU_AND_TEAMMATE)
NOBODY_ELSE = frozenset({K.YOU, K.THAT_PLAYER})


def both_of_you(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "both of you" are you and your teammate, if these two are the last of
    whom the sentences before speak; else it is as it is."""
    named = [x.kind for one in before for x in a.walk(one) if isinstance(x, a.Player)]
    others = [kind for kind in named if kind not in NOBODY_ELSE]
    if not others or others[-1] is not K.YOU_AND_TEAMMATE:
        return effect
    found: a.Effect = _joined(effect)
    return found


def _joined(node: Any) -> Any:
    """The same, with what you and "that player" both do as what the two of you do."""
    new = a.rebuild(node, _joined)
    if not isinstance(new, a.Seq):
        return new
    row: list[a.Effect] = []
    for effect in new.effects:
        last: Any = row[-1] if row else None
        if _who(last) == a.YOU and effect == _by(last, a.THAT_PLAYER):
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
