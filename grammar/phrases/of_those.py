"""Cards spoken of before, called "those": "those that are Heroes", "those with cost 3 or more"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases.core import Core

THOSE: Final = frozenset({"those", "those cards", "these cards"})


def _those(c: Parts) -> Core:
    """The cards that were spoken of, of which something is said."""
    refuse(str(c[0]) not in THOSE)
    return Core(among=a.THEM)


def _those_with(c: Parts) -> a.Selection:
    """ "those with cost 3 or more", "those that cost 0", "those you control"."""
    found = filters.with_posts(_those(c), c[1:])
    refuse(found.places or found.among != a.THEM or not (found.tests or found.nouns))
    return found.cards(a.Every())


def _those_that_are(c: Parts) -> a.Selection:
    """ "those that are Heroes"."""
    _those(c)
    refuse(filters.added(c[-1]))
    found = filters.core(c[-1])
    refuse(found.places or found.among is not None or not found.nouns or found.definite)
    found.together = False  # "Heroes and Villains": those that are one of these
    found.among = a.THEM
    return found.cards(a.Every())


table(
    cards={
        "THEM post+": _those_with,
        'THEM "that" "are" core': _those_that_are,
    },
)
