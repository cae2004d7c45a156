"""Who did it: "If a foe discards a Starter this way, that foe …" is said of each foe who does."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a

K = a.PlayerKind
ALL_OF: Final = {K.A_FOE: K.EACH_FOE, K.A_PLAYER: K.EACH_PLAYER}
"""Whoever of them does something."""
THAT_ONE: Final = (a.Player(K.THAT_FOE), a.THAT_PLAYER)


def whoever_did(effect: a.Effect) -> a.Effect:
    """The same effect: who is spoken of behind such a condition are those of whom it holds."""
    made: a.Effect = _made(effect)
    return made


def _made(node: Any) -> Any:
    new = a.rebuild(node, _made)
    if not isinstance(new, a.If) or new.otherwise is not None:
        return new
    who_did = _who_did(new.condition)
    if who_did is None or not any(x in THAT_ONE for x in a.walk(new.then)):
        return new
    return a.replace(new, condition=who_did, then=_of_those(new.then))


def _who_did(asked: a.Condition) -> a.PlayersAre | None:
    """Whether some of the players did that, if a condition asks whether one of them did."""
    match asked:
        case a.There(a.CountOf(cards) as count, a.Comparison.AT_LEAST, a.Number(1)) if (
            count == a.CountOf(cards) and isinstance(cards, a.Cards)
        ):
            done = [x for x in cards.filter.tests if isinstance(x, a.ThisWay) and x.window is None]
            if len(done) != 1 or cards != a.Cards(a.Every(), cards.filter):
                return None
            who = done[0].who
            if who is None or who.test is not None or who.kind not in ALL_OF:
                return None
            tests = tuple(x for x in cards.filter.tests if x is not done[0])
            deed = a.Cards(a.Exactly(a.ONE), a.make_filter(cards.filter.nouns, tests))
            test = a.DidTo((done[0].verb,), deed)
            every = a.Player(ALL_OF[who.kind])
            return a.PlayersAre(every, test, a.Comparison.AT_LEAST, 1)
        case _:
            return None


def _of_those(node: Any) -> Any:
    if node in THAT_ONE:
        return a.THAT_PLAYER
    return a.rebuild(node, _of_those)
