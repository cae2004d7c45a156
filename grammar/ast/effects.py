"""What happens: effects composed of others, and the union of all effects."""

from __future__ import annotations

from typing import TypeAlias

from rules_check.grammar.ast.base import EffectNode, Question, node
from rules_check.grammar.ast.conditions import Condition, Event, Moment, Occasion, Until
from rules_check.grammar.ast.kinds import Window
from rules_check.grammar.ast.nouns import YOU, Amount, Player


@node
class Forbid(EffectNode):
    """The effect may not be done, in that stretch of time or at that moment."""

    effect: Effect
    when: Window | Moment | None = None


@node
class Seq(EffectNode):
    """One after the other."""

    effects: tuple[Effect, ...]


@node
class May(EffectNode):
    """A player may do it; what follows if they do, and if they do not."""

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None
    who: Player = YOU


@node
class Tried(EffectNode):
    """It must be done; what follows if it was, and if it could not be."""

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None


@node
class If(EffectNode):
    """Depending on a condition."""

    condition: Condition
    then: Effect
    otherwise: Effect | None = None


@node
class Unless(EffectNode):
    """It happens unless the player does the other thing."""

    effect: Effect
    unless: Effect


@node
class ChooseOne(EffectNode):
    """One (or `number`) of the options, as `who` chooses."""

    options: tuple[Effect, ...]
    who: Player = YOU
    number: int = 1


@node
class ForEach(EffectNode):
    """Once for each counted thing."""

    amount: Amount
    effect: Effect


@node
class RepeatUntil(EffectNode):
    """Again and again until the condition holds."""

    effect: Effect
    until: Condition


@node
class Within(EffectNode):
    """It may only be done in that stretch of time."""

    effect: Effect
    window: Window


@node
class Lasting(EffectNode):
    """It lasts until something ends it, and is then undone."""

    effect: Effect
    until: Until


@node
class While(EffectNode):
    """It holds as long as the condition does."""

    condition: Condition
    effect: Effect


@node
class Instead(EffectNode):
    """It replaces what would have happened."""

    effect: Effect


@node
class Delayed(EffectNode):
    """It happens later, at that moment or event."""

    when: Moment | Event
    effect: Effect


@node
class When(EffectNode):
    """Whenever the occasion comes (a trigger, a moment, once a turn), the effect."""

    occasion: Occasion
    effect: Effect


Effect: TypeAlias = "EffectNode | Question[Effect]"
