"""What there is to prove of a set: for each card and rule, the properties that it can touch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.properties.citations import applies
from rules_check.properties.model import Property
from rules_check.properties.registry import PROVED
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.game import SymbolicGame
from rules_check.properties.symbolic.rules import rules_of


@dataclass(frozen=True, slots=True)
class Obligation:
    """A card or a rule, and the properties that it has to keep."""

    label: str
    card: CardDef | None
    rule: str
    properties: tuple[Property, ...]


def obligations(
    playset: PlaySet,
    cards: Iterable[CardDef] | None = None,
    wanted: Iterable[Property] = PROVED,
) -> list[Obligation]:
    """The obligations of a set, or of some cards and the rules; of all or some properties."""
    chosen = tuple(prop for prop in wanted if applies(prop, playset.ruleset.name))
    found: list[Obligation] = []
    for rule in rules_of(SymbolicGame(playset, None, Explorer())):
        kept = tuple(prop for prop in chosen if prop in rule.properties)
        found.append(Obligation(rule.name, None, rule.name, kept))
    for card in playset.cards() if cards is None else cards:
        found.append(of_card(playset, card, chosen))
    return [obligation for obligation in found if obligation.properties]


def of_card(playset: PlaySet, card: CardDef, wanted: Iterable[Property] = PROVED) -> Obligation:
    """The obligation of one card; of all or some properties."""
    nodes = list(a.walk(card.text))
    touched = tuple(
        prop
        for prop in wanted
        if prop.statement is not None
        and applies(prop, playset.ruleset.name)
        and prop.statement.touches(playset, nodes)
    )
    return Obligation(label(card), card, "", touched)


def label(card: CardDef) -> str:
    """The name under which a card is listed."""
    return f"{card.name} {card.level}" if card.level else card.name
