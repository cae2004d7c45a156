"""What you and your teammate each do: each to what is their own."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.both_of_you import own
from rules_check.grammar.subjects import by, subject

K = a.PlayerKind


def by_each(effect: a.Effect, who: a.Player) -> a.Effect:
    """The same effect, done by each of these players; what you and your teammate each do is done
    to what is of each of them ("you and your teammate each discard a card from your hand")."""
    done = by(effect, who)
    if who.kind is not K.YOU_AND_TEAMMATE or subject(effect) != who:
        return done
    theirs: a.Effect = own(done)
    return theirs


def beside_you(mine: a.Effect, theirs: a.Effect, who: a.Player) -> bool:
    """Whether these players do what you have just done, each to what is their own.
    What you do a second time is no matter of theirs."""
    if theirs == mine:
        return False
    return by(theirs, who, a.YOU) == mine or by(theirs, who) == own(by(mine, a.YOU))
