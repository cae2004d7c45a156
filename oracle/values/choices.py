"""Decisions: who decides, what about, and what can be answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from rules_check.oracle.values.tasks import Task

NATURE: Final = -1
"""Who decides shuffles and random picks."""

Option: TypeAlias = tuple[Any, ...]
"""What can be done: a verb, then its cards, seats, numbers or words."""


class Choice(NamedTuple):
    """Somebody has to decide: who, what about, and what can be answered.

    `task` goes on with the answer. For a shuffle `cards` are to be put in order and there are
    no options. `source` is the card that asks, or -1.
    """

    player: int
    kind: str
    options: tuple[Option, ...]
    task: Task
    cards: tuple[int, ...] = ()
    source: int = -1


choice_of: Callable[[tuple[int, str, tuple[Option, ...], Task, tuple[int, ...], int]], Choice] = (
    partial(tuple.__new__, Choice)
)
"""A Choice from all of its values in order, in half the time."""
