"""Decisions: who decides, what about, and what can be answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final, NamedTuple

from rules_check.oracle.values.named import Named
from rules_check.oracle.values.option_forms import Option

NATURE: Final = -1
"""Who decides shuffles and random picks."""


class ChoiceKind(str):
    """What a decision is about: one of the texts below, each of which there is once.

    It is no enumeration since looking up a member of one is a slow call in Python 3.11.
    """

    __slots__ = ()

    SHUFFLE: ClassVar[ChoiceKind]
    RANDOM: ClassVar[ChoiceKind]
    FIRST_PLAYER: ClassVar[ChoiceKind]
    ANNOUNCE: ClassVar[ChoiceKind]
    MAIN: ClassVar[ChoiceKind]
    BLOCK: ClassVar[ChoiceKind]
    DEFEND: ClassVar[ChoiceKind]
    TRIGGER: ClassVar[ChoiceKind]
    CARD: ClassVar[ChoiceKind]
    ORDER: ClassVar[ChoiceKind]
    PLAYER: ClassVar[ChoiceKind]
    MAY: ClassVar[ChoiceKind]
    UNLESS: ClassVar[ChoiceKind]
    OPTION: ClassVar[ChoiceKind]
    NUMBER: ClassVar[ChoiceKind]
    VALUE: ClassVar[ChoiceKind]
    PARITY: ClassVar[ChoiceKind]

    def __new__(cls, text: str) -> ChoiceKind:
        """The kind with that text; ValueError if there is none."""
        if text not in CHOICE_KINDS:
            raise ValueError(f"no kind of choice: {text!r}")
        return CHOICE_KINDS[text]


CHOICE_KINDS: Final[dict[str, ChoiceKind]] = {}
"""The kinds of choice, by their texts: "main", "first player" …"""

for _name in ChoiceKind.__annotations__:
    _text = _name.lower().replace("_", " ")
    CHOICE_KINDS[_text] = str.__new__(ChoiceKind, _text)
    setattr(ChoiceKind, _name, CHOICE_KINDS[_text])


class Choice(NamedTuple):
    """Somebody has to decide: who, what about, and what can be answered.

    `asked_by` tells what asks. For a shuffle `cards` are to be put in order
    and there are no options. `source` is the card that asks, or -1.
    """

    player: int
    kind: ChoiceKind
    options: tuple[Option, ...]
    asked_by: Named
    cards: tuple[int, ...] = ()
    source: int = -1


choice_of: Callable[
    [tuple[int, ChoiceKind, tuple[Option, ...], Named, tuple[int, ...], int]], Choice
] = partial(tuple.__new__, Choice)
"""A Choice from all of its values in order, in half the time."""
