"""Who has more than the others, whose card is cheaper or is of a kind; those Heroes, the two
cheapest cards, the cheaper one."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, reads, refuse, rule, say, table, writes
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.cards import quantity
from rules_check.grammar.phrases.comparisons import compared_cards

COST: Final = a.DifferentKind.COST

# ------------------------------------------------------------------------------ players


@reads("who_tail", "_having how_many core")
def with_more(c: Parts) -> a.HavingMost:
    """ "the foe with more Equipment in hand": than the other."""
    said = w.first(c, "how_many")
    return a.HavingMost(compared_cards(c[-1], w.kinds(c)), "MORE" in w.kinds(said), alone=True)


@reads("who_tail", '"who" acted "the" EXTREME CARD')
def who_dearer(c: Parts) -> a.CostRank:
    """ "the foe who discards the cheaper card"."""
    word = str(w.first(c, "EXTREME"))
    refuse(not word.startswith(filters.COMPARATIVE))
    return a.CostRank(filters.is_highest(word), alone=True)


@reads("who_tail", '"who" acted "the" CARD "with" "the" (LOWER | GREATER) COST')
def who_with_lower(c: Parts) -> a.CostRank:
    """ "whoever reveals the card with the lower cost"."""
    refuse(w.first(c, "CARD") != "card")
    return a.CostRank(w.first(c, "GREATER") is not None, alone=True)


def _than_others(c: Parts) -> a.HavingMost:
    """ "with more Equipment than the others", "than the other foe"."""
    said = w.first(c, "how_many")
    core = w.first(c, "core")
    return a.HavingMost(compared_cards(core, w.kinds(c)), "MORE" in w.kinds(said), alone=True)


def _card_has(c: Parts) -> a.CardIs:
    """ "whose card had cost 0"."""
    test = read(c[-1])
    refuse(isinstance(test, a.Extreme | a.Alike | a.Different | a.TotalAtMost | a.TotalAtLeast))
    return a.CardIs(a.Filter((), (test,)))


def _card_is(c: Parts) -> a.CardIs:
    """ "whose card was a Hero"."""
    refuse(filters.added(c[-1]))
    found = filters.core(c[-1])
    refuse(found.together or found.places or found.among is not None)
    return a.CardIs(found.filter())


def _card_is_not(c: Parts) -> a.CardIs:
    """ "whose card was not a Hero"."""
    return a.CardIs(a.Filter((filters.not_noun(w.first(c, "noun")),)))


rule("_card", "PAST? CARD")
table(
    who_tail={
        '_having how_many core "than" (rest | OTHER_ONE)': _than_others,
        '"whose" _card HAVE attribute': _card_has,
        '"whose" _card (COST_VERB | COST | "\'s" COST ("is" | "was")) (cost_value | cost_is)': (
            _card_has
        ),
        '"whose" _card ("is" | "was") A core': _card_is,
        '"whose" _card ("is" | "was") "not" A noun CARD?': _card_is_not,
    },
)


@writes(a.CardIs)
def say_card_is(test: a.CardIs) -> str:
    """ "whose card has cost 0", "whose card is a Hero"."""
    match test.filter:
        case a.Filter((), (a.Attribute() | a.CostOneOf() | a.Parity() as one,)):
            return f"whose card has {say(one)}"
        case found:
            return f"whose card is {filters.a_or_an(filters.noun_phrase(found))}"


# -------------------------------------------------------------------------------- cards


def _the_two(c: Parts) -> a.Selection:
    """ "the two lowest-cost cards in the Line-Up"."""
    found = filters.core(c[-1])
    refuse(w.number(c[1]) < 2 or not any(isinstance(t, a.Extreme) for t in found.tests))
    return found.cards(a.Exactly(w.numeral(c)))


def _the_cheaper_one(c: Parts) -> a.Selection:
    """ "the cheaper one", "the higher-cost card": of the cards spoken of."""
    one = w.token(c[-1], "CARD")
    refuse(
        c[-1] != "card" or not c[1].startswith(filters.COMPARATIVE) if one else w.number(c[-1]) != 1
    )
    found = filters.among_them([])
    found.tests.append(a.Extreme(filters.is_highest(c[1])))
    return found.cards(a.Exactly(a.ONE))


def _the_cheaper_of(c: Parts) -> a.Selection:
    """ "the cheaper of them", "the cheapest of the three", "the cheaper of the discarded cards"."""
    them, many, done = (w.first(c, kind) for kind in ("THEM", "number", "PAST"))
    refuse(them is not None and them not in {"them", "those", "those cards", "these cards"})
    refuse(not str(w.first(c, "CARD") or "cards").endswith("s"))
    superlative = not str(c[1]).startswith(filters.COMPARATIVE)
    refuse(many is not None and (w.number(many) < 2 or (w.number(many) > 2) is not superlative))
    found = filters.Core() if done is not None else filters.among_them([])
    if done is not None:
        found.tests.append(a.ThisWay(w.verb(done)))
    found.tests.append(a.Extreme(filters.is_highest(c[1])))
    return found.cards(a.Exactly(a.ONE))


def _those_heroes(c: Parts, much: a.Quantity | None = None) -> a.Selection:
    """ "those Heroes": the Heroes among the cards spoken of."""
    found = filters.core(c[1])
    refuse(c[0] not in {"those", "these"} or not found.nouns)
    refuse(found.places or found.among is not None or filters.added(c[1]))
    found.among = a.THEM
    return found.cards(much or a.Every())


def _of_those_heroes(c: Parts) -> a.Selection:
    """ "one of those Heroes"."""
    much = quantity(c[0])
    refuse(much.another or w.kinds(c[0]) & {"A", "TARGET", "NO", "ANY", "TOTAL_OF"})
    return _those_heroes(c[1:], much.quantity)


def _shared(c: Parts) -> a.Test:
    """ "that share a name with a card in your discard pile"."""
    refuse("CARD_TYPE" in w.kinds(c) and read(c[-1]) == a.IT)  # that is `SharesType`
    return filters.same(c)


table(
    post={
        (
            '"that" SHARE A (NAME_WORD | COST) "with" one_selection',
            '"that" SHARE A CARD_TYPE "with" one_selection',
        ): _shared,
    },
)


def _nth_one(c: Parts) -> a.Ref:
    """ "the first", "the second card": of two cards that were chosen or shown."""
    kinds = {"first": a.RefKind.FIRST, "second": a.RefKind.SECOND}
    refuse(str(c[1]) not in kinds or w.first(c, "CARD") not in {None, "card"})
    return a.Ref(kinds[str(c[1])])


table(nth_one={"THE ORDINAL CARD?": _nth_one})


table(
    cards={
        "THEM core": _those_heroes,
        'quantity "of" THEM core': _of_those_heroes,
        "THE number core": _the_two,
        "THE EXTREME (number | CARD)": _the_cheaper_one,
        (
            'THE EXTREME "of" THEM',
            'THE EXTREME "of" THE number CARD?',
            'THE EXTREME "of" THE number? PAST CARD',
        ): _the_cheaper_of,
    },
)

# --------------------------------------------------------------------------- conditions


def _costs(c: Parts) -> a.Is:
    """ "their costs are equal", "both cost the same"."""
    kind: a.Test = a.Different(COST) if w.first(c, "DIFFERENT") else a.Alike(COST)
    refuse(w.token(c[0], "HE") and c[0] != "they")
    return a.Is(a.THEM, a.make_filter((), (kind,)))


table(
    one_condition={
        (
            'THEIR_COSTS "are" ("equal" | SAME | DIFFERENT)',
            "THEIR_COSTS MATCH",
            "(HE | them) COST SAME",
        ): _costs,
    }
)
