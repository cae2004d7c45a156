"""What is said of cards after their noun: what they cost beside others, and what they are not."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, read, reads, refuse, rule, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.core import Core
from rules_check.grammar.phrases.filters import not_noun
from rules_check.grammar.phrases.players import places


def _but_not(c: Parts) -> Core:
    """ "that costs less than 3 but is not a Starter"."""
    refuse(w.first(c, "CHOSEN_COST") not in {None, "that cost"})
    return Core((not_noun(w.first(c, "noun")),), [read(w.trees(c)[0])])


def _neither(c: Parts) -> Core:
    """ "that are neither Heroes nor Starters"."""
    refuse(w.first(c, "NONE") not in {None, "neither"})
    return Core(tuple(not_noun(part) for part in c if w.is_tree(part, "noun")))


def _exceeds(c: Parts) -> a.Attribute:
    """ "whose cost exceeds that of the destroyed card by 2"."""
    base = a.AttributeOf(a.AttributeKind.COST, read(w.trees(c)[0]))
    more = a.Plus(base, w.numeral(c))
    return a.Attribute(a.AttributeKind.COST, a.Comparison.EQUAL, more)


def _that_cost(c: Parts) -> a.Test:
    """ "cards that cost 3 or more"."""
    refuse(c[0] != "that cost")
    test: a.Test = read(c[-1])
    return test


def _that_cost_is(c: Parts) -> a.Is:
    """ "+Power equal to its cost. If that cost is 0, draw a card": of the same card."""
    refuse(w.first(c, "CHOSEN_COST") != "that cost")
    return a.Is(a.IT, a.Filter((), (read(c[-1]),)))


def _cost_same(c: Parts) -> a.Same:
    """ "that costs the same as another card there": with which others a card is compared."""
    refuse(w.first(c, "CHOSEN_COST") not in {None, "that cost"})
    cards = only(a.Cards, read(c[-1]))
    refuse(not (cards.places or cards.among) or cards.quantity != a.Exactly(a.ONE))
    return a.Same(a.DifferentKind.COST, cards)


@reads("post", 'PAST "by" who_np')
def chosen_by(c: Parts) -> Core:
    """ "a card chosen by the player on their left" (see `Builder.predicate`)."""
    refuse(str(c[0]) != "chosen")
    return Core()


@reads("post", '"that"? YOU (CHOOSE | PREFER)')
def you_choose(_: Parts) -> Core:
    """ "the one you choose", "a card you choose": of your choice (see `Builder.predicate`)."""
    return Core()


def _cost_range(c: Parts) -> a.CostOneOf:
    """ "cost between 3 and 5"."""
    first, last = (w.number(part) for part in w.trees(c))
    refuse(first >= last)
    return a.CostOneOf(tuple(range(first, last + 1)))


@reads("post", 'OTHER "than" A? noun')
def other_than(c: Parts) -> Core:
    """ "other than a Villain": not one of these."""
    return Core((not_noun(c[-1]),))


def _anywhere(c: Parts) -> Core:
    """ "from anywhere in your deck": not from its top."""
    where, joined = places(c[-1])
    refuse(any(place.edge is not None for place in where))
    return Core(places=where, join=joined)


rule("_a_noun", "A? noun")
_THAT_OF = '("that" "of")? (it | past_card) ("\'s" COST)?'
table(
    post={
        "CHOSEN_COST (cost_value | cost_is)": _that_cost,
        '"from" "anywhere" "in" places': lambda c: _anywhere(c),
        f'"whose" COST "exceeds" {_THAT_OF} "by" EXACTLY? number': _exceeds,
        ('"that" COST_VERB SAME "as" cards', 'CHOSEN_COST SAME "as" cards'): _cost_same,
        (
            '"that" ("is" | "are") NONE _a_noun ("," _a_noun)* ","? ("nor" | OR) _a_noun',
            '"that" ("is" | "are") "not" _a_noun ("," _a_noun)* ","? ("and" | OR) _a_noun',
            'OTHER "than" _a_noun ("," _a_noun)* ","? ("and" | OR) _a_noun',
        ): _neither,
        (
            '"that" COST_VERB (cost_value | cost_is) "but" "is" "not" A? noun CARD?',
            'CHOSEN_COST (cost_value | cost_is) "but" "are" "not" noun CARD?',
        ): _but_not,
    },
    one_condition={'CHOSEN_COST ("is" | "was") cost_value': _that_cost_is},
    attribute={
        (
            'A? COST "between" number "and" number',
            'A? COST "from" number "to" number',
            "A? COST number DASH number",
        ): _cost_range,
    },
    cost_is={
        'SAME "as" (it | this | past_card)': lambda c: a.Attribute(
            a.AttributeKind.COST,
            a.Comparison.EQUAL,
            a.AttributeOf(a.AttributeKind.COST, read(c[-1])),
        ),
    },
)
