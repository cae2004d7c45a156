"""What the end of a turn brings, as far as it matters later: cards that are drawn or come into the
Line-Up, and the shuffling before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
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
    short = set[int]()  # who finds nothing to draw later: what they drew before is why
    for at in reversed(range(len(events))):
        later |= needed.get(at + 1, set())
        event, cards = events[at], set(events[at].cards)
        if event.kind == "reshuffle":
            if at in ends and not drawn.isdisjoint(cards):
                found.add(at)
            drawn -= cards
        elif at_end(event):
            comes = event.kind == "draw" or event.detail[-1:] == (line_up,)
            needs_all = event.kind == "draw" and event.player in short
            if comes and (needs_all or not later.isdisjoint(cards)):
                found.add(at)
                drawn |= cards
            later -= cards
        elif at not in ends and event.kind == "nothing" and event.topic.endswith(".draw"):
            short.add(event.player)
        elif is_told(event):
            later |= cards
    return found | set(_with_the_rest(events, found, ends))


def _with_the_rest(events: Sequence[Event], found: Set[int], ends: Set[int]) -> Iterator[int]:
    """What a player draws and shuffles at the end of a turn besides: all of it is told, or none."""
    turns = [at for at, event in enumerate(events) if event.kind == "end of turn"]
    drew = {(_turn_of(turns, at), events[at].player) for at in found if events[at].kind == "draw"}
    for at in ends:
        event = events[at]
        draws = event.kind == "reshuffle" or (event.kind == "draw" and at_end(event))
        if draws and (_turn_of(turns, at), event.player) in drew:
            yield at


def _turn_of(turns: Sequence[int], at: int) -> int:
    """How many turns had ended."""
    return sum(turn <= at for turn in turns)
