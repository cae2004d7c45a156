"""Options of a card in its own words."""

from __future__ import annotations

from rules_check.oracle.box.cards import Box
from rules_check.oracle.values.events import Event


def printed_words(g: Box, card: int, line: int, start: int, end: int) -> str:
    """The words of a card between two places of a line, as a sentence; "" if it has none there."""
    printed = g.kinds[card].printed
    words = printed[line][start:end].strip(" .,;:") if line < len(printed) else ""
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def chosen_words(g: Box, event: Event) -> str:
    """What the option of a card says that was chosen; its number where that is not known."""
    number, *where = event.detail
    if len(where) == 3:
        return printed_words(g, event.cards[0], *where) or f"option {number + 1}"
    return f"option {number + 1}"
