"""What a check looks at: one card, its file, its ruleset and its meaning."""

from __future__ import annotations

from dataclasses import dataclass

from rules_check.grammar import ast as a
from rules_check.grammar.cardmodel import Card, CardFile
from rules_check.grammar.findings import Span
from rules_check.grammar.lexer import Vocabulary
from rules_check.grammar.parse import Parsed
from rules_check.grammar.questions import Nature
from rules_check.rules.model import Ruleset

NO_NAMES = Vocabulary(frozenset())


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
    names: Vocabulary = NO_NAMES
    """The names that the texts of this file may speak of."""

    def span(self, line: int, start: int, end: int) -> Span:
        """Offsets in a printed line as a place in the file."""
        return self.card.printed[line].span(start, max(end, start + 1))


def names_of(file: CardFile, ruleset: Ruleset | None) -> Vocabulary:
    """The names that texts of a file may speak of."""
    names = {card.name for card in file.cards} | set(file.names)
    if ruleset is not None:
        names |= {basic.name for basic in ruleset.basics} | set(ruleset.characters)
    return Vocabulary(frozenset(names), file.definitions)
