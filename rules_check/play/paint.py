"""Colours for a terminal, or none."""

from __future__ import annotations

from typing import Final

_STYLES: Final = {"heading": "1", "rules": "2", "result": "1;32", "prompt": "1;36", "faint": "2"}


class Paint:
    """Colours a text if colour is wanted."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        """The text in that style."""
        code = _STYLES.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text
