"""Abilities: effects under their keywords, and the text of a whole card.

The keyword prefixes of the card language have one row each; every other table of them follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple, TypeAlias

from rules_check.grammar.ast.base import (
    Effect,
    EffectNode,
    Node,
    Question,
    field_names,
    place_of,
    placed,
    rebuild,
)
from rules_check.grammar.ast.kinds import Keyword, OncePer


class Plain(Node):
    """Text without a keyword: it happens when the card is played."""

    effect: Effect


class Attack(Node):
    """Attack: those it is aimed at may avoid it."""

    effect: Effect


class Defense(Node):
    """Defense: what avoids the Attack, and what comes of it."""

    effect: Effect


class Block(Node):
    """Block: raises a Character's cost in the Block window."""

    effect: Effect


class BlockValue(Node):
    """Block (N): raises the cost by N; `rider` is further text."""

    number: int
    rider: Effect | None = None


class FirstAppearance(Node):
    """First Appearance - Attack: when the Super-Villain is turned up."""

    effect: Effect


class WhenGained(Node):
    """The banner WHEN YOU GAIN THIS."""

    effect: Effect


class Payment(Node):
    """Pay the cost to get the effect, as often as you like, once per card type or per turn."""

    cost: Effect
    effect: Effect
    once_per: OncePer | None = None


class Ongoing(Node):
    """Ongoing: the card stays in play (`stack`: works from the stack)."""

    ability: Ability
    stack: bool = False


class Confrontation(Node):
    """Confrontation: only during one that you announced; else `otherwise`."""

    ability: Ability
    otherwise: Effect | None = None


class Assist(Node):
    """The keyword Assist: the card may be played in your teammate's turn."""


class Reminder(Node):
    """Text in parentheses."""

    effect: Effect


class Coined(Node):
    """A keyword that the set coins for itself, with what its definition says."""

    name: str
    meaning: Ability
    number: int | None = None


class Abilities(Node):
    """Several abilities that stand in one printed line."""

    abilities: tuple[Ability, ...]


Ability: TypeAlias = (
    "Plain | Attack | Defense | Block | BlockValue | FirstAppearance | WhenGained | Payment"
    " | Ongoing | Confrontation | Assist | Reminder | Coined | Abilities | Question[Ability]"
)


class CardText(Node):
    """The meaning of a card's text box: its abilities from top to bottom."""

    abilities: tuple[Ability, ...] = ()


# --------------------------------------------------------------------- keyword prefixes


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
    """

    words: str
    ability: Callable[..., Ability]
    takes: Takes
    keyword: Keyword | None
    more: tuple[Any, ...] = ()

    @property
    def key(self) -> str:
        """The words in small letters, without dashes."""
        return re.sub(r"[\s-]+", " ", self.words.lower())

    @property
    def name(self) -> str:
        """What rulebooks call it."""
        return self.words.partition(" - ")[0].title()

    @property
    def pattern(self) -> str:
        """A pattern for the words, however they are spaced."""
        words = self.words.replace("Defense", "Defen[sc]e")  # American and British
        return words.replace(" - ", r"\s*-*\s*").replace(" ", r"\s+")

    def make(self, *said: Any) -> Ability:
        """The ability, of what stands behind the prefix."""
        return self.ability(*said, *self.more)


PREFIXES: Final = (
    Prefix("Attack", Attack, Takes.ATTACK, Keyword.ATTACK),
    Prefix("Defense", Defense, Takes.MAY, Keyword.DEFENSE),
    Prefix("Block", Block, Takes.MAY, Keyword.BLOCK),
    Prefix("Block", BlockValue, Takes.NUMBER, Keyword.BLOCK),
    Prefix("Assist", Assist, Takes.NOTHING, Keyword.ASSIST),
    Prefix("Ongoing", Ongoing, Takes.ABILITY, Keyword.ONGOING),
    Prefix("Stack Ongoing", Ongoing, Takes.ABILITY, Keyword.ONGOING, more=(True,)),
    Prefix("Confrontation", Confrontation, Takes.ABILITY_OR_ELSE, Keyword.CONFRONTATION),
    Prefix("First Appearance - Attack", FirstAppearance, Takes.EFFECT, Keyword.ATTACK),
    Prefix("WHEN YOU GAIN THIS", WhenGained, Takes.EFFECT, None),
)

KEYWORD_OF: Final[Mapping[Any, Keyword]] = {
    row.ability: row.keyword for row in PREFIXES if row.keyword is not None
}
"""Of each class of abilities, the keyword by which cards that have one are called."""


def prefix_of(ability: Ability) -> Prefix:
    """The prefix that an ability is written with; KeyError if it has none."""
    said = said_in(ability)
    rows = [row for row in PREFIXES if row.ability is type(ability)]
    for row in sorted(rows, key=lambda row: -len(row.more)):
        if said[len(said) - len(row.more) :] == row.more:
            return row
    raise KeyError(type(ability).__name__)


def said_in(ability: Ability) -> tuple[Any, ...]:
    """The fields of an ability, in order."""
    return tuple(getattr(ability, name) for name in field_names(type(ability)))


def meant(text: CardText) -> CardText:
    """The same text with what they mean in the place of the set's own keywords, and of effects
    from outside."""

    def change(node: Any) -> Any:
        if isinstance(node, Coined):
            return change(node.meaning)
        if isinstance(node, EffectNode) and (said := node.meaning()) is not None:
            return change(placed(said, place_of(node)))
        return rebuild(node, change)

    changed: CardText = change(text)
    return changed
