"""Abilities: effects under their keywords, and the text of a whole card."""

from __future__ import annotations

from typing import TypeAlias

from rules_check.grammar.ast.base import Effect, Node, Question


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
    """Pay the cost to get the effect, as often as you like or once per card type."""

    cost: Effect
    effect: Effect
    once_per_type: bool = False


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


class Abilities(Node):
    """Several abilities that stand in one printed line."""

    abilities: tuple[Ability, ...]


Ability: TypeAlias = (
    "Plain | Attack | Defense | Block | BlockValue | FirstAppearance | WhenGained | Payment"
    " | Ongoing | Confrontation | Assist | Reminder | Abilities | Question[Ability]"
)


class CardText(Node):
    """The meaning of a card's text box: its abilities from top to bottom."""

    abilities: tuple[Ability, ...] = ()
