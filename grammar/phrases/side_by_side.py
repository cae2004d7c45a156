"""Two conditions in one sentence, neither of which depends on the other: "If you control a Hero,
draw a card, and if you control a Villain, +1 Power"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part
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
