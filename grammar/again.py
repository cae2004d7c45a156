"""Sentences that speak of the sentence before as a whole: "does the same", "repeat this until".

They are made out while sentences are put together, so that no text keeps one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.grammar import ast as a


class NothingBefore(Exception):
    """There is nothing before it that could be done again; carries the words."""


def whole(effect: a.Effect) -> bool:
    """Does it speak of the sentence before as a whole?"""
    return any(isinstance(part, a.RepeatThis | a.DoSame) for part in a.walk(effect))


def made_out(effect: a.Effect, before: Sequence[a.Effect]) -> list[a.Effect]:
    """The sentences before (or the clauses), and one more, in which nothing is left to make out."""
    match effect:
        case a.RepeatThis(until):
            if not before:
                raise NothingBefore("Repeat this")
            return [*before[:-1], a.RepeatUntil(before[-1], until, at_least_once=True)]
        case _ if any(isinstance(part, a.DoSame) for part in a.walk(effect)):
            if not before:
                raise NothingBefore("does the same")
            return [*before, _with(effect, before[-1])]
        case _:
            return [*before, effect]


def _with(effect: Any, model: a.Effect) -> Any:
    """An effect with what "the same" means in it."""
    match effect:
        case a.DoSame(who):
            return done_by(model, who)
        case a.May(a.DoSame(), _, _, who) if isinstance(model, a.May):
            return done_by(model, who)
        case a.May() | a.If():
            return a.rebuild(effect, lambda part: _with(part, model))
        case a.EffectNode() if whole(effect):
            raise NothingBefore("does the same")
        case _:
            return effect


def done_by(effect: a.Effect, who: a.Player) -> a.Effect:
    """The same effect, done by somebody else, to what is theirs."""
    match effect:
        case a.Seq(effects):
            return a.Seq(tuple(done_by(one, who) for one in effects))
        case a.Tried(inner, then, otherwise):
            return a.Tried(done_by(inner, who), _done_by(then, who), _done_by(otherwise, who))
        case a.May(inner, then, otherwise):
            return a.May(done_by(inner, who), _done_by(then, who), _done_by(otherwise, who), who)
        case _ if isinstance(effect, DONE):
            doer = effect.who
            theirs = a.THAT_PLAYER if who != a.YOU else a.YOU
            same: a.Effect = a.replace(_of(effect, doer, theirs), who=who)
            return same
        case _:
            raise NothingBefore("does the same")


def _done_by(effect: a.Effect | None, who: a.Player) -> a.Effect | None:
    return None if effect is None else done_by(effect, who)


DONE = (
    *(a.Move, a.Show, a.Choose, a.Play, a.Shuffle, a.Power, a.PayPower, a.GainVP, a.LoseVP),
    *(a.ChooseValue, a.Search),
)
"""What somebody else can do in the same way."""


def _of(node: Any, doer: a.Player, theirs: a.Player) -> Any:
    """A node in which what was of the one who did it is of another."""
    if isinstance(node, a.Player):
        return theirs if node in {doer, a.THAT_PLAYER} else node
    return a.rebuild(node, lambda part: _of(part, doer, theirs))


def are_two(effect: a.Effect) -> bool:
    """Whether it is two things: one thing done to two selections, or two of them."""
    match effect:
        case a.Seq((one, two)):
            return not isinstance(one, _CHOICES) and not isinstance(two, _CHOICES)
        case a.Move() | a.Show() | a.Play() | a.Choose():
            return isinstance(effect.what, a.Both)
        case _:
            return False


_CHOICES = (a.May, a.If, a.Tried, a.When, a.While)


def needs_cards(effect: a.Effect) -> bool:
    """Whether it is about so many cards of a kind that may not be there."""
    last = effect.effects[-1] if isinstance(effect, a.Seq) else effect
    match last:
        case a.When() | a.While():
            return needs_cards(last.effect)
        case a.If(_, then, None):
            return needs_cards(then)
        case a.Move(what=a.Cards(quantity)) | a.Play(what=a.Cards(quantity)):
            return isinstance(quantity, a.Exactly | a.AtLeast | a.Every)
        case _:
            return False
