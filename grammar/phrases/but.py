"""What is said of a whole sentence behind a comma: "…, unless you control a Location"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, reads, refuse
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import denied
from rules_check.grammar.phrases.sentences import Builder, unless


def _if_so(effect: a.Effect, so: a.Condition) -> a.Effect:
    match effect:
        case a.If(before, _, None):  # "If you control a Hero, draw a card, unless …"
            return a.replace(effect, condition=a.AllOf(before, so))
        case a.When():  # "at the end of your turn, draw a card, unless …": it is asked then
            return a.replace(effect, effect=_if_so(effect.effect, so))
        case _:
            # "+2 Power, or +4 Power, if …": is it said of both?
            refuse(isinstance(effect, a.If | a.Lasting | a.While | a.Delayed | a.ChooseOne))
            return a.If(so, effect)


@reads("but", 'chain "," IF condition')
def but_if(c: Parts, b: Builder) -> a.Effect:
    """ "draw a card, if you control a Location"."""
    return _if_so(b.effect(c[0]), read(c[-1]))


@reads("but", 'chain "," "unless" condition')
def but_unless(c: Parts, b: Builder) -> a.Effect:
    """ "draw a card, unless you control a Location"."""
    return _if_so(b.effect(c[0]), denied(read(c[-1])))


@reads("but", 'chain "," "unless" who predicate')
def but_unless_they(c: Parts, b: Builder) -> a.Effect:
    """ "each foe discards two cards, unless they reveal a Hero"."""
    refuse(len(w.trees(c[0])) != 1)
    effect = b.effect(c[0])
    return unless(effect, b.predicate(c[-1], read(w.trees(c)[1])))
