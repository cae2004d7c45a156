"""Does a sentence speak of what another has said, so that it belongs to it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import doer
from rules_check.grammar.named import NAMING
from rules_check.grammar.subjects import DOING, SEATED, of_that_player

POINTING: Final = frozenset(a.RefKind) - {a.RefKind.THIS}
POINTERS: Final = (
    *(a.ThisWay, a.DidSo, a.DidNot, a.CouldNot, a.DidTo, a.PlayersDid, a.CardIs),
    *(a.HitByAttack, a.AvoidedAttack),
    *(a.ThatMany, a.Chosen, a.MatchesChoice, a.ShareType, a.DifferInType, a.HighestCost),
    *(a.Picked, a.Unavoidable),
)
"""Nodes that speak of what was said or done before."""


UNNAMED: Final = frozenset(
    {
        *(a.PlayerKind.EACH_OF_THEM, a.PlayerKind.OTHER_FOE, a.PlayerKind.REMAINING),
        *(a.PlayerKind.OTHER_TWO, a.PlayerKind.OTHER_THREE),
    }
)
"""Players who are known by whom another sentence has named."""


def anaphoric(node: a.Node) -> bool:
    """Does it speak of something that another sentence said ("it", "this way", "they")?

    What the sentence itself has named before does not count.
    """
    if of_that_player(node) and not any(map(_names, a.walk(node))):
        return True
    own = {id(part) for part in _of_its_own(node)}
    cards = False
    for part in a.walk(node):
        match part:
            case a.Ref(kind) if kind in POINTING and not cards:
                return True
            case a.Cards(among=a.Ref()) if not cards:
                return True
            case a.Cards() | a.Whole():
                cards = True
            case _ if isinstance(part, POINTERS) and id(part) not in own:
                return True
            case a.CostRank(zone=None, character=False):
                return True
            case a.Player(kind) if kind in UNNAMED:
                return True
            case _:
                pass
    return False


def _names(part: a.Node) -> bool:
    """Whether a part of a sentence says of whom its "they" and "their" speak."""
    if isinstance(part, a.Player):
        return part.kind in NAMING or (part.kind is a.PlayerKind.THE_PLAYER and bool(part.test))
    return isinstance(part, DOING) and part.who.kind in SEATED


def _of_its_own(node: a.Node) -> Iterator[a.Node]:
    """What a sentence says of its own beginning ("discard any number of cards and draw that many",
    "steal 1 VP")."""
    for row in a.walk(node):
        if isinstance(row, a.Seq):
            for at, effect in enumerate(row.effects):
                verbs = {getattr(x, "verb", None) for one in row.effects[:at] for x in a.walk(one)}
                for part in a.walk(effect) if at else ():
                    if isinstance(part, a.ThatMany) or (
                        isinstance(part, a.ThisWay) and part.verb in verbs
                    ):
                        yield part


def points_back(effect: a.Effect) -> bool:
    """Does an effect begin with cards that were named before ("destroy it")?"""
    what = getattr(effect, "what", None)
    return isinstance(what, a.Ref) and what.kind in POINTING


def speaks_of_target(node: a.Node) -> bool:
    """Does it speak of the foe whom another sentence chose, or against whom it works?

    Power that you get for what a foe does not do is not surely lost if the foe avoids an Attack.
    """
    foes = (a.PlayerKind.THAT_FOE, a.PlayerKind.CHOSEN_FOE)
    if isinstance(node, a.If) and doer(node.then) == a.YOU and isinstance(node.then, a.Power):
        return False
    kinds = (part.kind for part in a.walk(node) if isinstance(part, a.Player))
    first = next((kind for kind in kinds if kind in NAMING), None)
    return first in foes
