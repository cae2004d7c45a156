"""One card with "the" before it: "the Hero" is the one spoken of, and never all Heroes."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, refuse
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.core import Core

_ONE: Final = frozenset(word.lower() for word in a.CardType if word is not a.CardType.EQUIPMENT)
"""How one card of a type is called; Equipment can be several."""

_DONE: Final = (a.ThisWay, a.Acted, a.Extreme, a.Other)
"""What says which cards they are, so that "the Hero revealed this way" is told."""


def the_one(found: Core, tree: Part) -> a.Selection | None:
    """The one card that a noun without a quantity means, or those of the cards spoken of; None: it
    is said of other cards."""
    refuse(not found.definite and len(found.nouns) > 1 and _bare_types(tree))
    said = found.tests or found.places or found.among is not None or found.random
    if found.definite and are_several(tree) and not said:
        such = found.filter()
        return a.THEM if such == a.ANY_CARD else a.Cards(a.Every(), such, among=a.THEM)
    if len(found.nouns) != 1 or any(isinstance(test, _DONE) for test in found.tests):
        return None
    noun = found.nouns[0]
    if noun.negated or not _is_one(noun, tree):
        return None
    refuse(isinstance(noun, a.KeywordNoun) and found.definite)  # "the Attack card"
    if not found.definite and not isinstance(noun, a.TypeNoun):
        return None
    refuse(not found.definite)  # "discard Hero"
    refuse(found.tests or found.places or found.random)  # "the Hero in the Line-Up": which?
    if found.among is not None:
        return None
    return a.Ref(a.RefKind.IT, called=noun.type) if isinstance(noun, a.TypeNoun) else None


def _bare_types(tree: Part) -> bool:
    """ "choose Hero, Villain, or Equipment": these are types, and no cards."""
    words = {str(leaf).lower() for leaf in tree.scan_values(lambda leaf: w.token(leaf, "TYPE"))}
    return bool(words & _ONE) and not any(tree.scan_values(lambda leaf: w.token(leaf, "CARD")))


def _last(tree: Part) -> Any:
    """The last word of the noun itself."""
    head = next((part for part in tree.children if w.is_tree(part, "head")), tree)
    return [*head.scan_values(lambda leaf: w.token(leaf))][-1]


def are_several(tree: Part) -> bool:
    """Whether the noun is in the plural: "the Heroes", "the cards"; of a name it is not known, and
    "the Weakness" is each one of those spoken of."""
    last = _last(tree)
    return last.type == "NAME" or (last.endswith("s") and not last.endswith("ss"))


def _is_one(noun: a.Noun, tree: Part) -> bool:
    if are_several(tree):
        return False
    last = str(_last(tree)).lower()
    match noun:
        case a.TypeNoun() | a.KeywordNoun():
            return last == "card" or last in _ONE
        case _:
            return False
