"""When and whether: conditions, events, occasions."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from rules_check.grammar.ast.base import Effect, Node
from rules_check.grammar.ast.kinds import AttributeKind, Comparison, ParityKind, Window, Zone
from rules_check.grammar.ast.nouns import (
    ANY_CARD,
    IN_PLAY,
    THAT_PLAYER,
    YOU,
    Amount,
    Cards,
    CountOf,
    Filter,
    Place,
    Player,
    PlayerTest,
    Selection,
)
from rules_check.grammar.ast.numbers import Number
from rules_check.grammar.ast.verbs import Verb

SAME_PLACE = Place(Zone.TABLE, name="there")
"""Where the sentence before looks for cards ("there"). No text keeps it: `grammar.again` makes
it out."""


class ConditionNode(Node, symbol="one_condition", abstract=True):
    """What can be so or not."""


class There(ConditionNode):
    """The count compares so with the amount ("there are two or more Heroes in …")."""

    count: CountOf
    comparison: Comparison
    value: Amount


class Has(ConditionNode):
    """A player has so many such cards ("a foe has a Weakness in their discard pile")."""

    who: Player
    there: There


class Is(ConditionNode):
    """The card or cards fit the filter ("it's a Hero", "its cost is 5 or greater")."""

    what: Selection
    filter: Filter


class AttackIs(ConditionNode):
    """The card whose Attack a Defense is used against fits the filter."""

    filter: Filter


class ShareType(ConditionNode, says=["they share a card type", "those cards share a card type"]):
    """The cards spoken of share a card type."""


class DifferInType(
    ConditionNode, says=["they have different card types", "those cards have different card types"]
):
    """The cards spoken of have different card types."""


class In(
    ConditionNode,
    says=[
        ("<what:pronoun> is in play", {"place": IN_PLAY}),
        "<what:pronoun> is in <place>",
        ("<what:pronoun> came from <place>", {"before": True}),
    ],
):
    """The card is in that place (`before`: it was there until something was done to it)."""

    what: Selection
    place: Place
    before: bool = False


class OwnsOrPlays(ConditionNode, says="you own or are playing <what>"):
    """You own the card or are playing it."""

    what: Selection


class CardsSoFar(
    ConditionNode, says=("this is the <nth:ordinal> <filter:head> you play this turn", {}, "")
):
    """This is the n-th such card you play this turn."""

    nth: int
    filter: Filter = ANY_CARD


class HasMore(ConditionNode):
    """A player has more (or fewer, or as many) such cards than others; "their" in the cards is
    whoever is counted for."""

    who: Player
    cards: Cards
    than: Player
    how: Comparison = Comparison.MORE
    times: int = 1


class Compare(ConditionNode):
    """One amount compares so with another ("the number of … is greater than …")."""

    first: Amount
    comparison: Comparison
    second: Amount


class IsParity(ConditionNode):
    """An amount is odd or even."""

    of: Amount
    kind: ParityKind


class HasPoints(ConditionNode):
    """A player has so much Power just now, or has gained so many VP."""

    who: Player
    kind: AttributeKind
    comparison: Comparison
    value: Number


class Cannot(ConditionNode):
    """It cannot be done just now by whom it names."""

    effect: Effect


class MatchesChoice(
    ConditionNode,
    says=[
        ("its cost matches {your choice}", {"who": YOU}),
        ("its cost matches their choice", {"who": THAT_PLAYER}),
    ],
):
    """The card spoken of fits what this player chose (odd or even)."""

    who: Player = YOU


class During(
    ConditionNode,
    says=[
        ("you are in a Confrontation", {"window": Window.CONFRONTATION}),
        ("in a Confrontation", {"window": Window.CONFRONTATION}),
        ("you are confronting a foe", {"window": Window.CONFRONTATION}),
    ],
):
    """The game is in that stretch of time ("during a Confrontation")."""

    window: Window


class PlayersDid(
    ConditionNode,
    says=[
        ("<at_least:spelled> or more <who:plural> <effect:base>", {}, ""),
        ("<at_least:spelled> or more <who:plural> do not <effect:base>", {"negated": True}, ""),
    ],
):
    """At least so many of the players did (or did not do) that."""

    who: Player
    at_least: int
    effect: Effect
    negated: bool = False


class PlayersAre(ConditionNode):
    """So many of the players (None: each of them) are such as the test says."""

    who: Player
    test: PlayerTest
    comparison: Comparison | None = None
    value: int = 0


class HighestCost(
    ConditionNode, says="one player <verb> a card with cost higher than each other player"
):
    """That one player's card has a higher cost than each other player's."""

    verb: Verb


class DefeatedInConfrontation(
    ConditionNode,
    says=[
        ("you ~succeed in a Confrontation {this turn}", {"window": Window.THIS_TURN}),
        ("you defeat a Character in a Confrontation {this turn}", {"window": Window.THIS_TURN}),
    ],
):
    """You defeat a Character in a Confrontation in that stretch of time."""

    window: Window


class AnnouncedConfrontation(
    ConditionNode,
    says=[
        "you [have] announced a =Confrontation this turn",
        "you [have] confronted a (foe|player) this turn",
        ("you have not announced a =Confrontation this turn", {"negated": True}),
        ("you have not confronted a (foe|player) this turn", {"negated": True}),
    ],
):
    """You announced a Confrontation this turn (`negated`: you did not)."""

    negated: bool = False


class Not(ConditionNode):
    """The condition does not hold."""

    condition: Condition


class AllOf(ConditionNode):
    """Both conditions hold."""

    first: Condition
    second: Condition


class AnyOf(ConditionNode):
    """One of the conditions holds."""

    first: Condition
    second: Condition


OfCards: TypeAlias = (
    There | Is | AttackIs | ShareType | DifferInType | In | CardsSoFar | MatchesChoice
)
OfPlayers: TypeAlias = (
    Has | OwnsOrPlays | HasMore | HasPoints | Cannot | PlayersDid | PlayersAre | HighestCost
)
OfNumbers: TypeAlias = Compare | IsParity
OfTime: TypeAlias = During | DefeatedInConfrontation | AnnouncedConfrontation
Condition: TypeAlias = OfCards | OfNumbers | OfPlayers | OfTime | Not | AllOf | AnyOf

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
    NEXT = "next"


class Moment(
    Node,
    symbol="moment",
    says=[
        ("at the <point> of each of your turns", {"each": True}),
        ("at the <point> of your turns", {"each": True}),
        "at {the} <point> of <whose:whose> turn",
        ("at {the} <point> of <whose:whose> next turn", {"next": True}),
        ("at end of turn", {"point": Point.END}),
        ("at the end of this turn", {"point": Point.END, "this": True}),
    ],
):
    """The start or the end of a player's turn (`this`: of the turn at hand, whoever's it is)."""

    point: Point
    whose: Player = YOU
    each: bool = False
    next: bool = False
    this: bool = False


class GameEnd(Node, symbol="occasion", says="at the end of the game"):
    """The end of the game, when points are counted."""


class Event(
    Node,
    symbol="event",
    says=[
        "<who> <verbs:do> <what>",
        ("<who> <verbs:do> <what> in any zone", {"anywhere": True}),
        ("<what> is <verbs:done>", {"who": None}),
        ("<what> is <verbs:done> in any zone", {"who": None, "anywhere": True}),
        ("<what> is <verbs:done> <to:goal>", {"who": None}),
        "<who> ~are <verbs:suffer>",
        ("<who:whose> Character is confronted", {"verbs": (Verb.CONFRONT,)}),
        ("<who> ~announce a =Confrontation", {"verbs": (Verb.ANNOUNCE,)}),
        ("<who> ~avoid an Attack", {"verbs": (Verb.AVOID,)}),
        ("a card tells you to <verbs:told> <what:quantified>", {"who": YOU, "told": True}),
        ("<who> would <verbs:would_do> <what>", {"would": True}, "would"),
        ("<what> would be <verbs:done>", {"who": None, "would": True}, "would"),
        ("an Attack (makes|forces) <who> [to] <verbs:would_do> <what>", {"attack": True}),
        (
            "an Attack would (make|force) <who> [to] <verbs:would_do> <what>",
            {"would": True, "attack": True},
            "would",
        ),
        ("<who> <verbs:do> <what> (because of|due to) an Attack", {"attack": True}),
        (
            "<who> would <verbs:would_do> <what> (because of|due to) an Attack",
            {"would": True, "attack": True},
            "would",
        ),
        ("an Attack makes <who> <verbs:would_do> <what>", {"attack": True}, "to_this"),
        ("<who> <verbs:do> <what:this>", {}, "to_this"),
        ("<what:this> is <verbs:done>", {"who": None}, "to_this"),
        ("<what:character> is <verbs:done>", {"who": None}, "to_this"),
        ("<who> ~are <verbs:suffer>", {}, "to_this"),
    ],
):
    """Somebody does one of the verbs to such cards (`who` None: it is done to them).

    `told`: because a card tells them to; `would`: it is about to happen;
    `anywhere`: from whatever zone; `attack`: because an Attack says so.
    """

    verbs: tuple[Verb, ...]
    who: Player | None
    what: Selection | None = None
    told: bool = False
    would: bool = False
    to: Place | None = None
    anywhere: bool = False
    attack: bool = False


class Trigger(
    Node,
    symbol="trigger",
    says=[
        "when <event> <window>",
        ("each time <event> <window>", {"often": Often.EACH}),
        ("<nth:nth_time> <event> <window>", {"often": Often.NTH}),
        ("<nth:nth_time> <window:window> [that] <event>", {"often": Often.NTH}, "occasion"),
        ("the next time <event> <window>", {"often": Often.NEXT}),
        ("the next time <window:window> <event>", {"often": Often.NEXT}, "occasion"),
        ("if <event:would> <window>", {}, "occasion"),
        ("if <event:to_this> <window>", {}, "occasion"),
    ],
):
    """An event, how often it counts, and in which stretch of time."""

    event: Event
    often: Often = Often.WHEN
    nth: int = 0
    window: Window | None = None


class Once(
    Node,
    symbol="occasion",
    says=["once <window:window>", ("exactly once <window:window>", {"must": True})],
):
    """Once in that stretch of time, at a moment the player chooses (`must`: it has to be done)."""

    window: Window
    must: bool = False


Occasion: TypeAlias = Moment | GameEnd | Trigger | Once


class Until(Node):
    """A stretch of time that ends with a moment or an event."""

    end: Moment | Event
