"""What holds for a player's next turn: it is said at the start of that turn, for the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.syntax.drafts import (
    Act,
    Clause,
    Draft,
    Nominal,
    NounPhrase,
    Prep,
    Sentence,
    want,
)
from rules_check.grammar.syntax.nouns import player

LASTING: Final = (a.Forbid, a.ChangeCost, a.Grant, a.Control, a.GainText, a.Stays)
"""Effects that hold for a stretch of time."""


def next_turn(x: Draft, *words: str) -> a.Moment | None:
    """ "during your next turn", "on the next turn of the player on your left": its start; None if
    it is no next turn."""
    if not isinstance(x, Prep) or x.word not in words or not isinstance(x.x, NounPhrase):
        return None
    inner = x.x.x
    if not isinstance(inner, Nominal) or inner.adjectives != ("next",) or inner.head != "turn":
        return None
    turn = Nominal("time", "turn", adjectives=("next",))
    owner: Draft | None = x.x.owner
    said = NounPhrase("'s", turn, owner=x.x.owner)
    if owner is None and len(inner.details) == 1 and isinstance(inner.details[0], Prep):
        of = inner.details[0]
        owner = of.x
        said = NounPhrase("the", replace(turn, details=(Prep("of", "", of.x),)))
    want(owner is not None and x.x == said and not x.adverb)
    return a.Moment(a.Point.START, player(owner), next=True)


DURING: Final = ("during", "on", "throughout")


def split(x: Clause, *words: str) -> tuple[a.Moment, Clause] | None:
    """ "(when) you play a Hero on your next turn": the turn, and the clause without it."""
    says = x.x
    if not isinstance(says, Sentence) or not isinstance(says.says, Act):
        return None
    act = says.says
    for one in (*says.adjuncts, *act.adjuncts):
        start = next_turn(one, *words)
        if start is not None:
            act = replace(act, adjuncts=tuple(rest for rest in act.adjuncts if rest is not one))
            outer = tuple(rest for rest in says.adjuncts if rest is not one)
            return start, replace(x, x=replace(says, says=act, adjuncts=outer))
    return None


def in_next_turn(start: a.Moment, effect: a.Effect) -> a.Effect:
    """What holds in that turn, or is done in it."""
    then = _for_that_turn(effect)
    return a.When(start, then if start.whose == a.YOU else _paid_then(then))


def _for_that_turn(effect: a.Effect) -> a.Effect:
    """What holds in that turn, said at its start: it holds "this turn"."""
    turn = a.Window.THIS_TURN
    match effect:
        case a.Seq(effects):
            return a.replace(effect, effects=tuple(map(_for_that_turn, effects)))
        case a.When(a.Trigger(window=None) as trigger):
            return a.replace(effect, occasion=a.replace(trigger, window=turn))
        case a.May() | a.If() | a.Tried() | a.When() | a.Delayed() | a.While() | a.Lasting():
            want(not any(isinstance(x, (*LASTING, a.Trigger)) for x in a.walk(effect)))
            yours = isinstance(effect, a.May) and effect.who == a.YOU
            # "during your next turn, you may …": at a moment of it that you choose
            return a.When(a.Once(turn), effect) if yours else effect
        case _ if isinstance(effect, LASTING):
            name = "when" if isinstance(effect, a.Forbid) else "window"
            want(getattr(effect, name) is None)
            return a.replace(effect, **{name: turn})
        case _:
            return effect


def _paid_then(node: Any) -> Any:
    """In another player's turn it is that player who pays."""
    if isinstance(node, a.CostOfCards) and node.payer == a.YOU:
        want(not (node.to_defeat or node.nth))
        return a.replace(node, payer=a.THAT_PLAYER)
    return a.rebuild(node, _paid_then)
