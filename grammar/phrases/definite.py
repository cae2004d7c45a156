"""One card with "the" before it: "the Hero" is the one spoken of, and never all Heroes."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, refuse
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.core import Core

_ONE: Final = frozenset(word.lower() for word in a.CardType if word is not a.CardType.EQUIPMENT)
"""How one card of a type is called; Equipment can be several."""

_DONE: Final = (a.ThisWay, a.Acted, a.Extreme, a.Other)
"""What says which cards they are, so that "the Hero revealed this way" is told."""


def the_one(found: Core, tree: Part) -> a.Selection | None:
    """The one card that a noun without a quantity means; None: it is said of several."""
    if len(found.nouns) != 1 or any(isinstance(test, _DONE) for test in found.tests):
        return None
    noun = found.nouns[0]
    if noun.negated or not _is_one(noun, tree):
        return None
    refuse(isinstance(noun, a.KeywordNoun) and found.definite)  # "the Attack card"
    named = isinstance(noun, a.NameNoun)
    if not found.definite and not isinstance(noun, a.TypeNoun):
        return None
    refuse(not found.definite)  # "discard Hero"
    refuse(found.tests or found.places or found.random)  # "the Hero in the Line-Up": which?
    if found.among is not None:
        return None
    return a.IT if named else a.Ref(a.RefKind.IT, called=noun.type)  # type: ignore[union-attr]


def _is_one(noun: a.Noun, tree: Part) -> bool:
    head = next((part for part in tree.children if w.is_tree(part, "head")), tree)
    leaves = [str(leaf).lower() for leaf in head.scan_values(lambda leaf: w.token(leaf))]
    if leaves[-1:] == ["cards"]:
        return False
    match noun:
        case a.TypeNoun() | a.KeywordNoun():
            return leaves[-1:] == ["card"] or leaves[-1] in _ONE
        case a.NameNoun(name):
            return leaves[-1:] == ["card"] or leaves[-1] == name.lower()
        case _:
            return False
