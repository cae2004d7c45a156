"""What a test of players says of an Attack on them: can everybody see beforehand who passes it,
does it name those at whom it is aimed, and does it speak only of those who were attacked?"""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a

K = a.PlayerKind
HIDDEN: Final = frozenset({a.Zone.HAND, a.Zone.DECK})


def told_beforehand(test: a.PlayerTest | None) -> bool:
    """Whether everybody can see who passes a test, before anything is done."""
    match test:
        case a.Having(cards) | a.HavingMore(cards) | a.HavingMost(cards):
            hidden = any(where.zone in HIDDEN for where in cards.places)
            open_ = not hidden or cards.filter == a.ANY_CARD
            return open_ and not any(map(a.bound_to, a.walk(test)))
        case a.CostRank(character=character):
            return character
        case a.LevelIs() | a.Except(a.Player(K.CONFRONTED, None)):
            return True
        case _:
            return False


def names_them(test: a.PlayerTest | None) -> bool:
    """Whether a test leaves out who was named before, so that the Attack is aimed at the others.
    What it looks for (a Hero in their discard pile) says only who is affected: an Attack is aimed
    at all foes, unless one is chosen, and whoever has no such card may use a Defense as well.
    """
    return isinstance(test, a.Except) and test == a.Except(a.Player(K.CONFRONTED, None))


def of_those_hit(test: a.PlayerTest | None) -> bool:
    """Whether a test speaks only of players who were attacked."""
    match test:
        case a.DidTo(negated=negated):
            return not negated
        case a.DidSo() | a.CouldNot() | a.HitByAttack() | a.AvoidedAttack():
            return True
        case _:
            return False
