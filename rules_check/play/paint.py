"""Colours for a terminal, or none."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterator
from typing import IO, Final

_STYLES: Final = {"heading": "1", "rules": "2", "result": "1;32", "prompt": "1;36", "faint": "2"}


class Paint:
    """Colours a text if colour is wanted."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        """The text in that style."""
        code = _STYLES.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text


def fitted(line: str, stream: IO[str]) -> Iterator[str]:
    """A line in parts that the terminal can show without breaking a word; elsewhere, as it is."""
    width = shutil.get_terminal_size().columns - 1 if stream.isatty() else 0
    seen = _CODES.sub("", line)
    if width < _LEAST or len(seen) <= width:
        yield line
        return
    codes = _CODES.findall(line)
    start, end = (codes[0], codes[-1]) if len(codes) > 1 else ("", "")
    indent = " " * (len(seen) - len(seen.lstrip()))
    parts = textwrap.wrap(
        seen.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield from (f"{start}{part}{end}" for part in parts)


_CODES: Final = re.compile(r"\x1b\[[0-9;]*m")
_LEAST: Final = 20
"""A narrower terminal is let alone."""
