"""What players pay for cards, in other words: "you pay 1 less for each Hero you buy this turn",
"foes pay 1 more for Heroes"; and a Character's cost that is raised by an amount."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w


def _bought(found: filters.Core, who: a.Player) -> a.Window | None:
    """Take "they buy this turn" out of the cards: of which stretch of time is it said?"""
    buyer = a.YOU if who == a.YOU else a.THAT_PLAYER
    for test in found.tests:
        if isinstance(test, a.Acted) and test.verbs == (a.Verb.BUY,) and test.who == buyer:
            refuse(test.tense is not a.Tense.PRESENT)
            found.tests.remove(test)
            return test.window
    refuse(True)
    return None


def _pay_for(c: Parts, who: a.Player) -> a.Effect:
    """ "each foe pays 1 more for each Hero they buy": the cost of these cards, for them."""
    said = w.first(c, "core")
    refuse(filters.added(said))
    found = filters.core(said)
    within = w.span(c)
    # "you pay 1 less for Heroes": see `costs`
    refuse(who == a.YOU and "FOR_EACH" not in w.kinds(c))
    if "FOR_EACH" in w.kinds(c):
        when = _bought(found, who)
        refuse(when is not None and within is not None)
        within = when or within
    refuse(any(isinstance(test, a.Acted) for test in found.tests))
    refuse(found.among or found.beyond or found.definite or a.Other() in found.tests)
    refuse(any(place.zone is not a.Zone.LINE_UP for place in found.places))
    found.together = False
    of = a.CostOfCards(found.filter(), in_line_up=bool(found.places))
    if who != a.YOU:
        of = a.replace(of, payer=who)
    return a.ChangeCost(of, w.numeral(c), "MORE" in w.kinds(c), within)


def _raised_by(c: Parts, _who: a.Player) -> a.Effect:
    """ "increase a Character's cost this turn by the number of cards in your hand"."""
    of = next(part for part in w.trees(c) if part.data.startswith("character"))
    many: a.Amount = read(w.trees(c)[-1] if not w.is_tree(c[-1], "span") else w.trees(c)[-2])
    # "by 2 this turn": see `costs`
    refuse(isinstance(many, a.Number) and not w.is_tree(c[2], "span"))
    return a.ChangeCost(read(of), many, w.token(c[0], "INCREASE"), w.span(c))


def _worth_more(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card is worth 4 extra VP"."""
    return a.Worth(w.numeral(c), additional=True)


table(
    predicate={
        (
            "PAY number (LESS | MORE) FOR_EACH core span?",
            'PAY number (LESS | MORE) "for" core span?',
        ): _pay_for,
        (
            '(REDUCE | INCREASE) character_cost span "by" amount_plain',
            '(REDUCE | INCREASE) character_cost "by" amount_plain span?',
        ): _raised_by,
        '_this_is? "worth" number (ADDITIONAL | MORE) VP': _worth_more,
    },
)
