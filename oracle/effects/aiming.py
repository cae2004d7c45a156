"""Whom the words of an Attack pick out: "the foe with the most cards in hand"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.attacked import of_those_hit, told_beforehand
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.who import players, with_avoiders
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State

K = a.PlayerKind

SEVERAL: Final = frozenset({K.EACH_FOE, K.EACH_OTHER_PLAYER, K.EACH_PLAYER, K.THE_PLAYER})
_ONE_OF: Final = frozenset({K.A_FOE, K.ANOTHER_PLAYER, K.A_PLAYER, K.ANY_PLAYER})
_NOBODY_ELSE: Final = frozenset(
    {
        *(K.YOU, K.TEAMMATE, K.YOU_OR_TEAMMATE, K.YOU_AND_TEAMMATE, K.OWNER),
        *(K.THAT_PLAYER, K.THAT_FOE, K.CHOSEN_FOE, K.EACH_OF_THEM, K.ATTACKER),
    }
)
"""Kinds that are no further foes: you, and those spoken of already."""

_COUNTED: Final = (*(a.ConditionNode, a.AmountNode, a.CountOf, a.CountPlayers, a.Unavoidable),)
"""What only looks at players, or says who cannot avoid the Attack."""


def picked_out(node: a.Effect) -> tuple[a.Player, ...]:
    """The players at whom an Attack is aimed, if it says of all of them which they are by what
    they have; none: it is aimed at everybody, or at somebody who is chosen."""
    found: list[a.Player] = []
    for who in _affected(node):
        if who.kind in SEVERAL and told_beforehand(who.test):
            found.append(who)
        elif not (who.kind in _NOBODY_ELSE or of_those_hit(who.test)):
            return ()
    return tuple(found)


def to_choose_from(
    g: Table, s: State, f: Frame, node: a.Effect, everyone: tuple[int, ...]
) -> tuple[int, ...]:
    """Of whom the one foe is chosen at whom an Attack is aimed ("a foe with a Hero in hand")."""
    one = next((who for who in _affected(node) if who.kind in _ONE_OF), None)
    if one is None or not told_beforehand(one.test):
        return everyone
    meant = players(g, s, f, one)
    return tuple(p for p in everyone if p in meant)


def aimed_at(
    g: Table, s: State, f: Frame, named: tuple[a.Player, ...], everyone: tuple[int, ...]
) -> tuple[int, ...]:
    """Those who are picked out, as things are when the Attack is aimed."""
    meant = {p for who in named for p in with_avoiders(g, s, f, who)}
    return tuple(p for p in everyone if p in meant)


def _affected(node: Any) -> Iterator[a.Player]:
    """The players to whom a text does something."""
    if isinstance(node, a.Player):
        yield node
    elif not isinstance(node, _COUNTED):
        for part in a.children(node):
            yield from _affected(part)
