"""Several cards that have something in common: "two cards that share a type"; and cards from
several places, counted together."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.core import Core
from rules_check.grammar.phrases.filters import KIND_WORDS
from rules_check.grammar.phrases.players import places


def _share(c: Parts) -> Core:
    """ "two cards that share a cost": with each other."""
    said = str(w.first(c, *KIND_WORDS))
    kind = next(KIND_WORDS[name] for name in w.kinds(c) if name in KIND_WORDS)
    refuse(said.startswith("types") or said.endswith("types"))
    test = a.OneType() if kind is a.DifferentKind.TYPE else a.Alike(kind)
    return Core(tests=[test], sharing=True)


def _in_total(c: Parts) -> Core:
    """ "up to three cards in total from your hand and discard pile", "from anywhere among …": so
    many from these places together."""
    where, joined = places(c[-1])
    refuse(joined == "each" or len(where) < 2 or any(place.edge for place in where))
    return Core(places=where)


table(
    post={
        '"that" SHARE A (COST | NAME_WORD | CARD_TYPE)': _share,
        (
            'IN_ALL ("from" | "in") places',
            '"from" "anywhere" "among" places',
        ): _in_total,
    },
)
