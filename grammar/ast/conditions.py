"""When and whether: conditions, events, occasions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from grammar.ast.base import Node
from grammar.ast.kinds import Comparison, Verb, Window
from grammar.ast.nouns import YOU, Amount, CountOf, Filter, Place, Player, Selection

if TYPE_CHECKING:
    from grammar.ast.effects import Effect


@dataclass(frozen=True, slots=True)
class There(Node):
    """The count compares so with the amount ("there are two or more Heroes in …")."""

    count: CountOf
    comparison: Comparison
    value: Amount


@dataclass(frozen=True, slots=True)
class Has(Node):
    """A player has so many such cards ("a foe has a Weakness in their discard pile")."""

    who: Player
    there: There


@dataclass(frozen=True, slots=True)
class Is(Node):
    """The card or cards fit the filter ("it's a Hero", "its cost is 5 or greater")."""

    what: Selection
    filter: Filter


@dataclass(frozen=True, slots=True)
class ShareType(Node):
    """The cards spoken of share a card type."""


@dataclass(frozen=True, slots=True)
class DifferInType(Node):
    """The cards spoken of have different card types."""


@dataclass(frozen=True, slots=True)
class In(Node):
    """The card is in that place."""

    what: Selection
    place: Place


@dataclass(frozen=True, slots=True)
class OwnsOrPlays(Node):
    """You own the card or are playing it."""

    what: Selection


@dataclass(frozen=True, slots=True)
class CardsSoFar(Node):
    """This is the n-th card you play this turn."""

    nth: int


@dataclass(frozen=True, slots=True)
class MatchesChoice(Node):
    """The card spoken of fits what was chosen (odd or even)."""


@dataclass(frozen=True, slots=True)
class During(Node):
    """The game is in that stretch of time ("during a Confrontation")."""

    window: Window


@dataclass(frozen=True, slots=True)
class PlayersDid(Node):
    """At least so many of the players did (or did not do) that."""

    who: Player
    at_least: int
    effect: Effect
    negated: bool = False


@dataclass(frozen=True, slots=True)
class HighestCost(Node):
    """That one player's card has a higher cost than each other player's."""

    verb: Verb


@dataclass(frozen=True, slots=True)
class DefeatedInConfrontation(Node):
    """You defeat a Character in a Confrontation in that stretch of time."""

    window: Window


@dataclass(frozen=True, slots=True)
class Not(Node):
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """Both conditions hold."""

    first: Condition
    second: Condition


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Moment(Node):
    """The start or the end of a player's turn."""

    point: Point
    whose: Player = YOU
    each: bool = False
    next: bool = False


@dataclass(frozen=True, slots=True)
class GameEnd(Node):
    """The end of the game, when points are counted."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    """An event, how often it counts, and in which stretch of time."""

    event: Event
    often: Often = Often.WHEN
    nth: int = 0
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Once(Node):
    """Once in that stretch of time, at a moment the player chooses."""

    window: Window


Occasion: TypeAlias = Moment | GameEnd | Trigger | Once


@dataclass(frozen=True, slots=True)
class Until(Node):
    """A stretch of time that ends with a moment or an event."""

    end: Moment | Event


Span: TypeAlias = Window | Until
