"""The game of a witness in a few lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rules_check.properties.symbolic.ends import (
    CHARACTER_COST,
    CONFRONTED,
    NOT_ALLOWED,
    Ending,
    Witness,
)

WIDTH = 96

FOLLOWS = (CONFRONTED, CHARACTER_COST)
"""What is there with one text only, because something else is: that is told."""


def told(witness: Witness, first: str, second: str) -> tuple[str, ...]:
    """Where the game begins, what is done, and what comes of it with either text.

    `first` and `second` are what the two texts are called.
    """
    lines = list(_wrapped("; ".join(witness.position)))
    if witness.cards:
        lines.extend(_wrapped("; ".join(witness.cards)))
    common = _common(witness.first.actions, witness.second.actions)
    if common:
        lines.extend(_wrapped("; ".join(common)))
    width = max(len(first), len(second)) + 2
    for name, ending, side in ((first, witness.first, 1), (second, witness.second, 2)):
        rest = [*ending.actions[len(common) :], _outcome(witness, ending, side)]
        lines.extend(_wrapped("; ".join(rest), f"{name + ':':{width}}"))
    return tuple(lines)


def in_short(witness: Witness, first: str, second: str) -> tuple[str, ...]:
    """The same, a line each: where the game begins and what is done, then either outcome."""
    common = _common(witness.first.actions, witness.second.actions)
    cards = [f"{card[: card.index(':')]} ({card[card.index(':') + 2 :]})" for card in witness.cards]
    begins = "; ".join([*witness.position, *cards])
    lines = [f"{begins}: {'; '.join(common)}" if common else begins]
    for name, ending, side in ((first, witness.first, 1), (second, witness.second, 2)):
        rest = [*ending.actions[len(common) :], _outcome(witness, ending, side)]
        lines.append(f"{name}: {'; '.join(rest)}")
    return tuple(lines)


def _wrapped(text: str, start: str = "") -> Iterator[str]:
    yield from textwrap.wrap(
        text, WIDTH, initial_indent=start, subsequent_indent=" " * (len(start) or 2)
    )


def _common(first: tuple[str, ...], second: tuple[str, ...]) -> list[str]:
    found = []
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        found.append(one)
    return found


def _outcome(witness: Witness, ending: Ending, side: int) -> str:
    if ending.end == NOT_ALLOWED:
        return "this is not allowed"
    found = [x for x in witness.differences() if x[0] != NOT_ALLOWED[0][0]]
    worth = [x for x in found if not (x[0].startswith(FOLLOWS) and "nothing" in x)] or found
    apart = [f"{name}: {one if side == 1 else other}" for name, one, other in worth]
    return "then " + ", ".join(apart)
