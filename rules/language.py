"""What a card text can leave open: the questions, and the answers that a ruling can give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple


class LanguageQuestion(NamedTuple):
    """A kind of doubt that comes up on many cards.

    `asks` puts it to people; `answers` has the words of rulings, each with its meaning in plain
    words. It is about the wording, or about the rules where the wording is clear.
    """

    about: Literal["wording", "rules"]
    asks: str
    answers: Mapping[str, str]


LANGUAGE_QUESTIONS: Final[Mapping[str, LanguageQuestion]] = {
    "and-or": LanguageQuestion(
        "wording",
        "one in each place, or that many in all?",
        {"each": "in each place", "total": "in all"},
    ),
    "attack-scope": LanguageQuestion(
        "wording",
        "part of the Attack, or not?",
        {"inside": "part of the Attack", "outside": "not part of the Attack"},
    ),
    "this-turn": LanguageQuestion(
        "wording",
        "when it may be done, or which cards are meant?",
        {"effect": "when it may be done", "clause": "which cards are meant"},
    ),
    "locked": LanguageQuestion(
        "rules",
        "counted once when the card is played, or all the time?",
        {"locked": "counted once", "live": "counted all the time"},
    ),
    "self": LanguageQuestion(
        "rules",
        "does the card count itself?",
        {"included": "it counts itself", "excluded": "it does not count itself"},
    ),
    "own-cost": LanguageQuestion(
        "rules",
        "may this card itself be the one that is discarded?",
        {"allowed": "this card or another", "other": "another card only"},
    ),
}
"""Every question that has a name."""

NAMELESS: Final = LanguageQuestion("wording", "this can be read in more than one way", {})
"""What is asked where readings differ in a way that has no name."""


def told(question: str) -> LanguageQuestion:
    """What is to be known of a question."""
    return LANGUAGE_QUESTIONS.get(question, NAMELESS)
