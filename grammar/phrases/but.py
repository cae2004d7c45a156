"""What is said of a whole sentence behind a comma: "…, unless you control a Location"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Misfit, Parts, read, reads, refuse, rule
from rules_check.grammar.attach import doer
from rules_check.grammar.instead import instead, may_instead
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import denied
from rules_check.grammar.phrases.sentences import Builder
from rules_check.grammar.pointing import points_back

NOT_ONE_DEED: Final = (a.If, a.Lasting, a.While, a.When, a.Delayed, a.ChooseOne, a.Tried)

_ONE_PLAYER: Final = frozenset(
    {
        *(a.PlayerKind.YOU, a.PlayerKind.TEAMMATE, a.PlayerKind.THAT_FOE, a.PlayerKind.THAT_PLAYER),
        *(a.PlayerKind.CHOSEN_FOE, a.PlayerKind.CONFRONTED, a.PlayerKind.ATTACKER),
    }
)


def _if_so(effect: a.Effect, so: a.Condition) -> a.Effect:
    match effect:
        case a.Seq((first, *rest)) if _of_it(so) and not points_back(first):
            # "reveal the top card of your deck and draw it, unless it is a Villain"
            refuse(len(rest) != 1 or isinstance(rest[0], NOT_ONE_DEED))
            return a.Seq((first, a.If(so, rest[0])))
        case a.If(before, _, None):  # "If you control a Hero, draw a card, unless …"
            return a.replace(effect, condition=a.AllOf(before, so))
        case a.When():  # "at the end of your turn, draw a card, unless …": it is asked then
            return a.replace(effect, effect=_if_so(effect.effect, so))
        case _:
            # "+2 Power, or +4 Power, if …": is it said of both?
            refuse(isinstance(effect, a.If | a.Lasting | a.While | a.Delayed | a.ChooseOne))
            return a.If(so, effect)


def _of_it(so: a.Condition) -> bool:
    """Does a condition ask what a card is that was spoken of?"""
    match so:
        case a.Is(a.Ref(kind)) | a.Not(a.Is(a.Ref(kind))):
            return kind in {a.RefKind.IT, a.RefKind.THEM}
        case _:
            return False


@reads("but", 'chain "," IF condition')
def but_if(c: Parts, b: Builder) -> a.Effect:
    """ "draw a card, if you control a Location"."""
    return _if_so(b.effect(c[0]), read(c[-1]))


@reads("but", 'chain "," "unless" condition')
def but_unless(c: Parts, b: Builder) -> a.Effect:
    """ "draw a card, unless you control a Location"."""
    return _if_so(b.effect(c[0]), denied(read(c[-1])))


@reads("but", 'chain ","? "unless" condition "," IN_WHICH_CASE ","? chain')
def but_in_that_case(c: Parts, b: Builder) -> a.Effect:
    """ "draw it, unless it is a Starter, in which case destroy it"."""
    usual, so = b.effect(c[0]), read(w.trees(c)[1])
    # what somebody does just now is no condition but a way out: see `but_unless_they_in_that_case`
    refuse(any(isinstance(x, a.Acted) and x.tense is not a.Tense.PAST for x in a.walk(so)))
    other = b.effect(c[-1])
    refuse(isinstance(usual, NOT_ONE_DEED))
    if isinstance(usual, a.Seq | a.May):  # all of it, not the last thing only
        refuse(any(doer(one) != a.YOU for one in getattr(usual, "effects", (usual,))))
        return a.If(so, other, usual)
    return instead(usual, a.If(so, a.Instead(other)))


@reads("but", 'chain ","? "unless" who predicate "," IN_WHICH_CASE ","? chain')
def but_unless_they_in_that_case(c: Parts, b: Builder) -> a.Effect:
    """ "+4 Power, unless that foe reveals a Hero, in which case +2 Power": they may, and either
    the one happens or the other."""
    chain, said, deed, last = w.trees(c)
    refuse(len(w.trees(chain)) != 1)
    usual, who = b.effect(chain), read(said)
    refuse(isinstance(usual, (*NOT_ONE_DEED, a.May, a.Seq)) or who.kind not in _ONE_PLAYER)
    refuse(who == a.THAT_PLAYER and doer(usual) != a.YOU)  # each of them by themselves
    way_out = b.predicate(deed, who)
    refuse(not isinstance(way_out, a.Move | a.Show | a.PayPower))
    return a.May(way_out, b.effect(last), usual, who=who)


@reads("but", 'chain ","? "but" (who | any_of_them) _may chain')
def but_may(c: Parts, b: Builder) -> a.Effect:
    """ "each foe gains a Weakness, but they may discard a Location they control instead"."""
    refuse(len(w.trees(c[0])) != 1)
    usual = b.effect(c[0])
    said = w.trees(c)[1]
    who = a.Player(a.PlayerKind.EACH_OF_THEM) if w.is_tree(said, "any_of_them") else read(said)
    found = may_instead(usual, a.May(b.by(who, c[-1])[0], who=who))
    if found is None:
        raise Misfit
    return found


rule("any_of_them", 'ANY "of" THEM', "ANY FOE", "ANY PLAYER")
