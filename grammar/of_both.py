"""What you and your teammate each do: each to what is their own."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.subjects import by, subject

K = a.PlayerKind


def by_each(effect: a.Effect, who: a.Player) -> a.Effect:
    """The same effect, done by each of these players; what you and your teammate each do is done
    to what is of each of them ("you and your teammate each discard a card from your hand")."""
    done = by(effect, who)
    if who.kind is not K.YOU_AND_TEAMMATE or subject(effect) != who:
        return done
    theirs: a.Effect = _of_each(done)
    return theirs


def _of_each(node: Any) -> Any:
    match node:
        case a.Place(owner=a.Player(K.YOU)):
            return a.replace(node, owner=a.THAT_PLAYER)
        case a.Controlled(a.Player(K.YOU)) | a.Owned(a.Player(K.YOU)) | a.Acted(_, a.Player(K.YOU)):
            return a.replace(node, who=a.THAT_PLAYER)
        case _:
            return a.rebuild(node, _of_each)
