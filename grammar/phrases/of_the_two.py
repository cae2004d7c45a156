"""One of two or more cards, and how it compares with the others: "the revealed card is the costlier
of the two", "yours costs more than every other card revealed", "whose card costs the least"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w

COST = a.AttributeKind.COST


def _is_costlier(c: Parts) -> a.Is:
    """ "the revealed card is the costlier of the two", "it is the cheaper one": than the others."""
    word = str(w.first(c, "EXTREME"))
    many, them = w.first(c, "number"), w.first(c, "THEM")
    of_two = word.startswith(filters.COMPARATIVE)
    one = many is not None and not any(str(part) == "of" for part in c) and w.number(many) == 1
    refuse(many is not None and not one and (w.number(many) > 2) is of_two)
    refuse(them is not None and them not in {"them", "those", "those cards", "these cards"})
    refuse(not of_two)
    of = read(c[0]) if not w.token(c[0]) else a.IT
    refuse(w.token(c[0]) and not str(c[0]).startswith("it"))
    refuse(of == a.THEM or isinstance(of, a.Both | a.OneOf | a.Whole))
    refuse(isinstance(of, a.Cards) and (of.quantity != a.Exactly(a.ONE) or bool(of.places)))
    highest = filters.is_highest(word)
    others = a.Cards(a.Every(), a.Filter((), (a.Other(),)), among=a.THEM)
    how = a.Comparison.MORE if highest else a.Comparison.LESS
    test = a.Attribute(COST, how, a.Highest(COST, others, highest))
    return a.Is(of, a.Filter((), (test,)))


def _yours(c: Parts) -> a.PlayersAre:
    """ "yours costs more than every other card revealed", "yours has the highest cost": it may be
    as high as others only where it is the highest."""
    refuse(w.first(c, "CARD") not in {None, "card", "cards"})
    words = w.kinds(c)
    if "MORE_THAN" in words or "FEWER_THAN" in words:
        refuse(not words & {"EACH", "ALL", "ANY", "REST"})
        return a.PlayersAre(a.YOU, a.CostRank("MORE_THAN" in words, alone=True))
    said: Part = w.first(c, "extreme")
    return a.PlayersAre(a.YOU, a.CostRank("HIGHEST" in w.kinds(said)))


def _costs_most(c: Parts) -> a.CostRank:
    """ "the foe whose card costs the least"."""
    return a.CostRank("MOST" in w.kinds(c))


_MINE = "(YOURS | YOUR CARD)"
_THAN = "(MORE_THAN | FEWER_THAN)"
table(
    one_condition={
        (
            'selection ("is" | "was") THE EXTREME "of" (THEM | THE number CARD?)',
            'IT_IS THE EXTREME "of" (THEM | THE number CARD?)',
            "IT_IS THE EXTREME number",
        ): _is_costlier,
        (
            f"{_MINE} COST_VERB {_THAN} (EACH | ALL | ANY) OTHER CARD PAST? THIS_WAY?",
            f"{_MINE} COST_VERB {_THAN} REST",
            f'{_MINE} HAVE extreme COST ("among" | "of")? THEM?',
        ): _yours,
    },
    who_tail={'"whose" PAST? CARD (COST_VERB | COST) THE (MOST | FEWEST)': _costs_most},
)


def _the_two(c: Parts) -> a.Condition:
    """ "the two also share a type", "the two cost the same": the cards spoken of."""
    refuse(w.number(w.first(c, "number")) != 2)
    if "COST" in w.kinds(c):
        return a.Is(a.THEM, a.Filter((), (a.Alike(a.DifferentKind.COST),)))
    return a.ShareType()


_TWO = '"the" number'
table(
    one_condition={
        (
            f'{_TWO} "also"? SHARE A CARD_TYPE',
            f'{_TWO} CARD "also" SHARE A CARD_TYPE',
            f'{_TWO} "also"? HAVE (SAME_TYPE | SAME COST)',
            f'{_TWO} "also"? COST SAME',
        ): _the_two,
    },
)


def _among_those(c: Parts) -> filters.Core:
    """ "for each Villain among the three you drew", "among the cards you drew"."""
    many, word, did = w.first(c, "number"), w.first(c, "CARD"), w.first(c, *w.ACTED)
    refuse(many is None and word is None)
    refuse(word not in {None, "cards"} or (many is not None and w.number(many) < 2))
    who = only(a.Player, read(next(x for x in w.trees(c) if x is not many and x is not did)))
    verbs, tense = w.acted(did)
    refuse(len(verbs) != 1 or tense is not a.Tense.PAST)
    refuse(who.kind not in {a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER, a.PlayerKind.THAT_FOE})
    return filters.Core(tests=[a.ThisWay(verbs[0], None, None if who == a.YOU else who)])


table(post={'"among" THE number CARD? who_np acted': _among_those})
