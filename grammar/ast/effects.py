"""What happens: effects composed of others."""

from __future__ import annotations

from rules_check.grammar.ast.base import Effect, EffectNode
from rules_check.grammar.ast.conditions import Condition, Event, Moment, Occasion, Until
from rules_check.grammar.ast.kinds import Window
from rules_check.grammar.ast.nouns import YOU, Amount, Player


class Forbid(EffectNode):
    """The effect may not be done, in that stretch of time or at that moment.

    `others`: it may be done to these cards, and not to others ("you may buy only Heroes").
    `anew`: they are counted from now on ("you cannot play two or more additional cards").
    """

    effect: Effect
    when: Window | Moment | None = None
    others: bool = False
    anew: bool = False


class Seq(EffectNode):
    """One after the other."""

    effects: tuple[Effect, ...]


class May(EffectNode):
    """A player may do it; what follows if they do, and if they do not."""

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None
    who: Player = YOU


class Tried(EffectNode):
    """It must be done; what follows if it was, and if it could not be."""

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None


class If(EffectNode):
    """Depending on a condition."""

    condition: Condition
    then: Effect
    otherwise: Effect | None = None


class Unless(EffectNode):
    """It happens unless the player does the other thing."""

    effect: Effect
    unless: Effect


class ChooseOne(EffectNode):
    """One (or `number`) of the options, as `who` chooses."""

    options: tuple[Effect, ...]
    who: Player = YOU
    number: int = 1


class ForEach(EffectNode):
    """Once for each counted thing."""

    amount: Amount
    effect: Effect


class RepeatUntil(EffectNode):
    """Again and again until the condition holds (`at_least_once`: which is asked afterwards)."""

    effect: Effect
    until: Condition
    at_least_once: bool = False


class RepeatThis(EffectNode, abstract=True):
    """What the sentence before says, again and again ("Repeat this until …"; `until` None: as long
    as the condition holds under which it is said).

    No text keeps it: `grammar.again` makes it out.
    """

    until: Condition | None = None


class ElseDo(EffectNode, abstract=True):
    """What happens otherwise, said in the sentence of the condition ("…, and discards it
    otherwise"). No text keeps it: the sentence makes it out."""

    effect: Effect


class DoSame(EffectNode, abstract=True):
    """What the sentence before says, done by somebody else ("Your teammate does the same").

    No text keeps it: `grammar.again` makes it out.
    """

    who: Player = YOU


class DoBoth(EffectNode, abstract=True):
    """Both of the two things from which the sentence before has you choose ("If …, do both
    instead"). No text keeps it: `grammar.instead` makes it out."""


class Within(EffectNode):
    """It may only be done in that stretch of time."""

    effect: Effect
    window: Window


class Lasting(EffectNode):
    """It lasts until something ends it, and is then undone."""

    effect: Effect
    until: Until


class While(EffectNode):
    """It holds as long as the condition does."""

    condition: Condition
    effect: Effect


class Instead(EffectNode):
    """It replaces what would have happened."""

    effect: Effect


class Delayed(EffectNode):
    """It happens later, at that moment or event."""

    when: Moment | Event
    effect: Effect


class When(EffectNode):
    """Whenever the occasion comes (a trigger, a moment, once a turn), the effect."""

    occasion: Occasion
    effect: Effect


class Each(EffectNode, abstract=True):
    """Each of the players does it, one after the other; in it "that player" is who does.

    Not a phrase of its own: `grammar.binding` makes it of sentences that speak of several players
    or of somebody else than "you".
    """

    who: Player
    effect: Effect
