"""Kinds of argument that several commands take."""

from __future__ import annotations

import argparse


def positive(word: str) -> int:
    """A whole number from 1 on."""
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, found {number}")
    return number
