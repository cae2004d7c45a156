"""Numbers in a text that no game has a use for (RC212)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rules_check.checks.subject import Subject
from rules_check.glyphs import shorten
from rules_check.grammar.findings import Finding
from rules_check.grammar.lexer import Lexer, Word

LARGEST: Final = 200
"""The largest number in a text. No deck of the family has so many cards, and no player so much
Power; a text with a larger one would only keep the engine busy."""

_MAY_BE_LARGE = re.compile(rf"\d{{{len(str(LARGEST))},}}")
_SHOWN = 12


def check(subject: Subject, lexer: Lexer) -> Iterator[Finding]:
    """RC212 of one card, at the number; a number in the name of a card is no number."""
    for line, printed in enumerate(subject.card.printed):
        if _MAY_BE_LARGE.search(printed.text):
            for word in lexer.split(printed.text, subject.names):
                if is_too_large(word):
                    yield _too_large(subject, line, word)


def is_too_large(word: Word) -> bool:
    """Whether a word is a number that a text may not have."""
    text = word.text
    if word.is_name or not (text.isascii() and text.isdecimal()):
        return False
    digits = text.lstrip("0")
    return len(digits) > len(str(LARGEST)) or int(digits or "0") > LARGEST


def _too_large(subject: Subject, line: int, word: Word) -> Finding:
    return Finding(
        "RC212",
        f"the number {shorten(word.text, _SHOWN)} is too large: {LARGEST} is the largest in a text",
        subject.span(line, word.start, word.end),
        label="no game has so many",
        card=subject.card.name,
        help='write the number that you mean, or "all" or "any number of" if there is no limit',
    )
