"""How many different types or costs cards have: "your discard pile contains three or more different
card types", "you control cards of three or more different types"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import there_is
from rules_check.grammar.phrases.quantities import how_many


def _kind(c: Parts) -> a.DifferentKind:
    """Types, costs or names."""
    if w.first(c, "CARD_TYPE") is not None:
        return a.DifferentKind.TYPE
    return a.DifferentKind.COST if w.first(c, "COST", "COST_VERB") else a.DifferentKind.NAME


def _there_are(found: filters.Core, c: Parts) -> a.Condition:
    refuse(found.together or not (found.places or found.among or found.tests))
    refuse(w.first(c, "CARD") not in {None, "cards"})
    there = there_is(a.CountOf(found.every(), _kind(c)), how_many(w.first(c, "quantity")))
    if _kind(c) is a.DifferentKind.COST:
        return a.Compare(there.count, there.comparison, there.value)
    return there


def _contains(c: Parts) -> a.Condition:
    """ "your discard pile contains three or more different card types", "… cards of …"."""
    return _there_are(filters.Core(places=(players.one_place(c[0]),)), c)


def _controls(c: Parts) -> a.Condition:
    """ "you control cards of three or more different types", "you have … in your hand"."""
    refuse(read(c[0]) != a.YOU)
    if "CONTROL" in w.kinds(c):
        return _there_are(filters.Core(tests=[a.Controlled(a.YOU)]), c)
    posts = [part for part in w.trees(c)[1:] if not w.is_tree(part, "quantity")]
    found = filters.with_posts(filters.Core(), posts)
    return _there_are(found, c)


def _have(c: Parts) -> a.Condition:
    """ "the cards in your hand have three or more different costs"."""
    said = w.first(c, "core")
    found = filters.core(said)
    refuse(not found.definite or filters.added(said))
    return _there_are(found, c)


def _among(c: Parts) -> a.Condition:
    """ "there are three or more different costs among cards in your hand"."""
    return _there_are(filters.core(w.first(c, "core")), c)


_PILE = '(owned_zone | shared_zone) ("contains" | HAVE | HOLD)'
_SO_MANY = 'quantity DIFFERENT (CARD_TYPE | COST_VERB | "names")'
table(
    one_condition={
        (
            f"{_PILE} {_SO_MANY}",
            f'{_PILE} CARD ("of" | "with") {_SO_MANY}',
        ): _contains,
        (
            f"who_np CONTROL {_SO_MANY}",
            f'who_np CONTROL CARD ("of" | "with") {_SO_MANY}',
            f'who_np HAVE CARD ("of" | "with") {_SO_MANY} post+',
        ): _controls,
        f"core HAVE {_SO_MANY}": _have,
        '"there" ("is" | "are") quantity DIFFERENT COST_VERB "among" core': _among,
    },
)
