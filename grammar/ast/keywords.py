"""The keyword prefixes of the card language: one row each. Every other table of them follows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

from rules_check.grammar.ast import abilities as over
from rules_check.grammar.ast.base import field_names
from rules_check.grammar.ast.kinds import Keyword


class Takes(Enum):
    """What stands behind a keyword prefix."""

    NOTHING = "nothing: the keyword says it all, with or without a colon"
    NUMBER = "a number instead of the colon, and perhaps further text"
    EFFECT = "whatever the sentences of the line say"
    MAY = 'the same; it is always a "may"'
    ATTACK = "sentences of which the later ones may stand outside"
    ABILITY = "an ability, with or without a keyword of its own"
    ABILITY_OR_ELSE = 'the same, and perhaps an "Otherwise"'


class Prefix(NamedTuple):
    """What is to be known of a keyword prefix.

    `words` are written before the colon; `ability` is the class that it makes, with `more` as its
    last fields. `keyword` is how cards that have it are called ("an Attack card"), if they are.
    `name` is what rulebooks call it, where that is not the words.
    """

    words: str
    ability: Callable[..., over.Ability]
    takes: Takes
    keyword: Keyword | None
    name: str = ""
    more: tuple[Any, ...] = ()

    @property
    def key(self) -> str:
        """The words in small letters, without dashes."""
        return re.sub(r"[\s-]+", " ", self.words.lower())

    @property
    def pattern(self) -> str:
        """A pattern for the words, however they are spaced."""
        return self.words.replace(" - ", r"\s*-*\s*").replace(" ", r"\s+")

    def make(self, *said: Any) -> over.Ability:
        """The ability, of what stands behind the prefix."""
        return self.ability(*said, *self.more)


PREFIXES: Final = (
    Prefix("Attack", over.Attack, Takes.ATTACK, Keyword.ATTACK),
    Prefix("Defense", over.Defense, Takes.MAY, Keyword.DEFENSE),
    Prefix("Block", over.Block, Takes.MAY, Keyword.BLOCK),
    Prefix("Block", over.BlockValue, Takes.NUMBER, Keyword.BLOCK),
    Prefix("Assist", over.Assist, Takes.NOTHING, Keyword.ASSIST),
    Prefix("Ongoing", over.Ongoing, Takes.ABILITY, Keyword.ONGOING),
    Prefix("Stack Ongoing", over.Ongoing, Takes.ABILITY, Keyword.ONGOING, more=(True,)),
    Prefix("Confrontation", over.Confrontation, Takes.ABILITY_OR_ELSE, Keyword.CONFRONTATION),
    Prefix(
        "First Appearance - Attack",
        over.FirstAppearance,
        Takes.EFFECT,
        Keyword.ATTACK,
        "First Appearance",
    ),
    Prefix("WHEN YOU GAIN THIS", over.WhenGained, Takes.EFFECT, None, "When You Gain This"),
)

KEYWORD_OF: Final[Mapping[Any, Keyword]] = {
    row.ability: row.keyword for row in PREFIXES if row.keyword is not None
}
"""Of each class of abilities, the keyword by which cards that have one are called."""


def prefix_of(ability: over.Ability) -> Prefix:
    """The prefix that an ability is written with; KeyError if it has none."""
    said = said_in(ability)
    rows = [row for row in PREFIXES if row.ability is type(ability)]
    for row in sorted(rows, key=lambda row: -len(row.more)):
        if said[len(said) - len(row.more) :] == row.more:
            return row
    raise KeyError(type(ability).__name__)


def said_in(ability: over.Ability) -> tuple[Any, ...]:
    """The fields of an ability, in order."""
    return tuple(getattr(ability, name) for name in field_names(type(ability)))
