"""Paragraphs of a report in lines of one width."""

from __future__ import annotations

import textwrap
from typing import Final

from rules_check.fitting import page_width

WIDTH: Final = 96


def fold(start: str, text: str, indent: int | None = None) -> list[str]:
    """Lines of a paragraph; ids are never broken at their hyphen."""
    if indent is None:
        indent = 5 if start.strip()[:1].isdigit() else 4
    return textwrap.wrap(
        text,
        page_width(WIDTH),
        initial_indent=start,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
