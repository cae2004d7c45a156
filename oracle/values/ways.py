"""The ways in which a statement of a card can go, for whoever wants to know which it went."""

from __future__ import annotations

from enum import StrEnum


class Way(StrEnum):
    """What came of a form when it was carried out."""

    RUN = "run"
    """It was carried out."""
    HOLDS = "holds"
    """A condition held."""
    FAILS = "fails"
    """A condition did not hold."""
    TAKEN = "taken"
    """An offer was taken."""
    DECLINED = "declined"
    """An offer was declined, or none was chosen although there was one."""
    IMPOSSIBLE = "impossible"
    """An offer could not be taken."""
    NOTHING = "nothing"
    """There was nothing to choose, to move or to count, or nobody to do it."""
    SHORT = "short"
    """There was less than it asks for."""
    HIT = "hit"
    """An Attack hit somebody."""
    AVOIDED = "avoided"
    """Somebody avoided an Attack."""
    TIED = "tied"
    """Several had the most, or the least."""
    FORBIDDEN = "forbidden"
    """Something was not allowed because of it."""
    UNMET = "unmet"
    """It waits for something else than what happens."""
    AGAIN = "again"
    """It would come, or could be used, once more in a turn, and its limit is reached."""
    UNUSABLE = "unusable"
    """An ability could not be used: its price could not be paid."""
    VAIN = "vain"
    """A Block was used, and the Power was enough all the same."""
    FULL = "full"
    """As many were chosen as it allows."""
