"""Cards that are spoken of beside others: the other two, the rest of a pile, those just discarded,
the revealed one; so many of the revealed cards."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, rule, table
from rules_check.grammar.counted import SO_MANY, THEIR_OWN
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.cards import REST
from rules_check.grammar.phrases.coordinate import listed
from rules_check.grammar.yours import YOURS

# ------------------------------------------------------------------------------- cards


def _so_many_others(c: Parts) -> a.Cards:
    """ "the other two", "the remaining three cards": of those that were shown or chosen."""
    refuse(str(c[0]) not in {"the other", "the remaining", "remaining"} or w.number(c[1]) < 2)
    refuse(str(c[0]) == "remaining" or w.first(c, "CARD") not in {None, "cards"})
    return a.Cards(a.Exactly(w.numeral(c)), among=REST)


def _some_of_others(c: Parts) -> a.Cards:
    """ "one of the other two": of those that were shown or chosen, and not taken yet."""
    _so_many_others(c[1:])
    refuse(w.number(c[0]) >= w.number(c[2]))
    return a.Cards(a.Exactly(w.numeral(c[:1])), among=REST)


def _rest_of(c: Parts) -> a.Cards:
    """ "the rest of your discard pile": all other cards there."""
    refuse(str(c[0].children[0]) != "the rest")
    return a.Cards(a.Every(), a.Filter((), (a.Other(),)), (players.one_place(c[1]),))


def _just_done(c: Parts) -> a.ThisWay:
    """ "the cards you just discarded"."""
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    refuse(len(verbs) != 1 or tense is not a.Tense.PAST)
    return a.ThisWay(verbs[0], None, read(w.trees(c)[0]))


def _one_done(c: Parts) -> a.Selection:
    """ "the revealed one"."""
    refuse(w.number(w.first(c, "number")) != 1)
    return filters.Core(tests=[a.ThisWay(w.verb(w.first(c, "PAST")))]).cards(a.Exactly(a.ONE))


def _so_many_done(c: Parts) -> a.Selection:
    """ "the two destroyed cards": all to which that was done."""
    refuse(w.number(c[1]) < 2 or w.first(c, "CARD") != "cards")
    return filters.Core(tests=[a.ThisWay(w.verb(w.first(c, "PAST")))]).every()


table(
    cards={
        "(OTHER_ONE | REMAINING) number CARD?": _so_many_others,
        'number "of" (OTHER_ONE | REMAINING) number CARD?': _some_of_others,
        "THEIRS": lambda _: a.Cards(a.Exactly(a.ONE), a.Filter((THEIR_OWN,))),
        'rest "of" (owned_zone | shared_zone)': _rest_of,
        "THE PAST number": _one_done,
        "THE number PAST CARD": _so_many_done,
    },
    past_card={'"the" PAST number': _one_done},
    destination={'("into" | "to") YOURS': lambda _: YOURS},
    post={
        '"that"? who_np "just" acted': _just_done,
        '("in" | "from") YOURS': lambda _: filters.Core(places=(YOURS,)),
        '"that"? who_np HAVE IN_PLAY': lambda c: filters.Core(tests=[a.Controlled(read(c[0]))]),
    },
    count={'"of"? rest': lambda _: a.CountOf(a.Cards(a.Every(), among=REST))},
)

# --------------------------------------------------------------------------- conditions


HAND: Final = a.Place(a.Zone.HAND, a.YOU)


def _has_none(c: Parts) -> a.There:
    """ "you control none", "there are none": of the cards that a condition before counts."""
    refuse(w.first(c, "NONE") != "none")
    tests: list[a.Test] = []
    where: tuple[a.Place, ...] = ()
    if "CONTROL" in w.kinds(c):
        tests = [a.Controlled(a.YOU)]
    elif (said := w.first(c, *w.ACTED)) is not None:
        verbs, tense = w.acted(said)
        tests = [a.Acted(verbs, a.YOU, tense, w.window(c))]
    else:
        where = (HAND,)
    such = a.Cards(a.Every(), a.make_filter((SO_MANY,), tests), where)
    return a.There(a.CountOf(such), a.Comparison.EQUAL, a.Number(0))


def _did_one_or_two(c: Parts) -> a.AnyOf:
    """ "you have played one or two": of the cards that a condition before counts."""
    few, many = (w.number(part) for part in c if w.is_tree(part, "number"))
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    refuse(few >= many)
    count = a.CountOf(a.Cards(a.Every(), a.Filter((SO_MANY,), (a.Acted(verbs, a.YOU, tense),))))
    one, two = (a.There(count, a.Comparison.EQUAL, a.Number(n)) for n in (few, many))
    return a.AnyOf(one, two)


def _yours_is(c: Parts) -> a.PlayersAre:
    """ "yours has the higher cost", "your card costs more", "theirs is cheaper": than the other."""
    words = w.kinds(c)
    said = w.first(c, "EXTREME")
    refuse(said is not None and not str(said).startswith(filters.COMPARATIVE))
    refuse(w.first(c, "CARD") not in {None, "card"})
    high = filters.is_highest(str(said)) if said is not None else bool(words & {"GREATER", "MORE"})
    mine = bool(words & {"YOURS", "YOUR"})
    return a.PlayersAre(a.YOU if mine else a.THAT_PLAYER, a.CostRank(high, alone=True))


def _one_or_two(c: Parts) -> a.Condition:
    """ "you have one or two cards in your hand": just so many, or just so many."""
    few, many = (w.number(part) for part in c if w.is_tree(part, "number"))
    refuse(few >= many)
    found = filters.core(w.first(c, "core"))
    refuse(filters.added(w.first(c, "core")) or found.together)
    place = None if w.token(c[0]) or w.is_tree(c[0], "number") else c[0]
    if "CONTROL" in w.kinds(c):
        found.tests.append(a.Controlled(a.YOU))
    elif (said := w.first(c, *w.ACTED)) is not None:
        refuse(found.places)
        verbs, tense = w.acted(said)
        found.tests.append(a.Acted(verbs, a.YOU, tense, w.window(c)))
    elif place is not None:
        refuse(found.places or found.among not in {None, a.IT})
        found.places, found.among = (players.one_place(place),), None
    elif "YOU" in w.kinds(c):
        found.places = found.places or (HAND,)
    refuse(found.among is not None or not (found.places or found.tests))
    count = count_of(found)
    one, two = (a.There(count, a.Comparison.EQUAL, a.Number(n)) for n in (few, many))
    return a.AnyOf(one, two)


def _more_here(c: Parts) -> a.Compare:
    """ "there are more cards in the Line-Up than in your hand"."""
    found, where = filters.core(w.first(c, "core")), players.one_place(c[-1])
    refuse(not found.places or filters.added(w.first(c, "core")))
    other = filters.core(w.first(c, "core"))
    other.places, other.join = (where,), "or"
    how = a.Comparison.MORE if "MORE" in w.kinds(c) else a.Comparison.LESS
    return a.Compare(count_of(found), how, count_of(other))


def _empty(c: Parts) -> a.There:
    """ "it is empty": the pile of which the sentence before speaks."""
    refuse(str(c[0]).startswith("they"))
    return a.There(
        a.CountOf(a.Cards(a.Every(), places=(a.SAME_PLACE,))), a.Comparison.EQUAL, a.Number(0)
    )


def _it_costs(c: Parts) -> a.Is:
    """ "it costs less": than the condition before says."""
    how = a.Comparison.LESS if "LESS" in w.kinds(c) else a.Comparison.MORE
    cost = a.Attribute(a.AttributeKind.COST, how, a.Number(0))
    refuse(read(c[0]) != a.IT)
    return a.Is(a.IT, a.Filter((SO_MANY,), (cost,)))


rule("_mine", "YOURS", "THEIRS", "(YOUR | THEIR) CARD")
table(
    one_condition={
        (
            '_mine HAVE "the" (GREATER | LOWER) COST',
            "_mine HAVE A (GREATER | LOWER) COST",
            "_mine COST_VERB (MORE | LESS)",
            '_mine ("is" | "was") EXTREME',
        ): _yours_is,
        (
            "YOU (HAVE | CONTROL) number OR number core",
            "YOU acted number OR number core window",
            '"there" "are" number OR number core',
            '(owned_zone | shared_zone) ("contains" | HAVE | HOLD) number OR number core',
        ): _one_or_two,
        (
            '"there" "are" (MORE | FEWER) core "than" "in" place',
            'YOU HAVE (MORE | FEWER) core "than" "in" place',
        ): _more_here,
        'IT_IS "empty"': _empty,
        "it COST_VERB (LESS | MORE)": _it_costs,
    }
)


def _both(c: Parts) -> a.Selection:
    """ "discard both a Hero and a Villain"."""
    refuse(w.first(c, "THEM") != "both")
    one, two = (read(part) for part in w.trees(c))
    refuse(not (isinstance(one, a.Cards) and isinstance(two, a.Cards)))
    return listed([one, two], a.Both)


table(
    both={'THEM quantified "and" quantified': _both},
    one_condition={
        ("YOU (CONTROL | HAVE) NONE", "YOU acted NONE window"): _has_none,
        "YOU acted number OR number": _did_one_or_two,
        '"there" "are" ANY': lambda _: a.There(
            a.CountOf(a.Cards(a.Every(), a.Filter((SO_MANY,)))), a.Comparison.AT_LEAST, a.ONE
        ),
    },
)
