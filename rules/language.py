"""What a card text can leave open: the questions, and the answers that a ruling can give."""

from __future__ import annotations

from typing import Final

from rules_check.rules.patterns import LanguageQuestion, questions

__all__ = ["NAMELESS", "LanguageQuestion", "asked_in_rulings", "told"]

NAMELESS: Final = LanguageQuestion("wording", "this can be read in more than one way", {})
"""What is asked where readings differ in a way that has no name."""


def told(question: str) -> LanguageQuestion:
    """What is to be known of a question."""
    return questions().get(question, NAMELESS)


def asked_in_rulings() -> tuple[str, ...]:
    """The questions whose answer is a wording, so that a ruling can name one (`language`)."""
    return tuple(one.id for one in questions().values() if not one.switch)
