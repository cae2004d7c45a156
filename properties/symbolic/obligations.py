"""What there is to prove of a set: for each card and rule, the invariants that it can touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.properties.symbolic.claims import CLAIMS, HEADLINES, Claim
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.game import SymbolicGame
from rules_check.properties.symbolic.rules import CONFRONTING, POWER, WEAKNESSES, rules_of

V = a.Verb


@dataclass(frozen=True, slots=True)
class Obligation:
    """A card or a rule, and the invariants that it has to keep."""

    label: str
    card: CardDef | None
    rule: str
    claims: tuple[str, ...]

    def claim_list(self) -> tuple[Claim, ...]:
        """The claims behind the names."""
        return tuple(claim for claim in CLAIMS if claim.name in self.claims)


def obligations(
    playset: PlaySet, cards: Iterable[CardDef] | None = None, wanted: Iterable[str] = ()
) -> list[Obligation]:
    """The obligations of a set, or of some cards and the rules; of all or some invariants."""
    chosen = tuple(wanted) or tuple(claim.name for claim in CLAIMS)
    found: list[Obligation] = []
    for rule in rules_of(SymbolicGame(playset, None, Explorer())):
        found.append(_narrowed(rule.name, None, rule.name, rule.claims, chosen))
    for card in playset.cards() if cards is None else cards:
        found.append(of_card(playset, card, chosen))
    return [obligation for obligation in found if obligation.claims]


def of_card(playset: PlaySet, card: CardDef, wanted: Iterable[str] = ()) -> Obligation:
    """The obligation of one card; of all or some invariants."""
    chosen = tuple(wanted) or tuple(claim.name for claim in CLAIMS)
    return _narrowed(label(card), card, "", tuple(touches(playset, card)), chosen)


def _narrowed(
    label: str, card: CardDef | None, rule: str, claims: Iterable[str], chosen: tuple[str, ...]
) -> Obligation:
    return Obligation(label, card, rule, tuple(name for name in chosen if name in claims))


def label(card: CardDef) -> str:
    """The name under which a card is listed."""
    return f"{card.name} {card.level}" if card.level else card.name


def touches(playset: PlaySet, card: CardDef) -> Iterator[str]:
    """The invariants that a card can touch: the headlines, and what its effects are about."""
    yield from HEADLINES
    nodes = list(a.walk(card.text))
    if any(_buys_or_cancels(node) for node in nodes):
        yield CONFRONTING
    if any(isinstance(node, POWER_NODES) or _buys_or_cancels(node) for node in nodes):
        yield POWER
    weaknesses = {basic.name for basic in playset.ruleset.basic("weakness")}
    returning = playset.ruleset.parameters.get("destroy.returns_to_stack", ())
    if any(_reaches_stack(node, weaknesses, bool(returning)) for node in nodes):
        yield WEAKNESSES


POWER_NODES = (a.Power, a.PayPower, a.DoublePower, a.Payment, a.ChangeCost)


def _buys_or_cancels(node: a.Node) -> bool:
    match node:
        case a.Move(V.BUY) | a.CancelConfrontation():
            return True
        case _:
            return False


def _reaches_stack(node: a.Node, weaknesses: set[str], destroying: bool) -> bool:
    match node:
        case a.NameNoun(name):
            return name in weaknesses
        case a.Place(a.Zone.STACK):
            return True
        case a.Move(V.RETURN, _, None):
            return True
        case a.Move(V.DESTROY):
            return destroying
        case _:
            return False
