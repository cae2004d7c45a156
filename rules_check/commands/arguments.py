"""Kinds of argument that several commands take."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def either(names: Sequence[str]) -> str:
    """Names as a choice: "a, b or c"."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


def positive(word: str) -> int:
    """A whole number from 1 on."""
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, found {number}")
    return number
