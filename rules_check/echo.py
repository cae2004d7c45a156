"""How a card was read, in house style: the plain echo."""

from __future__ import annotations

from rules_check.checker import CardResult
from rules_check.glyphs import visible
from rules_check.grammar.questions import settle
from rules_check.grammar.wording import explained


def echo_card(result: CardResult) -> list[str]:
    """The card's name, and its text as it was read (questions answered as the book does)."""
    subject = result.subject
    answers = subject.ruleset.language_rulings(result.card.name) if subject.ruleset else {}
    chosen = {question: answer.answer for question, answer in answers.items()}
    head = visible(result.card.name)
    level = result.card.line.level if result.card.line else None
    if level is not None:
        head += f" (level {level})"
    if not result.understood:
        return [head, "  (not understood)"]
    lines = explained(settle(subject.text, chosen))
    return [head, *(f"  {visible(line)}" for line in lines or ["(no text)"])]
