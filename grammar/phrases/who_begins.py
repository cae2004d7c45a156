"""Players one after the other, from somebody else than you: "starting with your teammate and
proceeding in turn order", "starting with the player on your left and ending with you"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.again import NothingBefore, done_by
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.sentences import Builder

K = a.PlayerKind
_AFTER_LEFT: Final = {K.EACH_PLAYER: (K.EACH_OTHER_PLAYER, K.YOU)}
"""Others act in turn order anyway, from your left on; you act last."""

_FROM_TEAMMATE: Final = {
    K.EACH_PLAYER: (K.TEAMMATE, K.RIGHT, K.YOU, K.LEFT),
    K.EACH_OTHER_PLAYER: (K.TEAMMATE, K.RIGHT, K.LEFT),
}
"""Who has a teammate sits opposite of them, between two foes."""


def _in_order(order: tuple[a.PlayerKind, ...], effect: a.Effect) -> a.Effect:
    try:
        return attach.sequence([done_by(effect, a.Player(kind)) for kind in order])
    except NothingBefore:
        refuse(True)
        raise


def _begun(c: Parts, b: Builder) -> a.Effect:
    """Each of them does it, in the order that is said."""
    effect = b.effect(c[-1])
    who = attach.doer(effect)
    orders = _FROM_TEAMMATE if w.first(c, "FROM_TEAMMATE") is not None else _AFTER_LEFT
    refuse(who.test is not None or who.kind not in orders)
    return _in_order(orders[who.kind], effect)


table(
    scoped={
        (
            'FROM_THE_LEFT ","? "and" ("ending" | "finishing") "with" YOU "," chain',
            'FROM_TEAMMATE "," chain',
        ): _begun,
    }
)
