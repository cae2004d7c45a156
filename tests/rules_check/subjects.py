"""Cards as the checks see them, made from the text of a card file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.findings import Finding
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import Nature, ask, keywords_of
from rules_check.rules.load import RULESETS, load_ruleset

__all__ = ["OUR_SETS", "RULESETS", "marked", "marks", "one", "subjects", "subjects_of"]

ROOT = Path(__file__).parents[2]
OUR_SETS = sorted((ROOT / "cards").glob("*.txt"))


TYPES = {kind.value: kind for kind in a.CardType}
LINE = "Hero, cost 3, 1 VP, x2"

Check = Callable[[Subject], Iterator[Finding]]


def subjects_of(file: CardFile) -> list[Subject]:
    """Every card of a file as the subject of a check."""
    ruleset = load_ruleset(file.ruleset) if file.ruleset else None
    known = [*(basic.name for basic in ruleset.basics), *ruleset.characters] if ruleset else []
    names = vocabulary([*known, *file.names, *(card.name for card in file.cards)])
    found = []
    for card in file.cards:
        parsed = parse_lines([line.text for line in card.printed], names)
        kind = TYPES.get(str(card.line.type)) if card.line else None
        nature = Nature(card.name, kind, keywords_of(parsed.text))
        found.append(Subject(file, card, ruleset, parsed, ask(parsed.text, nature), nature))
    return found


def subjects(text: str) -> list[Subject]:
    """Every card of a card file's text."""
    return subjects_of(read_card_text(text, "cards.txt"))


def card_file(*printed: str, ruleset: str = "confrontations", line: str = LINE) -> str:
    """A card file with one card that has these printed lines."""
    rows = ("set: Night Watch", f"ruleset: {ruleset}", "", "Lamplighter", line, *printed)
    return "".join(f"{row}\n" for row in rows)


def one(*printed: str, ruleset: str = "confrontations", line: str = LINE) -> Subject:
    """One card with these printed lines."""
    (subject,) = subjects(card_file(*printed, ruleset=ruleset, line=line))
    return subject


def marked(subject: Subject, finding: Finding) -> str:
    """The author's words under the caret."""
    span = finding.span
    return subject.file.lines[span.line - 1][span.column - 1 : span.column - 1 + span.length]


def marks(check: Check, subject: Subject) -> list[tuple[str, str]]:
    """Code and words under the caret of all findings."""
    return [(finding.code, marked(subject, finding)) for finding in check(subject)]
