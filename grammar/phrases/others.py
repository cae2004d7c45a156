"""Cards that are spoken of beside others: those just discarded, the revealed one, those in yours;
more cards here than there."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.counted import SO_MANY
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.cards import REST
from rules_check.grammar.yours import YOURS


def _just_done(c: Parts) -> a.ThisWay:
    """ "the cards you just discarded"."""
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    refuse(len(verbs) != 1 or tense is not a.Tense.PAST)
    return a.ThisWay(verbs[0], None, read(w.trees(c)[0]))


def _one_done(c: Parts) -> a.Selection:
    """ "the revealed one"."""
    refuse(w.number(w.first(c, "number")) != 1)
    return filters.Core(tests=[a.ThisWay(w.verb(w.first(c, "PAST")))]).cards(a.Exactly(a.ONE))


table(
    cards={"THE PAST number": _one_done},
    past_card={'"the" PAST number': _one_done},
    post={
        '"that"? who_np "just" acted': _just_done,
        '("in" | "from") YOURS': lambda _: filters.Core(places=(YOURS,)),
    },
    count={'"of"? rest': lambda _: a.CountOf(a.Cards(a.Every(), among=REST))},
)


def _more_here(c: Parts) -> a.Compare:
    """ "there are more cards in the Line-Up than in your hand"."""
    found, where = filters.core(w.first(c, "core")), players.one_place(c[-1])
    refuse(not found.places or filters.added(w.first(c, "core")))
    other = filters.core(w.first(c, "core"))
    other.places, other.join = (where,), "or"
    how = a.Comparison.MORE if "MORE" in w.kinds(c) else a.Comparison.LESS
    return a.Compare(count_of(found), how, count_of(other))


def _it_costs(c: Parts) -> a.Is:
    """ "it costs less": than the condition before says."""
    how = a.Comparison.LESS if "LESS" in w.kinds(c) else a.Comparison.MORE
    cost = a.Attribute(a.AttributeKind.COST, how, a.Number(0))
    refuse(read(c[0]) != a.IT)
    return a.Is(a.IT, a.Filter((SO_MANY,), (cost,)))


table(
    one_condition={
        "it COST_VERB (LESS | MORE)": _it_costs,
        (
            '"there" "are" (MORE | FEWER) core "than" "in" place',
            'YOU HAVE (MORE | FEWER) core "than" "in" place',
        ): _more_here,
    },
)
