"""Conditions that leave out what was said: "you draw a Hero or have five cards", "neither is"."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, table
from rules_check.grammar.compose import repeat_until
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import (
    both_of,
    compare,
    contained,
    controls,
    did,
    has,
    negated,
)
from rules_check.grammar.phrases.likeness import alike
from rules_check.grammar.phrases.players import all_places

# ------------------------------------------------------------ one subject, two conditions

rule("of_subject", "ALREADY? HAVE cards", "_hold cards", "CONTROL cards", "acted cards span?")


def _said_of(who: Part, tree: Part) -> a.Condition:
    """What is said of a player who is named before."""
    words = w.kinds(tree)
    if "CONTROL" in words:
        return controls([who, tree.children[-1]])
    if words & {"HAVE", "HOLD", "HOLDING"} and not w.is_tree(tree.children[0], *w.ACTED):
        return has([who, *tree.children])
    return did([who, *tree.children])


def _joined(c: Parts) -> a.Condition:
    """ "you draw a Hero or have five cards in hand"."""
    who, one, word, two = c
    # "a foe" of whom both is said is one and the same: that takes another condition
    refuse(read(who).kind not in {a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER})
    both = a.AnyOf if w.token(word, "OR") else a.AllOf
    return both(_said_of(who, one), _said_of(who, two))


# ------------------------------------------------------------------ both of two cards

rule(
    "both_done",
    "THEM PAST CARD",
    '"the" number PAST CARD',
    "THEM PAST THIS_WAY",
    '"the" number CARD PAST THIS_WAY',
)


def _two(tree: Part) -> a.ThisWay:
    """ "both discarded cards", "the two revealed cards"."""
    said = w.first(tree, "THEM")
    both = {"both cards"} if "THIS_WAY" in w.kinds(tree) else {"both"}
    refuse(said not in both if said is not None else w.number(w.first(tree, "number")) != 2)
    refuse(w.first(tree, "CARD") not in {None, "cards"})
    return a.ThisWay(w.verb(w.first(tree, "PAST")))


def _there_are(
    number: int, wanted: a.Filter, *tests: a.Test, among: a.Ref | None = None
) -> a.There:
    found = a.make_filter(wanted.nouns, (*wanted.tests, *tests))
    how = a.Comparison.AT_LEAST if number else a.Comparison.EQUAL
    return a.There(a.CountOf(a.Cards(a.Every(), found, among=among)), how, a.Number(number))


def _both_have(c: Parts) -> a.There:
    """ "the two discarded cards have the same cost"."""
    return _there_are(2, a.ANY_CARD, alike(read(c[-1])), _two(c[0]))


def _core(tree: Part) -> a.Filter:
    refuse(filters.added(tree))
    found = filters.core(tree)
    refuse(found.together or found.places or found.among is not None)
    return found.filter()


def _of_two(c: Parts, condition: a.Condition) -> a.Condition:
    """ "they are of the same type", "both cards have different card types"."""
    refuse(w.token(c[0], "IT_IS") and not str(c[0]).startswith("they"))
    refuse(w.token(c[0], "HE") and c[0] != "they")
    said = w.first(c[0], "THEM") if w.is_tree(c[0], "both_cards") else None
    refuse(said in {"them", "those"})
    return condition


def _contains_both(c: Parts) -> a.Condition:
    """ "your hand contains both a Hero and a Villain"."""
    refuse(w.first(c, "THEM") != "both")
    one, two = (compare(part) for part in c[-2:])
    where = all_places(c[0])
    return a.AllOf(contained(one, where), contained(two, where))


def _no_such(c: Parts) -> a.There:
    """ "no card in it costs more than 2", "no Hero in your hand has cost 5"."""
    refuse(filters.added(c[1]))
    found = filters.core(c[1])
    refuse(found.together or not (found.places or found.among or found.tests))
    found.tests.append(read(c[-1]))
    return a.There(a.CountOf(found.every()), a.Comparison.EQUAL, a.Number(0))


def _no_two(c: Parts) -> a.There:
    """ "no two cards in your hand have the same cost"."""
    said = w.first(c, "core")
    refuse(w.number(w.first(c, "number")) != 2 or filters.added(said))
    found = filters.core(said)
    refuse(found.together or not (found.places or found.among or found.tests))
    if w.is_tree(c[-1], "attribute") or not w.token(c[-1]):
        test = alike(read(c[-1]))
        refuse(not isinstance(test, a.Alike | a.OneType))
    else:
        test = a.Alike(a.DifferentKind.COST)
    found.tests.append(test)
    return a.There(a.CountOf(found.every()), a.Comparison.LESS, a.Number(2))


def _no_two_of_them(c: Parts) -> a.There:
    """ "no two of them have the same name"."""
    refuse(w.number(w.first(c, "number")) != 2 or w.first(c, "THEM") not in _SPOKEN_OF)
    test = alike(read(c[-1]))
    refuse(not isinstance(test, a.Alike | a.OneType))
    count = a.CountOf(a.Cards(a.Every(), a.Filter((), (test,)), among=a.THEM))
    return a.There(count, a.Comparison.LESS, a.Number(2))


_SPOKEN_OF: Final = {"them", "those", "those cards", "these cards"}
rule(
    "some_cards",
    '(NONE | EITHER) ("of" THEM)?',
    "(NONE | EITHER) CARD",
    'ONLY number ("of" THEM)?',
    "ONLY number CARD",
    '(ANY | EXACTLY number | AT_LEAST number) "of" THEM',
)
rule("both_cards", "THEM", "ALL THEM")


def some(tree: Part) -> tuple[a.Comparison, int]:
    """How many of the cards spoken of: "neither", "either of them", "exactly one of them"."""
    words = w.kinds(tree)
    said = w.first(tree, "THEM")
    refuse(said is not None and said not in _SPOKEN_OF)
    refuse("CARD" in words and w.first(tree, "CARD") != "card")
    refuse("CARD" in words and w.first(tree, "NONE") == "none")  # "none card"
    if "NONE" in words:
        return a.Comparison.EQUAL, 0
    many = w.first(tree, "number")
    if words & {"ONLY", "EXACTLY"}:
        return a.Comparison.EQUAL, w.number(many)
    return a.Comparison.AT_LEAST, 1 if many is None else w.number(many)


def _are_some(c: Parts) -> a.There:
    """ "neither is a Hero", "exactly one of them was a Hero", "either costs 3 or more"."""
    how, many = some(c[0])
    wanted = _core(c[-1]) if w.is_tree(c[-1], "core") else a.make_filter((), (read(c[-1]),))
    refuse("NONE" not in w.kinds(c[0]) and "A" not in w.kinds(c) and _of_one(c))
    count = a.CountOf(a.Cards(a.Every(), wanted, among=a.THEM))
    return a.There(count, how, a.Number(many))


def _of_one(c: Parts) -> bool:
    """ "either was Hero"."""
    return w.is_tree(c[-1], "core") and filters.lacks_article(c[-1])


def _are_both(c: Parts) -> a.Condition:
    """ "both were Heroes", "all of them cost 3 or more", "they are both Heroes"."""
    said = w.first(c[0], "THEM") if w.is_tree(c[0], "both_cards") else "both"
    refuse(said not in ({"both", "both of them", "both cards"} | _SPOKEN_OF))
    plain = w.is_tree(c[0], "both_cards") and "ALL" not in w.kinds(c[0])
    refuse(plain and said in _SPOKEN_OF)  # "them were Heroes"
    refuse(w.token(c[0], "IT_IS") and (not c[0].startswith("they") or c[1] != "both"))
    wanted = _core(c[-1]) if w.is_tree(c[-1], "core") else a.make_filter((), (read(c[-1]),))
    # "both" are two, also of cards of which only some were spoken of since
    return _there_are(2, wanted, among=a.THEM) if said not in _SPOKEN_OF else a.Is(a.THEM, wanted)


def _neither(c: Parts) -> a.AllOf:
    """ "you control neither a Hero nor a Villain"."""
    who, one, two = (part for part in c if not w.token(part))
    word = w.first(c, "CONTROL", "HAVE", "HOLD")
    refuse(w.first(c, "NONE") != "neither")
    doer = read(who)
    refuse(doer.kind not in {a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER, a.PlayerKind.TEAMMATE})
    return a.AllOf(negated(doer, word, [one]), negated(doer, word, [two]))


def _appears(c: Parts, effect: a.Effect, _: Any, closed: bool) -> a.Effect:
    """ "reveal cards from the top of your deck until a Hero appears"."""
    refuse(closed or not isinstance(effect, a.Show))
    shown = a.Acted((a.Verb.REVEAL,), only(a.Show, effect).who, a.Tense.PRESENT)
    return repeat_until(effect, compare(w.first(c, "cards", "bare_cards"), shown))


table(
    suffix={("UNTIL cards APPEAR", "ONE_BY_ONE UNTIL cards APPEAR"): _appears},
    one_condition={
        'who_np (CONTROL | HAVE | HOLD) NONE cards "nor" cards': _neither,
        "who_np of_subject (OR | AND) of_subject": _joined,
        'who_np acted THEM cards "and" cards span?': both_of(did),
        '(owned_zone | shared_zone) ("contains" | HAVE | HOLD) THEM cards "and" cards': (
            _contains_both
        ),
        (
            'IT_IS "of" SAME_TYPE',
            'both_cards ("are" | "were") "of" SAME_TYPE',
            "(HE | both_cards) HAVE SAME_TYPE",
        ): lambda c: _of_two(c, a.ShareType()),
        (
            'IT_IS "of" DIFFERENT CARD_TYPE',
            'both_cards ("are" | "were") "of" DIFFERENT CARD_TYPE',
            "both_cards HAVE DIFFERENT CARD_TYPE",
        ): lambda c: _of_two(c, a.DifferInType()),
        (
            "NO core (COST_VERB | COST) (cost_value | cost_is)",
            "NO core HAVE attribute",
        ): _no_such,
        (
            'NO number "of" core HAVE attribute',
            'NO number "of"? core (COST_VERB | COST) SAME',
        ): _no_two,
        'NO number "of" THEM HAVE attribute': _no_two_of_them,
        'both_done "are" core': lambda c: _there_are(2, _core(c[-1]), _two(c[0])),
        "both_done SHARE A CARD_TYPE": lambda c: _there_are(2, a.ANY_CARD, a.OneType(), _two(c[0])),
        "both_done HAVE attribute": _both_have,
        (
            "some_cards _be A? core",
            "some_cards (COST_VERB | COST) (cost_value | cost_is)",
            "some_cards HAVE attribute",
        ): _are_some,
        (
            'both_cards ("were" | "are") core',
            "both_cards (COST_VERB | COST) (cost_value | cost_is)",
            "IT_IS THEM core",
        ): _are_both,
    },
)
