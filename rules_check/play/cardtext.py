"""A card for people who play: its card line, and what it says in standard wording."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules_check.grammar.wording import explained

if TYPE_CHECKING:
    from rules_check.oracle.box.card_kinds import Kind


def card_lines(kind: Kind) -> Iterator[str]:
    """The lines that describe a card."""
    what = "Character" if kind.character else (kind.type or "Weakness")
    level = f" {kind.level}" if kind.level else ""
    yield f"{kind.name}: {what}{level}, cost {kind.cost}, {kind.vp} VP"
    for line in explained(kind.said):
        yield f"  {line}"
