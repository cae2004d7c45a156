"""Players with so many of the cards that were named before: "each foe with fewer", "any foe who
reveals only one". See `grammar.told_apart`."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.quantities import how_many
from rules_check.grammar.told_apart import so_many


def _cards(c: Parts) -> a.Cards:
    said = w.first(c, "how_many")
    if said is not None:
        refuse("LESS" in w.kinds(said))
        return so_many(None, "FEWER" in w.kinds(said))
    much = how_many(c)
    if w.kinds(c) & {"ONLY", "EXACTLY"}:
        return so_many(a.Exactly(much.value))
    refuse(not w.kinds(c) & {"OR_MORE", "OR_LESS", "AT_LEAST", "AT_MOST", "MORE_THAN"})
    return so_many(much.quantity)


def _with(c: Parts) -> a.Having:
    """ "with fewer", "who controls only one", "who has two or more"."""
    found = _cards(c)
    just = found.quantity == a.Exactly(a.ONE)
    if "CONTROL" in w.kinds(c):
        held = (a.Controlled(a.THAT_PLAYER),)
        found = a.replace(found, filter=a.Filter(found.filter.nouns, held))
    return a.Having(found, just=just)


def _did(c: Parts) -> a.DidTo:
    """ "who reveals fewer", "who discarded two or more"."""
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    refuse(tense is a.Tense.BOTH)
    found = _cards(c)
    refuse(found.quantity == a.Exactly(a.ONE))  # one, or one or more?
    return a.DidTo(verbs, found)


_SO_MANY = (
    "(how_many | (ONLY | EXACTLY) number | number (OR_MORE | OR_LESS)"
    " | (AT_LEAST | MORE_THAN) number)"
)
table(
    who_tail={
        (f"_having {_SO_MANY}", f"_who CONTROL {_SO_MANY}"): _with,
        "_who acted how_many": _did,
    }
)
