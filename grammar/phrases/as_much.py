"""As many: "discards half as many", "as many cards as you discarded, plus one", "worth as many VP
as there are Heroes in your deck"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, reads, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.sums import rounding


def _part_as_many(c: Parts, who: a.Player) -> a.Move:
    """ "discards half as many, rounded down", "draw twice as many": as were spoken of."""
    verb = w.verb(c[0])
    refuse(verb not in {a.Verb.DRAW, a.Verb.DISCARD} or w.first(c, "CARD") not in {None, "cards"})
    twice = w.first(c, "TWICE") is not None
    many: a.Amount = a.Times(2, a.ThatMany()) if twice else a.Half(a.ThatMany(), rounding(c))
    return a.Move(verb, a.Cards(a.Exactly(many)), None, who)


def _worth_as_many(c: Parts, _who: a.Player) -> a.Worth:
    """ "worth as many VP as there are different names among Villains in your deck"."""
    return a.Worth(countable(c[-1]))


def _as_many_plus(c: Parts) -> a.Selection:
    """ "as many cards as you discarded, plus one"."""
    said, base, one = w.trees(c)
    value, many = read(base), w.numeral([one])
    more = "PLUS_WORD" in w.kinds(c)
    whole: a.Amount = a.Plus(value, many) if more else a.Minus(value, many)
    return filters.core(said).cards(a.Exactly(whole))


table(
    cards={
        'AS_MANY core "as" as_many_as ","? (PLUS_WORD | MINUS_WORD) number': _as_many_plus,
    },
    predicate={
        ('MOVE "half" AS_MANY CARD? _rounded?', "MOVE TWICE AS_MANY CARD?"): _part_as_many,
        '_this_is? "worth" AS_MANY VP "as" "there" "are" countable': _worth_as_many,
    },
)


@reads("who_np", '"the" FOE YOU "are" "not" "confronting"')
def not_confronted(_: Parts) -> a.Player:
    """ "the foe you are not Confronting"."""
    return a.Player(a.PlayerKind.EACH_FOE, a.Except(a.CONFRONTED))
