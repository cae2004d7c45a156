"""Colours for a terminal, or none."""

from __future__ import annotations

from typing import Final

_STYLES: Final = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "place": "1",
    "gutter": "2",
    "related": "36",
    "advice": "1",
    "heading": "1",
    "rules": "2",
    "result": "1;32",
    "prompt": "1;36",
    "faint": "2",
}


class Paint:
    """Colours a text if colour is wanted."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        """The text in that style; a style that there is not leaves it as it is."""
        code = _STYLES.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text

    def named(self, line: str) -> str:
        """A line `name: text` with its name standing out; another line as it is."""
        name, colon, text = line.partition(": ")
        return self(name, "heading") + colon + text if colon else line
