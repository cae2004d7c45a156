"""What happens: effects composed of others, and the union of all effects."""

from __future__ import annotations

from typing import TypeAlias

from rules_check.grammar.ast.actions import (
    AvoidAttack,
    CancelConfrontation,
    ChangeCost,
    Choose,
    ChooseParity,
    ChoosePlayer,
    ChooseValue,
    Control,
    Deal,
    DoublePower,
    EffectsRemain,
    Flip,
    GainText,
    GainVP,
    GoFirst,
    Grant,
    LoseVP,
    Move,
    NoFirstAppearance,
    ParityOf,
    PayPower,
    Play,
    PlayBefore,
    Power,
    ReduceScore,
    RefillLineUp,
    RefillTo,
    Replace,
    Search,
    Show,
    Shuffle,
    StartsGame,
    Stays,
    Swap,
    TotalCost,
    UseAnyNumber,
    UseOnce,
    WinGame,
    Worth,
)
from rules_check.grammar.ast.base import Node, Question, node
from rules_check.grammar.ast.conditions import Condition, Event, Moment, Occasion, Until
from rules_check.grammar.ast.kinds import Window
from rules_check.grammar.ast.nouns import YOU, Amount, Player


@node
class Forbid(Node):
    """The effect may not be done, in that stretch of time or at that moment."""

    effect: Effect
    when: Window | Moment | None = None


@node
class Seq(Node):
    """One after the other."""

    effects: tuple[Effect, ...]


@node
class May(Node):
    """A player may do it; what follows if they do, and if they do not."""

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None
    who: Player = YOU


@node
class Tried(Node):
    """It must be done; what follows if it was, and if it could not be."""

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None


@node
class If(Node):
    """Depending on a condition."""

    condition: Condition
    then: Effect
    otherwise: Effect | None = None


@node
class Unless(Node):
    """It happens unless the player does the other thing."""

    effect: Effect
    unless: Effect


@node
class ChooseOne(Node):
    """One (or `number`) of the options, as `who` chooses."""

    options: tuple[Effect, ...]
    who: Player = YOU
    number: int = 1


@node
class ForEach(Node):
    """Once for each counted thing."""

    amount: Amount
    effect: Effect


@node
class RepeatUntil(Node):
    """Again and again until the condition holds."""

    effect: Effect
    until: Condition


@node
class Within(Node):
    """It may only be done in that stretch of time."""

    effect: Effect
    window: Window


@node
class Lasting(Node):
    """It lasts until something ends it, and is then undone."""

    effect: Effect
    until: Until


@node
class While(Node):
    """It holds as long as the condition does."""

    condition: Condition
    effect: Effect


@node
class Instead(Node):
    """It replaces what would have happened."""

    effect: Effect


@node
class Delayed(Node):
    """It happens later, at that moment or event."""

    when: Moment | Event
    effect: Effect


@node
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
