"""Amounts that are worked out of other amounts, or of what cards and players have."""

from __future__ import annotations

from rules_check.grammar.ast.kinds import AttributeKind
from rules_check.grammar.ast.nouns import Amount, Cards, Player
from rules_check.grammar.ast.qualities import AmountNode


class Times(AmountNode):
    """A number for each counted thing."""

    number: int
    each: Amount


class Plus(AmountNode):
    """Two amounts added."""

    first: Amount
    second: Amount


class Half(AmountNode):
    """Half of an amount, rounded up or down (None: the text does not say which; it is up)."""

    of: Amount
    up: bool | None


class Minus(AmountNode):
    """One amount less another: it may fall below 0."""

    first: Amount
    second: Amount


class Difference(AmountNode):
    """By how much two amounts differ, whichever is the greater."""

    first: Amount
    second: Amount


class Bounded(AmountNode):
    """An amount that is never less than `least` nor more than `most`."""

    of: Amount
    least: int | None = None
    most: int | None = None


class Highest(AmountNode):
    """The highest (or lowest) number printed on such cards; 0 if there are none."""

    kind: AttributeKind
    cards: Cards
    highest: bool = True


class MostHeld(AmountNode):
    """The greatest (or smallest) number of such cards that one of the players has; "their" in
    the cards is whoever is looked at."""

    who: Player
    cards: Cards
    most: bool = True


class Unknown(AmountNode, abstract=True):
    """The letter X, before the sentence has said what it stands for."""


X = Unknown()
