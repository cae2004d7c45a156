"""Pairs of cards run on unknown positions, both with their text. Needs Z3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.playable import unplayable
from rules_check.properties.interactions.games import Shown
from rules_check.properties.interactions.links import links_of
from rules_check.properties.interactions.search import Budget
from rules_check.properties.interactions.together import may_break
from rules_check.properties.model import Property
from rules_check.properties.registry import PROVED
from rules_check.properties.symbolic.company import Together, prove_together
from rules_check.properties.symbolic.obligations import of_card
from rules_check.properties.symbolic.prove import prove

PATHS: Final = 150
"""So many paths are explored for either card in the company of the other."""

PAIR_PATHS: Final = 8_000
"""The same where pairs are all that is asked for."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What is known of two cards together: `kept` (up to a bound), `refuted` (with the game),
    `alone` (one of them breaks it by itself), or `unknown` (and why)."""

    cards: tuple[CardDef, ...]
    word: str
    paths: int
    shown: Shown | None = None
    why: str = ""


def touching(cards: Sequence[CardDef]) -> list[tuple[CardDef, ...]]:
    """The pairs of cards whose texts touch the same: only these can break something together."""
    links = links_of([card for card in cards if not unplayable(card)])
    return [
        tuple(links.cards[name] for name in sorted(pair))
        for pair, between in links.pairs.items()
        if len(pair) == 2 and any(map(may_break, between))
    ]


def prove_pair(
    playset: PlaySet,
    cards: tuple[CardDef, ...],
    properties: Sequence[Property] = PROVED,
    *,
    bound: int = 1,
    max_paths: int = PAIR_PATHS,
    seconds: float | None = None,
) -> Pair:
    """Whether two cards keep together what each keeps alone: either is tried in every situation
    while the other is there."""
    paths = 0
    told, lacking = [], False
    touched = _touched(playset, cards, properties)
    for card, company in (cards, cards[::-1]):
        found = prove_together(
            playset, card, company, touched, bound=bound, max_paths=max_paths, seconds=seconds
        )
        paths += found.paths
        lacking = lacking or bool(found.why)
        told.append(_told(card, company, found))
        if found.word == "refuted":
            if _keeps_alone(playset, cards, found):
                return Pair(cards, "refuted", paths, _shown(cards, found))
            return Pair(cards, "alone", paths)
    if lacking:
        return Pair(cards, "unknown", paths, why="; ".join(told))
    return Pair(cards, "kept", paths)


def _told(card: CardDef, company: CardDef, found: Together) -> str:
    """What was looked at of a card in the company of another, and why that is not all."""
    which = f"{card.name} in the company of {company.name}"
    if not found.why:
        return f"{which}: all {found.paths:,} paths keep everything"
    return f"{which}: {found.why}; the {found.paths:,} that were looked at break nothing"


def _touched(
    playset: PlaySet, cards: tuple[CardDef, ...], properties: Sequence[Property]
) -> list[Property]:
    """The properties that one of the cards can touch."""
    both = [prop for card in cards for prop in of_card(playset, card, properties).properties]
    return list(dict.fromkeys(prop for prop in both if prop.statement is not None))


def refute_together(
    playset: PlaySet,
    cards: tuple[CardDef, ...],
    budget: Budget,
    properties: Sequence[Property] = PROVED,
) -> Shown | None:
    """A game in which two cards break an invariant that each keeps alone; from any position."""
    touched = _touched(playset, cards, properties)
    for card, company in (cards, cards[::-1]):
        most = max(1, min(PATHS, budget.left))
        found = prove_together(playset, card, company, touched, max_paths=most)
        budget.left = max(0, budget.left - found.paths)
        budget.spent += found.paths
        if found.word == "refuted" and _keeps_alone(playset, cards, found):
            return _shown(cards, found)
    return None


def _keeps_alone(playset: PlaySet, cards: tuple[CardDef, ...], found: Together) -> bool:
    assert found.property is not None
    for card in cards:
        alone = prove(playset, of_card(playset, card, [found.property]), max_paths=2 * PATHS)
        if any(verdict.word == "refuted" for verdict in alone.verdicts):
            return False
    return True


def _shown(cards: tuple[CardDef, ...], found: Together) -> Shown:
    assert found.property is not None
    assert found.game is not None
    names = " and ".join(f'"{card.name}"' for card in cards)
    return Shown(
        "together",
        cards,
        f"{names} break {found.property.name} together; each of them keeps it alone",
        found.game.position,
        found.game.cards,
        found.game.actions,
        (f"broken: {found.game.broken}",),
    )
