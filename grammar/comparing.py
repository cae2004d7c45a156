"""Sentences that compare what several players did, or several cards: they are asked once."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a


def compares_all(effect: a.Effect) -> bool:
    """Whether it depends on what one player did compared with all others, or on how many did."""
    if not isinstance(effect, a.If):
        return False
    return any(
        isinstance(x, a.HighestCost) or (isinstance(x, a.PlayersAre) and _of_all(x))
        for x in a.walk(effect.condition)
    )


def _of_all(asked: a.PlayersAre) -> bool:
    """Whether it is asked of all of them, or of one compared with the others."""
    return asked.who.kind is a.PlayerKind.EACH_OF_THEM or isinstance(asked.test, a.CostRank)


def compares_cards(effect: a.Effect) -> bool:
    """Whether it depends on what several cards spoken of have in common."""
    if not isinstance(effect, a.If):
        return False
    match effect.condition:
        case a.Is(a.Ref(a.RefKind.THEM), a.Filter((), (a.Alike() | a.OneType() | a.Different(),))):
            return True
        case a.ShareType() | a.DifferInType():
            return True
        case _:
            return False


def beside_itself(value: Any) -> Any:
    """What a card is compared with, where "other" cards are others than this card."""
    if isinstance(value, a.Other):
        return a.tied(value, bound=(a.CANDIDATE,))
    return a.rebuild(value, beside_itself)


def of_the_largest(count: a.CountOf) -> a.Amount:
    """ "The number of cards in the hand of the foe with the most cards": tied players have as many
    of these cards each, and they are counted once."""
    match count:
        case a.CountOf(
            a.Cards(places=(a.Place(owner=a.Player(kind, a.HavingMost(cards, most))) as place,))
        ) if count.timing is not a.Timing.LIVE and a.CountOf(count.cards) == a.replace(
            count, timing=None, itself=None
        ):
            theirs = a.replace(count.cards, places=(a.replace(place, owner=a.THAT_PLAYER),))
            everyone = a.PlayerKind.EACH_PLAYER if kind is a.PlayerKind.THE_PLAYER else kind
            return a.MostHeld(a.Player(everyone), cards, most) if theirs == cards else count
        case _:
            return count
