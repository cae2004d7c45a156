"""Players who are told apart, out of a group that a sentence before speaks of: "those with …"."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a

_EVERYONE: Final = frozenset(
    {a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER}
)


def _told_apart(node: Any) -> bool:
    same = isinstance(node, a.Player) and node.kind is a.PlayerKind.EACH_OF_THEM
    return same and node.test is not None


def those_of(effect: a.Effect, group: a.Player | None) -> tuple[a.Effect, a.Player | None]:
    """A sentence in which "those with …" are such players of the group that was spoken of before,
    and the group for the next one ("Each player reveals their hand. Those with a Hero …; those with
    a Villain …")."""
    first = effect.effects[0] if isinstance(effect, a.Seq) else effect
    who: a.Player | None = getattr(first, "who", None)
    if who is None or who.kind is a.PlayerKind.YOU:
        return effect, group
    if who.kind is a.PlayerKind.EACH_OF_THEM and who.test is not None:
        if group is None:
            return effect, group

        def of_group(node: Any) -> Any:
            if _told_apart(node):  # "those who did …, and those who did not …"
                return a.replace(a.rebuild(node, of_group), kind=group.kind)
            return a.rebuild(node, of_group)

        return of_group(effect), group
    return effect, who if who.kind in _EVERYONE and who.test is None else None
