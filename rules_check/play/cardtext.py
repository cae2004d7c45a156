"""A card for people who play: its card line, and what it says in standard wording."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules_check.grammar import ast as a
from rules_check.grammar.wording import explained

if TYPE_CHECKING:
    from rules_check.oracle.box.card_kinds import Kind


def card_lines(kind: Kind, word: str = "Character") -> Iterator[str]:
    """The lines that describe a card; `word` is what the book calls a Character."""
    what = word if kind.character else (kind.type or "no card type")
    if a.Title.SUPER_VILLAIN in kind.titles:
        what = f"{what}, {a.Title.SUPER_VILLAIN}"
    level = f" {kind.level}" if kind.level else ""
    values = "" if kind.character and not kind.level else f", cost {kind.cost}, {kind.vp} VP"
    yield f"{kind.name}: {what}{level}{values}"
    for line in explained(kind.said):
        yield f"  {line}"
