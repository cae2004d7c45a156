"""Two conditions in one sentence, neither of which depends on the other: "If you control a Hero,
draw a card, and if you control a Villain, +1 Power"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Misfit, Part
from rules_check.grammar.attach import sequence
from rules_check.grammar.phrases import words as w
from rules_check.grammar.pointing import anaphoric

_AGAIN = frozenset({a.Often.WHEN, a.Often.EACH})
_THAT_ONE = frozenset({a.PlayerKind.THAT_FOE, a.PlayerKind.THAT_PLAYER, a.PlayerKind.CHOSEN_FOE})


def beside(found: a.Effect, chain: Part) -> a.Effect:
    """Something that depends on a condition, as its chain of clauses says it: what stands in
    brackets at its end depends on it as well."""
    match found:
        case a.When(a.Once(window, False), a.When(a.Trigger(event, often, _, None), effect)) if (
            often in _AGAIN and not isinstance(effect, a.May)
        ):  # "Once during each of your turns, when you play a Hero, …": the first time
            return a.When(a.Trigger(event, a.Often.NTH, 1, window), effect)
        case _:
            pass
    return found if w.is_tree(w.trees(chain)[-1], "clause") else apart(found)


def apart(found: a.Effect) -> a.Effect:
    """Both of them, one after the other; what was found, if the second one speaks of what the first
    one does ("draw a card, and if it is a Villain, discard it")."""
    match found:
        case a.If(asked, a.Seq((*first, a.If(other) as last)), None):
            if _points_back(other) and not _of_same_card(asked, first, other):
                return found
            return sequence([a.replace(found, then=sequence(list(first))), last])
        case a.When(
            a.Trigger(often=often, window=window) as trigger,
            a.Seq((*first, a.When(a.Trigger() as other) as last)),
        ) if {often, other.often} <= _AGAIN:
            if _points_back(other.event) or other.event.what in {a.IT, a.THEM, trigger.event.what}:
                return found
            later = a.replace(other, window=other.window or window)
            return sequence(
                [a.replace(found, effect=sequence(list(first))), a.replace(last, occasion=later)]
            )
        case _:
            return found


def _points_back(node: a.Node) -> bool:
    those = (x.kind for x in a.walk(node) if isinstance(x, a.Player))
    return anaphoric(node) or not _THAT_ONE.isdisjoint(those)


def _of_same_card(asked: a.Condition, first: list[a.Effect], other: a.Condition) -> bool:
    """ "If it is a Hero, draw it, and if it is a Villain, discard it": one and the same card."""
    of_it = all(isinstance(x, a.Is) and x.what == a.IT for x in (asked, other))
    return of_it and all(getattr(x, "what", None) == a.IT for x in first)


def asked_then(said: Part, found: a.If) -> a.Effect:
    """ "If you do not buy a card this turn, draw a card at the end of your turn": whether that is
    so is known at the end of the turn, and asked then."""
    match found:
        case a.If(a.There() as so, a.Delayed() | a.When() as later, None) if isinstance(
            _when(later), a.Moment
        ) and _not_done_this_turn(said, so):
            if _ends_turn(later):
                end, then = at_end(later)
                return a.When(end, a.If(so, then))
            return a.When(a.Moment(a.Point.END), found)  # "… at the start of your next turn"
        case _:
            return found


def _when(later: a.Delayed | a.When) -> a.Node:
    return later.when if isinstance(later, a.Delayed) else later.occasion


def _ends_turn(later: a.Delayed | a.When) -> bool:
    when = _when(later)
    return isinstance(when, a.Moment) and when.point is a.Point.END and not when.next


def at_end(effect: a.Effect) -> tuple[a.Moment, a.Effect]:
    """What is done at the end of this turn, and when that is; refused, if it is another time."""
    match effect:
        case a.Delayed(a.Moment(a.Point.END, next=False) as end, then) | a.When(
            a.Moment(a.Point.END, next=False) as end, then
        ):
            return end, then
        case _:
            raise Misfit


def _not_done_this_turn(said: Part, so: a.There) -> bool:
    """Is it said of this turn that something is not done, in the present tense?"""
    words = [str(x) for x in said.scan_values(lambda leaf: w.token(leaf, *_NOT))]
    now = any(not {"did", "didn't", "failed"} & set(word.split()) for word in words)
    done = [x for x in a.walk(so) if isinstance(x, a.Acted)]
    return now and any(x.window is a.Window.THIS_TURN for x in done)


_NOT = ("DO_NOT", "DID_NOT", "IF_YOU_CHOOSE_NOT_TO", "IF_THEY_CHOOSE_NOT_TO")
