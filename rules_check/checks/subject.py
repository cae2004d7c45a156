"""What a check looks at: one card, its file, its ruleset and its meaning."""

from __future__ import annotations

from dataclasses import dataclass

from grammar import ast as a
from grammar.cardfile import Card, CardFile
from grammar.findings import Span
from grammar.parse import Parsed
from grammar.questions import Nature
from rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class Subject:
    """One card to check.

    `text` is its meaning with the questions about the rules asked; it is what was
    understood, so it may lack sentences where `parsed` has troubles.
    """

    file: CardFile
    card: Card
    ruleset: Ruleset | None
    parsed: Parsed
    text: a.CardText
    nature: Nature

    def span(self, line: int, start: int, end: int) -> Span:
        """Offsets in a printed line as a place in the file."""
        return self.card.printed[line].span(start, max(end, start + 1))
