"""When and whether: conditions, events, occasions."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from rules_check.grammar.ast.base import Node, node
from rules_check.grammar.ast.kinds import AttributeKind, Comparison, Window, Zone
from rules_check.grammar.ast.nouns import (
    ANY_CARD,
    YOU,
    Amount,
    Cards,
    CountOf,
    Filter,
    Number,
    Place,
    Player,
    Selection,
)
from rules_check.grammar.ast.phrase import phrase
from rules_check.grammar.ast.verbs import Verb

if TYPE_CHECKING:
    from rules_check.grammar.ast.effects import Effect


@node
class There(Node):
    """The count compares so with the amount ("there are two or more Heroes in …")."""

    count: CountOf
    comparison: Comparison
    value: Amount


@node
class Has(Node):
    """A player has so many such cards ("a foe has a Weakness in their discard pile")."""

    who: Player
    there: There


@node
class Is(Node):
    """The card or cards fit the filter ("it's a Hero", "its cost is 5 or greater")."""

    what: Selection
    filter: Filter


@phrase("they share a card type", symbol="one_condition")
@node
class ShareType(Node):
    """The cards spoken of share a card type."""


@phrase("they have different card types", symbol="one_condition")
@node
class DifferInType(Node):
    """The cards spoken of have different card types."""


@phrase(
    ("<what> is in play", {"place": Place(Zone.PLAY)}),
    "<what> is in <place>",
    symbol="one_condition",
)
@node
class In(Node):
    """The card is in that place."""

    what: Selection
    place: Place


@phrase("you own or are playing <what>", symbol="one_condition")
@node
class OwnsOrPlays(Node):
    """You own the card or are playing it."""

    what: Selection


@node
class CardsSoFar(Node):
    """This is the n-th such card you play this turn."""

    nth: int
    filter: Filter = ANY_CARD


@node
class HasMore(Node):
    """A player has more (or fewer) such cards than others; "their" in the cards is whoever
    is counted for."""

    who: Player
    cards: Cards
    than: Player
    more: bool = True


@node
class HasPoints(Node):
    """A player has so much Power just now, or has gained so many VP."""

    who: Player
    kind: AttributeKind
    comparison: Comparison
    value: Number


@node
class Cannot(Node):
    """It cannot be done just now by whom it names."""

    effect: Effect


@phrase("its cost matches your choice", symbol="one_condition")
@node
class MatchesChoice(Node):
    """The card spoken of fits what was chosen (odd or even)."""


@node
class During(Node):
    """The game is in that stretch of time ("during a Confrontation")."""

    window: Window


@node
class PlayersDid(Node):
    """At least so many of the players did (or did not do) that."""

    who: Player
    at_least: int
    effect: Effect
    negated: bool = False


@node
class HighestCost(Node):
    """That one player's card has a higher cost than each other player's."""

    verb: Verb


@node
class DefeatedInConfrontation(Node):
    """You defeat a Character in a Confrontation in that stretch of time."""

    window: Window


@node
class Not(Node):
    """The condition does not hold."""

    condition: Condition


@node
class AllOf(Node):
    """Both conditions hold."""

    first: Condition
    second: Condition


@node
class AnyOf(Node):
    """One of the conditions holds."""

    first: Condition
    second: Condition


Condition: TypeAlias = (
    There
    | Has
    | Is
    | ShareType
    | DifferInType
    | In
    | OwnsOrPlays
    | CardsSoFar
    | HasMore
    | HasPoints
    | Cannot
    | MatchesChoice
    | During
    | PlayersDid
    | HighestCost
    | DefeatedInConfrontation
    | Not
    | AllOf
    | AnyOf
)

# -------------------------------------------------------------------- events


class Point(StrEnum):
    """The beginning or the end of something."""

    START = "start"
    END = "end"


class Often(StrEnum):
    """How often a trigger answers its event."""

    WHEN = "when"
    EACH = "each time"
    NTH = "nth"


@node
class Moment(Node):
    """The start or the end of a player's turn."""

    point: Point
    whose: Player = YOU
    each: bool = False
    next: bool = False


@node
class GameEnd(Node):
    """The end of the game, when points are counted."""


@node
class Event(Node):
    """Somebody does one of the verbs to such cards (`who` None: it is done to them).

    `told`: because a card tells them to; `would`: it is about to happen;
    `anywhere`: from whatever zone.
    """

    verbs: tuple[Verb, ...]
    who: Player | None
    what: Selection | None = None
    told: bool = False
    would: bool = False
    to: Place | None = None
    anywhere: bool = False


@node
class Trigger(Node):
    """An event, how often it counts, and in which stretch of time."""

    event: Event
    often: Often = Often.WHEN
    nth: int = 0
    window: Window | None = None


@node
class Once(Node):
    """Once in that stretch of time, at a moment the player chooses."""

    window: Window


Occasion: TypeAlias = Moment | GameEnd | Trigger | Once


@node
class Until(Node):
    """A stretch of time that ends with a moment or an event."""

    end: Moment | Event


Span: TypeAlias = Window | Until
