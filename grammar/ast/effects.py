"""What happens: conditions, events and effects."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from grammar.ast.base import Node, Question
from grammar.ast.nouns import (
    YOU,
    Amount,
    Cards,
    CardType,
    CharacterOf,
    Comparison,
    CountOf,
    DifferentKind,
    Filter,
    Keyword,
    ParityKind,
    Place,
    Player,
    Ref,
    Selection,
    Title,
    Verb,
    Window,
)

# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class There(Node):
    """The count compares so with the amount ("there are two or more Heroes in …")."""

    count: CountOf
    comparison: Comparison
    value: Amount


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

    `told`: because a card tells them to; `would`: it is about to happen.
    """

    verbs: tuple[Verb, ...]
    who: Player | None
    what: Selection | None = None
    told: bool = False
    would: bool = False
    to: Place | None = None


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

# ------------------------------------------------------------ plain effects


@dataclass(frozen=True, slots=True)
class Power(Node):
    """Get Power for this turn."""

    amount: Amount
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class PayPower(Node):
    """Spend Power."""

    amount: Amount
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class DoublePower(Node):
    """Double the Power you have this turn."""


@dataclass(frozen=True, slots=True)
class GainVP(Node):
    """Get Victory Points at once."""

    amount: Amount
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class LoseVP(Node):
    """Give up Victory Points."""

    amount: Amount
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class Move(Node):
    """Cards change their place: draw, discard, destroy, gain, put, return, pass …

    `to` None: where the verb puts cards by default (for "return": where they came from).
    `any_order`: the mover chooses their order.
    """

    verb: Verb
    what: Selection
    to: Place | None = None
    who: Player = YOU
    any_order: bool = False


@dataclass(frozen=True, slots=True)
class Show(Node):
    """Reveal cards to all, or look at them."""

    verb: Verb
    what: Selection
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """Choose cards for later sentences to speak of."""

    what: Selection
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class ChoosePlayer(Node):
    """Choose a player for later sentences to speak of."""

    player: Player
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class ChooseParity(Node):
    """Choose odd or even."""


@dataclass(frozen=True, slots=True)
class ChooseValue(Node):
    """Choose a card type, a cost or a card name."""

    kind: DifferentKind
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class Search(Node):
    """Look through a pile for cards."""

    where: Place
    what: Cards
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class RefillLineUp(Node):
    """Fill the Line-Up from the main deck now."""


@dataclass(frozen=True, slots=True)
class Play(Node):
    """Play cards (again). `window`: when that may be done, if not at once."""

    what: Selection
    again: bool = False
    who: Player = YOU
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """Shuffle cards or a pile."""

    what: Selection
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class Swap(Node):
    """Two selections change places."""

    first: Selection
    second: Selection
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class Deal(Node):
    """Give out that many of the cards just shuffled to each of the players, unseen."""

    number: int
    to: Player


@dataclass(frozen=True, slots=True)
class TotalCost(Node):
    """Add up the costs of cards and say the total."""

    what: Selection
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class CharacterCost(Node):
    """The cost of a Character: of any one (`owner` None) or of that player's."""

    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class CostOfCards(Node):
    """What cards cost you, to buy them or to defeat them."""

    cards: Filter
    to_defeat: bool = False


CostOf: TypeAlias = CharacterCost | CostOfCards


@dataclass(frozen=True, slots=True)
class ChangeCost(Node):
    """A cost goes up (`more`) or down."""

    of: CostOf
    amount: Amount
    more: bool = True
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class CancelConfrontation(Node):
    """Call the Confrontation off; cards may be bought as usual."""

    now: bool = False


@dataclass(frozen=True, slots=True)
class Replace(Node):
    """Fill the emptied Line-Up slots of these cards from the main deck."""

    what: Ref


@dataclass(frozen=True, slots=True)
class Flip(Node):
    """Turn a Character face down."""

    what: CharacterOf
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class Control(Node):
    """Control cards that another player has in play."""

    what: Selection
    who: Player = YOU
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class GainText(Node):
    """A card has the text of another."""

    what: Selection
    source: Selection
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Grant(Node):
    """Cards are also of a type, or have a keyword."""

    what: Selection
    quality: CardType | Title | Keyword
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class AvoidAttack(Node):
    """An Attack does not work against that player."""

    who: Player = YOU


@dataclass(frozen=True, slots=True)
class WinGame(Node):
    """You win the game."""

    who: Player = YOU


@dataclass(frozen=True, slots=True)
class Stays(Node):
    """A card stays where it is instead of leaving ("leave it in front of you …")."""

    what: Selection
    place: Place
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Forbid(Node):
    """The effect may not be done, in that stretch of time or at that moment."""

    effect: Effect
    when: Window | Moment | None = None


@dataclass(frozen=True, slots=True)
class RefillTo(Node):
    """The Line-Up is only filled up to so many cards."""

    number: int


@dataclass(frozen=True, slots=True)
class PlayBefore(Node):
    """The card has to be played before such cards, and before the turn ends."""

    what: Selection
    before: Cards
    end_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class GoFirst(Node):
    """You take the first turn of the game."""


@dataclass(frozen=True, slots=True)
class UseOnce(Node):
    """The ability before may be used only once in that stretch of time."""

    window: Window


@dataclass(frozen=True, slots=True)
class UseAnyNumber(Node):
    """The ability before may be used as often as you like."""

    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Worth(Node):
    """This card is worth that many VP."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class ReduceScore(Node):
    """Such cards reduce your score at the end of the game."""

    cards: Filter


@dataclass(frozen=True, slots=True)
class StartsGame(Node):
    """This card is there when the game starts."""

    place: Place


@dataclass(frozen=True, slots=True)
class ParityOf(Node):
    """A number is odd or even (reminder)."""

    number: int
    kind: ParityKind


@dataclass(frozen=True, slots=True)
class EffectsRemain(Node):
    """What the first play gave is kept (reminder)."""


@dataclass(frozen=True, slots=True)
class NoFirstAppearance(Node):
    """The First Appearance Attack does not happen (reminder)."""


# ---------------------------------------------------------- composed effects


@dataclass(frozen=True, slots=True)
class Seq(Node):
    """One after the other."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class May(Node):
    """A player may do it; what follows if they do, and if they do not."""

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class Tried(Node):
    """It must be done; what follows if it was, and if it could not be."""

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None


@dataclass(frozen=True, slots=True)
class If(Node):
    """Depending on a condition."""

    condition: Condition
    then: Effect
    otherwise: Effect | None = None


@dataclass(frozen=True, slots=True)
class Unless(Node):
    """It happens unless the player does the other thing."""

    effect: Effect
    unless: Effect


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    """One of the options, as `who` chooses."""

    options: tuple[Effect, ...]
    who: Player = YOU


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """Once for each counted thing."""

    amount: Amount
    effect: Effect


@dataclass(frozen=True, slots=True)
class RepeatUntil(Node):
    """Again and again until the condition holds."""

    effect: Effect
    until: Condition


@dataclass(frozen=True, slots=True)
class Within(Node):
    """It may only be done in that stretch of time."""

    effect: Effect
    window: Window


@dataclass(frozen=True, slots=True)
class Lasting(Node):
    """It lasts until something ends it, and is then undone."""

    effect: Effect
    until: Until


@dataclass(frozen=True, slots=True)
class While(Node):
    """It holds as long as the condition does."""

    condition: Condition
    effect: Effect


@dataclass(frozen=True, slots=True)
class Instead(Node):
    """It replaces what would have happened."""

    effect: Effect


@dataclass(frozen=True, slots=True)
class Delayed(Node):
    """It happens later, at that moment or event."""

    when: Moment | Event
    effect: Effect


@dataclass(frozen=True, slots=True)
class When(Node):
    """Whenever the occasion comes (a trigger, a moment, once a turn), the effect."""

    occasion: Occasion
    effect: Effect


Effect: TypeAlias = (
    "Power | PayPower | DoublePower | GainVP | LoseVP | Move | Show | Choose | ChoosePlayer"
    " | ChooseParity | ChooseValue | Search | RefillLineUp"
    " | Play | Shuffle | Swap | Deal | TotalCost | ChangeCost | CancelConfrontation | Replace"
    " | Flip | Control"
    " | GainText | Grant | AvoidAttack | WinGame | Stays | Forbid | RefillTo | PlayBefore"
    " | GoFirst | UseOnce | UseAnyNumber | Worth | ReduceScore | StartsGame | ParityOf"
    " | EffectsRemain"
    " | NoFirstAppearance | Seq | May | Tried | If | Unless | ChooseOne | ForEach | RepeatUntil"
    " | Within | Lasting | While | Instead | Delayed | When | Question[Effect]"
)
