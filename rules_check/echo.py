"""How a card was read, in house style: the plain echo."""

from __future__ import annotations

from rules_check.checker import CardResult
from rules_check.glyphs import visible
from rules_check.grammar import ast as a
from rules_check.grammar.questions import settle
from rules_check.grammar.wording import explained

READING = "reading"
"""The question which of several readings is meant, that has no better name."""


def echo_card(result: CardResult) -> list[str]:
    """The card's name, and its text as it was read (questions answered as the book does).

    Most open questions are as open in the standard wording. Where it would say one reading only,
    each reading is written, with its number.
    """
    subject = result.subject
    answers = subject.ruleset.language_rulings(result.card.name) if subject.ruleset else {}
    chosen = {question: answer.answer for question, answer in answers.items()}
    head = visible(result.card.name)
    level = result.card.line.level if result.card.line else None
    if level is not None:
        head += f" (level {level})"
    if not result.understood:
        return [head, "  (not understood)"]
    text = settle(subject.text, chosen)
    ways = dict.fromkeys(key for found in _several_readings(text) for key in found.keys)
    lines = explained(text) or ["(no text)"]
    if ways:
        lines = [line for way in ways for line in _numbered(text, way)]
    return [head, *(f"  {visible(line)}" for line in lines)]


def _several_readings(text: a.CardText) -> list[a.Question[a.Node]]:
    """The questions of which the standard wording says the first reading only."""
    return [node for node in a.walk(text) if isinstance(node, a.Question) and node.id == READING]


def _numbered(text: a.CardText, way: str) -> list[str]:
    """One of several readings, behind its number."""
    number = f"{way.split()[-1]}. "
    first, *more = explained(settle(text, {READING: way}))
    return [number + first, *(" " * len(number) + line for line in more)]
