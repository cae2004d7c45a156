"""Numbers told by what another place or player has: "the difference between the number of cards in
your hand and the number in theirs", "half as many cards as you have in hand"; "of that cost"; and
the last card of a hand."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.sums import rounding


def _theirs(c: Parts) -> a.Difference:
    """ "the number of cards in your hand and the number in theirs": in the same zone."""
    found = count_of(filters.core(w.first(c, "core")))
    refuse(w.first(c, "CARD") not in {None, "cards"})
    refuse(len(found.cards.places) != 1)
    (place,) = found.cards.places
    mine = w.first(c, "YOURS") is not None
    refuse(place.owner != (a.THAT_PLAYER if mine else a.YOU) or place.edge is not None)
    other = a.replace(place, owner=a.YOU if mine else a.THAT_PLAYER)
    return a.Difference(found, a.replace(found, cards=a.replace(found.cards, places=(other,))))


def _half_as_many(c: Parts) -> a.Selection:
    """ "half as many cards as you have in hand, rounded up"."""
    said, base = w.trees(c)
    half = a.Half(read(base), rounding(c))
    return filters.core(said).cards(a.Exactly(half))


def _held(c: Parts) -> a.CountOf:
    """ "as many cards as you have in hand"."""
    who = read(c[0])
    refuse(who not in {a.YOU, a.THAT_PLAYER})
    return a.CountOf(a.Cards(a.Every(), places=(a.Place(a.Zone.HAND, who),)))


def _controlled(c: Parts) -> a.CountOf:
    """ "as many cards as you control Locations"."""
    who = read(c[0])
    refuse(who not in {a.YOU, a.THAT_PLAYER} or filters.added(c[-1]))
    found = filters.core(c[-1])
    refuse(found.places or found.among is not None or found.definite or not found.nouns)
    found.tests.append(a.Controlled(who))
    return count_of(found)


def _of_that_cost(c: Parts) -> a.Chosen:
    """ "a card of that cost"."""
    refuse(str(c[-1]) != "that cost")
    return a.Chosen(a.DifferentKind.COST)


def _last_card(c: Parts) -> a.There:
    """ "this was the last card in your hand": no other card is left there."""
    refuse(str(w.first(c, "CARD")) != "card")
    hand = a.Place(a.Zone.HAND, a.YOU)
    return a.There(a.CountOf(a.Cards(a.Every(), places=(hand,))), a.Comparison.EQUAL, a.Number(0))


_LAST = '(THE | YOUR) "last" CARD (IN_HAND | "in" YOUR HAND)'
table(
    amount_plain={
        (
            '_difference NUMBER_OF core "and" THE NUMBER_WORD "in" (THEIRS | YOURS)',
            '_difference NUMBER_OF core "and" NUMBER_OF CARD "in" (THEIRS | YOURS)',
        ): _theirs,
    },
    as_many_as={"who_np HAVE IN_HAND": _held, "who_np CONTROL core": _controlled},
    cards={'"half" AS_MANY core "as" as_many_as _rounded?': _half_as_many},
    post={
        '"of" CHOSEN_COST': _of_that_cost,
        '"of" "equal" COST': lambda c: filters.same([c[-1]]),
    },
    one_condition={f'THIS_CARD ("is" | "was") {_LAST}': _last_card},
)
