"""What is counted once for each kind: "different costs in the Line-Up", "different card names in
your deck"; and cards called by where one has them."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.core import Core
from rules_check.grammar.phrases.players import places


def _kinds(c: Parts) -> a.CountOf:
    """ "for each different cost in the Line-Up", "different card names among cards you control"."""
    refuse(w.first(c, "CARD") not in {None, "card"})
    kind = a.DifferentKind.COST if w.first(c, "COST", "COST_VERB") else a.DifferentKind.NAME
    found = filters.core(c[-1]) if w.is_tree(c[-1], "core") else Core()
    if not w.is_tree(c[-1], "core"):
        found = filters.with_posts(found, w.trees(c))
    refuse(not (found.places or found.tests or found.among) or found.random)
    return a.CountOf(found.every(), kind)


def _you_have(c: Parts) -> Core:
    """ "each Hero you have in your deck"."""
    who = read(c[0])
    where, joined = places(c[-1])
    mine = {a.YOU} if who == a.YOU else {a.THAT_PLAYER, who}
    refuse(any(place.owner not in mine for place in where))
    return Core(places=where, join=joined)


table(
    count={
        (
            "DIFFERENT (COST | COST_VERB) post+",
            'DIFFERENT CARD? (NAME_WORD | "names") post+',
            'DIFFERENT CARD (NAME_WORD | "names") "among" core',
        ): _kinds,
    },
    post={
        '"that"? who_np HAVE "in" places': _you_have,
    },
)
