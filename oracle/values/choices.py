"""Decisions: who decides, what about, and what can be answered."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple

from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.tasks import Task

NATURE: Final = -1
"""Who decides shuffles and random picks."""


class ChoiceKind(StrEnum):
    """What a decision is about."""

    SHUFFLE = "shuffle"
    RANDOM = "random"
    FIRST_PLAYER = "first player"
    ANNOUNCE = "announce"
    MAIN = "main"
    BLOCK = "block"
    DEFEND = "defend"
    TRIGGER = "trigger"
    CARD = "card"
    ORDER = "order"
    PLAYER = "player"
    MAY = "may"
    UNLESS = "unless"
    OPTION = "option"
    NUMBER = "number"
    VALUE = "value"
    PARITY = "parity"


class Choice(NamedTuple):
    """Somebody has to decide: who, what about, and what can be answered.

    `task` goes on with the answer. For a shuffle `cards` are to be put in order and there are
    no options. `source` is the card that asks, or -1.
    """

    player: int
    kind: ChoiceKind
    options: tuple[Option, ...]
    task: Task
    cards: tuple[int, ...] = ()
    source: int = -1


choice_of: Callable[
    [tuple[int, ChoiceKind, tuple[Option, ...], Task, tuple[int, ...], int]], Choice
] = partial(tuple.__new__, Choice)
"""A Choice from all of its values in order, in half the time."""
