"""What each ability of a card listens to and what it causes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.per_object import PerObject
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import CardDef
from rules_check.properties.interactions.parts import NOTHING, Touch
from rules_check.properties.interactions.touches import TOUCHES


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """One ability of a card: its number on the card from 1, its meaning, and what it touches.

    `text` is the whole text of the card with its references bound, `said` the ability in the
    standard wording.
    """

    card: CardDef
    number: int
    node: a.Ability
    text: a.CardText
    touch: Touch
    said: str

    @property
    def key(self) -> str:
        """A name of its own: the card, its Level, and which of its abilities."""
        return f"{label(self.card)} #{self.number}"


def label(card: CardDef) -> str:
    """The name under which a card is told, with its Level."""
    return f"{card.name} {card.level}" if card.level else card.name


def abilities_of(card: CardDef) -> tuple[Ability, ...]:
    """The abilities of a card, each with what it touches."""
    text, said = _bound_and_said(card)
    return tuple(
        Ability(card, number, node, text, touch_of(node, text), words)
        for number, (node, words) in enumerate(zip(_single(text.abilities), said, strict=True), 1)
        if not isinstance(node, (a.Assist, a.Reminder))
    )


@PerObject
def _bound_and_said(card: CardDef) -> tuple[a.CardText, tuple[str, ...]]:
    """The text of a card with its references bound, and each of its abilities in standard wording:
    the same cards are asked for again with each company."""
    meant = a.meant(card.text)
    return bind(meant), tuple(map(_wording, _single(meant.abilities)))


def _wording(ability: a.Ability) -> str:
    return " / ".join(wording(a.CardText((ability,))))


def _single(abilities: tuple[a.Ability, ...]) -> Iterator[a.Ability]:
    for ability in abilities:
        if isinstance(ability, a.Abilities):
            yield from _single(ability.abilities)
        else:
            yield ability


ASKS: Final = (a.ConditionNode, a.CountOf, a.Highest, a.MostHeld, a.AttributeOf, a.WhoTail)
"""What asks how things are: a place in it is looked at, and not only taken from."""


def touch_of(node: a.Node, text: a.CardText, asked: bool = False) -> Touch:
    """What a piece of text touches, with all that stands in it."""
    asked = asked or isinstance(node, ASKS)
    found = own_touch(node, text)
    if isinstance(node, a.Place) and not asked:
        found = NOTHING
    for child in a.children(node):
        inner = touch_of(child, text, asked)
        if isinstance(node, a.Forbid) and child is node.effect:
            inner = Touch(reads=inner.reads, counts=inner.counts, bans=inner.causes)
        elif isinstance(node, (a.Cannot, a.PlayersDid)) and child is node.effect:
            inner = Touch(reads=inner.reads, counts=inner.causes | inner.counts)
        found = found.with_(inner)
    return found


def own_touch(node: a.Node, text: a.CardText) -> Touch:
    """What a node touches by itself. A class from outside that has no entry, but whose base has
    one, touches what that touches; nouns without an entry touch nothing."""
    for kind in type(node).__mro__:
        entry = TOUCHES.get(kind)
        if entry is not None:
            return entry if isinstance(entry, Touch) else entry(node, text)
    return NOTHING
