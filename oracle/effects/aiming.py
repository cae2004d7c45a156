"""Whom the words of an Attack pick out: "the foe with the most cards in hand"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.who import players, with_avoiders
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State

K = a.PlayerKind

_SEVERAL: Final = frozenset({K.EACH_FOE, K.EACH_OTHER_PLAYER, K.EACH_PLAYER, K.THE_PLAYER})
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

_HIDDEN: Final = frozenset({a.Zone.HAND, a.Zone.DECK})


def picked_out(node: a.Effect) -> tuple[a.Player, ...]:
    """The players at whom an Attack is aimed, if it says of all of them which they are by what
    they have; none: it is aimed at everybody, or at somebody who is chosen."""
    found: list[a.Player] = []
    for who in _affected(node):
        if who.kind in _SEVERAL and _told_beforehand(who.test):
            found.append(who)
        elif not (who.kind in _NOBODY_ELSE or _of_those_hit(who.test)):
            return ()
    return tuple(found)


def to_choose_from(
    g: Table, s: State, f: Frame, node: a.Effect, everyone: tuple[int, ...]
) -> tuple[int, ...]:
    """Of whom the one foe is chosen at whom an Attack is aimed ("a foe with a Hero in hand")."""
    one = next((who for who in _affected(node) if who.kind in _ONE_OF), None)
    if one is None or not _told_beforehand(one.test):
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


def _told_beforehand(test: a.PlayerTest | None) -> bool:
    """Whether everybody can see who passes a test, before anything is done: what is in a hand or a
    deck is told after the Defenses, how many cards a hand has is no secret."""
    match test:
        case a.Having(cards) | a.HavingMore(cards) | a.HavingMost(cards):
            hidden = any(where.zone in _HIDDEN for where in cards.places)
            open_ = not hidden or cards.filter == a.ANY_CARD
            return open_ and not any(map(a.bound_to, a.walk(test)))
        case a.CostRank(character=character):
            return character
        case a.LevelIs() | a.Except(a.Player(a.PlayerKind.CONFRONTED, None)):
            return True
        case _:
            return False


def _of_those_hit(test: a.PlayerTest | None) -> bool:
    """Whether a test speaks only of players who were attacked."""
    match test:
        case a.DidTo(negated=negated):
            return not negated
        case a.DidSo() | a.CouldNot() | a.HitByAttack() | a.AvoidedAttack():
            return True
        case _:
            return False
