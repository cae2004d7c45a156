"""Conditions with a number and no noun: "you destroy two this way", "until you have five"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import compose
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, rule, table
from rules_check.grammar.counted import SO_MANY
from rules_check.grammar.in_turn import said_bare
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.conditions import there_is
from rules_check.grammar.phrases.likeness import together
from rules_check.grammar.phrases.of_each import of_each
from rules_check.grammar.phrases.player_counts import so_many_players
from rules_check.grammar.phrases.quantities import how_many, so_many

rule(
    "some",
    "number post*", "number OR_MORE post*", "AT_LEAST number post*", "EXACTLY number post*",
    "FEWER_THAN number post*", "MORE_THAN number post*", "number OR_LESS post*",
)  # fmt: skip


def _so_many(tree: Parts, test: a.ThisWay) -> a.There:
    """So many of the cards to which that was done."""
    much = how_many(tree)
    found = filters.with_posts(filters.Core(), w.trees(tree)[1:])
    refuse(bool(found.places) or found.among is not None)
    together(found, much.quantity)
    found.tests.append(test)
    there = there_is(count_of(found), much)
    alone = not w.kinds(tree) and there.count.different is None
    return said_bare(there) if alone else there


def _did_some(c: Parts) -> a.Condition:
    """ "you destroy two with the same name this way"."""
    verbs, _ = w.acted(c[1])
    refuse(len(verbs) != 1)
    some = c[2].children
    return of_each(read(c[0]), lambda who: _so_many(some, a.ThisWay(verbs[0], None, who)))


def _some_done(c: Parts) -> a.There:
    """ "two with the same name are destroyed this way"."""
    return _so_many(c[0].children, a.ThisWay(w.verb(w.first(c, "PAST"))))


def _did_to(c: Parts) -> a.PlayersAre:
    """ "no foe discarded a card this way", "exactly one foe discarded a Hero this way"."""
    verbs, tense = w.acted(c[1])
    refuse(tense is a.Tense.BOTH)
    cards = so_many(only(a.Cards, read(c[2])), c[2])
    return so_many_players(c[0], a.DidTo(verbs, cards))


def _so_many_again(c: Parts) -> a.There:
    """ "you control two or more", "you have played three or more this turn", "there are two or
    more": of the cards that a condition before counts."""
    much = how_many(c)
    where: tuple[a.Place, ...] = ()
    tests: list[a.Test] = []
    if "CONTROL" in w.kinds(c):
        tests = [a.Controlled(a.YOU)]
    elif (said := w.first(c, *w.ACTED)) is not None:
        verbs, tense = w.acted(said)
        tests = [a.Acted(verbs, a.YOU, tense, w.window(c))]
    elif w.token(c[0], "YOU"):
        where = (a.Place(a.Zone.HAND, a.YOU),)
    such = a.Cards(a.Every(), a.make_filter((SO_MANY,), tests), where)
    return there_is(a.CountOf(such), much)


table(
    one_condition={
        (
            "YOU (CONTROL | HAVE) _much",
            "YOU acted _much window",
            '"there" ("is" | "are") _much',
        ): _so_many_again,
        "who_np acted some THIS_WAY": _did_some,
        'some ("is" | "are" | "was" | "were") PAST THIS_WAY': _some_done,
        "some_players acted cards THIS_WAY": _did_to,
    },
    suffix={
        (
            "UNTIL who_np _has number IN_HAND?",
            "ONE_BY_ONE UNTIL who_np _has number IN_HAND?",
        ): lambda c, e, *_: compose.repeat_until(
            e, _has_so_many(read(w.trees(c)[0]), w.numeral(c), e)
        ),
    },
)


def _has_so_many(who: a.Player, number: a.Number, effect: a.Effect) -> a.Condition:
    """ "draw cards until you have five": five cards in hand; the cards have to be called so."""
    what = getattr(effect, "what", None)
    plain = isinstance(what, a.Cards) and what.filter == a.ANY_CARD and what.among is None
    refuse(not plain or getattr(effect, "verb", None) not in {a.Verb.DRAW, a.Verb.DISCARD})
    hand = a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER)
    count = a.CountOf(a.Cards(a.Every(), places=(hand,)))
    there = a.There(count, a.Comparison.EQUAL, number)
    return there if who == a.YOU else a.Has(who, there)
