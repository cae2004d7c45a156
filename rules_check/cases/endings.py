"""What the end of a turn brings, as far as it matters later: cards that are drawn or come into the
Line-Up, and the shuffling before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Final

from rules_check.oracle.trace.citing import MOVES

if TYPE_CHECKING:
    from rules_check.oracle.values.events import Event

BEGINS: Final = frozenset({"turn", "first appearance"})
"""What comes after the end of a turn."""


def at_end(event: Event) -> bool:
    """Whether it is one of the moves that the rules make at the end of every turn."""
    return event.topic.startswith("end.") and event.kind in MOVES


def at_ends(events: Sequence[Event]) -> set[int]:
    """The numbers of the events at the end of a turn."""
    ends, ending = set[int](), False
    for at, event in enumerate(events):
        ending = (ending or event.kind == "end of turn") and event.kind not in BEGINS
        if ending:
            ends.add(at)
    return ends


def brought(
    events: Sequence[Event],
    needed: Mapping[int, Set[int]],
    line_up: int,
    is_told: Callable[[Event], bool],
) -> set[int]:
    """The numbers of the events at the end of a turn by which a card comes to where it is told of
    later or is needed, and of the shuffling before them."""
    ends = at_ends(events)
    found, later, drawn = set[int](), set[int](), set[int]()
    for at in reversed(range(len(events))):
        later |= needed.get(at + 1, set())
        event, cards = events[at], set(events[at].cards)
        if event.kind == "reshuffle":
            if at in ends and not drawn.isdisjoint(cards):
                found.add(at)
            drawn -= cards
        elif at_end(event):
            comes = event.kind == "draw" or event.detail[-1:] == (line_up,)
            if comes and not later.isdisjoint(cards):
                found.add(at)
                drawn |= cards
            later -= cards
        elif is_told(event):
            later |= cards
    return found
