"""As much and as many: "costs at least as much as that card", "at most 2 more than it", "discards
half as many", "worth as many VP as there are Heroes in your deck"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, reads, refuse, table
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.sums import rounding

COST: Final = a.AttributeKind.COST
How = a.Comparison
_HOW: Final = {"AT_LEAST": How.AT_LEAST, "AT_MOST": How.AT_MOST, "EXACTLY": How.EQUAL}


def _as_much(c: Parts) -> a.Attribute:
    """ "at least as much as that Equipment", "as much as the destroyed card"."""
    said = w.first(c, *_HOW)
    how = How.EQUAL if said is None else _HOW[said.type]
    return a.Attribute(COST, how, a.AttributeOf(COST, read(c[-1])))


def _within(c: Parts) -> a.Attribute:
    """ "at most 2 more than it", "at least 1 less than the discarded card"."""
    words, base, step = w.kinds(c), a.AttributeOf(COST, read(c[-1])), w.numeral(c)
    more = "MORE_THAN" in words
    value: a.Amount = a.Plus(base, step) if more else a.Minus(base, step)
    # "at most 2 less": not less than that
    least = ("AT_LEAST" in words) is more
    return a.Attribute(COST, How.AT_LEAST if least else How.AT_MOST, value)


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


def _half_of(c: Parts) -> a.Selection:
    """ "half the cards in their hand, rounded up"."""
    tree = w.trees(c)[0]
    if w.is_tree(tree, "core"):
        found = filters.core(tree).every()
    else:
        found = a.Cards(a.Every(), places=players.all_places(tree))
    half = a.Half(a.CountOf(found), rounding(c))
    return a.replace(found, quantity=a.Exactly(half))


def _as_many_plus(c: Parts) -> a.Selection:
    """ "as many cards as you discarded, plus one"."""
    said, base, one = w.trees(c)
    value, many = read(base), w.numeral([one])
    more = "PLUS_WORD" in w.kinds(c)
    whole: a.Amount = a.Plus(value, many) if more else a.Minus(value, many)
    return filters.core(said).cards(a.Exactly(whole))


_OF: Final = "(it | this | past_card)"
table(
    cost_is={
        f'(AT_LEAST | AT_MOST | EXACTLY)? "as" "much" "as" {_OF}': _as_much,
        f"(AT_LEAST | AT_MOST) number (MORE_THAN | FEWER_THAN) {_OF}": _within,
    },
    cards={
        'AS_MANY core "as" as_many_as ","? (PLUS_WORD | MINUS_WORD) number': _as_many_plus,
        ('"half" "of"? core _rounded?', '"half" "of"? owned_zone _rounded?'): _half_of,
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
