"""What holds for a player's next turn: it is said at the start of that turn, for the turn."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar import compose
from rules_check.grammar.ast.phrase import Parts, only, read, reads, refuse, table
from rules_check.grammar.compose import open_clause
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.sentences import Builder

LASTING = (a.Forbid, a.ChangeCost, a.Grant, a.Control, a.GainText, a.Stays)
"""Effects that hold for a stretch of time."""


@reads(
    "next_turn",
    '("on" | "during" | "throughout") possessive NEXT_TURN',
    '("on" | "during" | "throughout") "the" NEXT_TURN "of" who_np',
)
def next_turn(c: Parts) -> a.Moment:
    """ "during your next turn", "during the next turn of the player on your left": from its
    start."""
    return a.Moment(a.Point.START, read(w.trees(c)[0]), next=True)


def _for_that_turn(effect: a.Effect) -> a.Effect:
    """What holds in that turn, said at its start: it holds "this turn"."""
    turn = a.Window.THIS_TURN
    match effect:
        case a.Seq(effects):
            return a.replace(effect, effects=tuple(map(_for_that_turn, effects)))
        case a.When(a.Trigger(window=None) as trigger):
            return a.replace(effect, occasion=a.replace(trigger, window=turn))
        case a.May() | a.If() | a.Tried() | a.When() | a.Delayed() | a.While() | a.Lasting():
            refuse(any(isinstance(x, (*LASTING, a.Trigger)) for x in a.walk(effect)))
            yours = isinstance(effect, a.May) and effect.who == a.YOU
            # "during your next turn, you may …": at a moment of it that you choose
            return a.When(a.Once(turn), effect) if yours else effect
        case _ if isinstance(effect, LASTING):
            name = "when" if isinstance(effect, a.Forbid) else "window"
            refuse(getattr(effect, name) is not None)
            return a.replace(effect, **{name: turn})
        case _:
            return effect


def _in_next_turn(start: a.Moment, effect: a.Effect) -> a.Effect:
    then = _for_that_turn(effect)
    return a.When(start, then if start.whose == a.YOU else _paid_then(then))


def _paid_then(node: Any) -> Any:
    """In another player's turn it is that player who pays."""
    if isinstance(node, a.CostOfCards) and node.payer == a.YOU:
        refuse(node.to_defeat or node.nth)
        return a.replace(node, payer=a.THAT_PLAYER)
    return a.rebuild(node, _paid_then)


def _each_time_then(c: Parts, b: Builder) -> a.Effect:
    """ "each time you play a Hero during your next turn, draw a card"."""
    often = a.Often.EACH if w.token(c[0], "EACH_TIME") else a.Often.WHEN
    event = read(c[1])
    refuse(open_clause(event))  # "a Hero you played during your next turn"
    return _in_next_turn(read(c[2]), a.When(a.Trigger(event, often), b.effect(c[-1])))


def _before(c: Parts, b: Builder) -> a.Effect:
    """ "the next time a foe plays an Attack before your next turn, draw a card"."""
    trigger = only(a.Trigger, read(c[0]))
    refuse(trigger.window is not None or open_clause(trigger.event))
    end = a.Until(a.Moment(a.Point.START, a.YOU, next=True))
    return compose.lasting(a.When(trigger, b.effect(c[-1])), end)


table(
    scoped={
        'trigger "before" YOUR NEXT_TURN "," chain': _before,
        '(WHEN | EACH_TIME) event next_turn "," chain': _each_time_then,
        'next_turn "," chain': lambda c, b: _in_next_turn(read(c[0]), b.effect(c[-1])),
    },
    suffix={
        "next_turn": lambda c, e, *_: _in_next_turn(read(c[0]), e),
    },
)
