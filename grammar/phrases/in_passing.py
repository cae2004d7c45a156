"""What is said by the way and is so anyway, or is another word for what is known: "along with it",
"the card you found", "revealed so", "a card of its type", "another +1 Power"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, only, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.sentences import Builder


def _along_with_it(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "when you buy this card, gain a Kick along with it": at the same occasion, as it is."""
    refuse(closed or b.waits_for is None or not isinstance(effect, a.Move | a.Power))
    refuse(w.first(c, "IT") not in {None, "it"})
    return effect


def _found(c: Parts) -> a.Ref:
    """ "the card you found": the one that was searched for."""
    many = w.first(c, "number")
    refuse(w.first(c, "CARD") not in {None, "card"} or (many is not None and w.number(many) != 1))
    return a.IT


def _all_found(c: Parts) -> a.Ref:
    """ "the cards you found"."""
    refuse(w.first(c, "CARD") != "cards")
    return a.THEM


def _latter(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "discard a card and gain a Kick, putting the latter into your hand"."""
    refuse(closed or not isinstance(effect, a.Move) or effect.to is not None)
    refuse(w.first(c, "FORMER") != "the latter")
    refuse("GERUND" in w.kinds(c) and w.verb(w.first(c, "GERUND")) is not a.Verb.PUT)
    what = only(a.Move, effect).what
    then = a.Move(a.Verb.PUT, w.pronoun(what), None, attach.doer(effect))
    return attach.sequence([effect, destinations_of(then, c[-1].children)])


def _another_power(c: Parts, who: a.Player) -> a.Effect:
    """ "+1 Power, and another +1 Power for each Hero you control"."""
    return w.effect(c[-1], who)


table(
    suffix={
        ('","? "along" "with" (it | this)', '"in" ADDITIONAL "to" (it | this)'): _along_with_it,
        (
            '"," GERUND FORMER destinations',
            '"," "placing" FORMER destinations',
        ): _latter,
    },
    it={'THE (CARD | number) YOU "found"': _found},
    them={'THE CARD YOU "found"': _all_found},
    post={
        '"so" PAST': lambda c: a.ThisWay(w.verb(c[-1])),
        '"of" ITS CARD_TYPE': lambda _: a.SharesType(),
        '"of" ITS COST': lambda c: filters.same([c[-1]]),
    },
    predicate={"ANOTHER power": _another_power},
)
