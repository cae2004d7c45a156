"""One of some card types: "choose Hero, Villain, or Equipment"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, refuse, rule
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.slots import slot

rule("some_types", 'TYPE ("," TYPE)* ","? OR TYPE')


def _types(tree: Part) -> tuple[a.CardType, ...]:
    """ "Hero or Villain": these types, and no cards."""
    words = [part for part in tree.children if w.token(part, "TYPE")]
    types = tuple(map(w.card_type, words))
    refuse(any(str(word) != kind.lower() for word, kind in zip(words, types, strict=True)))
    refuse(len(set(types)) != len(types))
    return types


slot(
    "some_types",
    "some_types",
    _types,
    lambda types: w.join([kind.value for kind in types], "or"),
    fits=bool,
)
