"""What happened, for readers of the trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple


class Event(NamedTuple):
    """Something that happened: `topic` leads to the rules that made it happen."""

    kind: str
    player: int
    cards: tuple[int, ...]
    detail: tuple[Any, ...]
    topic: str


event_of: Callable[[tuple[str, int, tuple[int, ...], tuple[Any, ...], str]], Event] = partial(
    tuple.__new__, Event
)
"""An Event from all of its values in order, in half the time."""

KINDS: Final = tuple(
    (
        "assist, attack, avoid, avoided, beside, block, buy, cancel, character, choose, commit, "
        "compare, confront, confrontation over, confrontation text, control, cost, deal, decline, "
        "done, end, teams, defeat, defend, destroy, discard, draw, empty deck, end of turn, "
        "first appearance, first "
        "player, flip, forbidden, gain, hit, immune, look at, lose power, moment, next version, "
        "no confrontation text, nothing, option, otherwise, out, over, pass, pay, play, play "
        "again, power, put, raise, receive, reckon, remove, replace, reshuffle, return, return to "
        "decks, reveal, rider, score, set aside, shuffle, speaks of, stack, starting deck, stays, "
        "stop, swap, team score, tie-break, total, trigger, turn, turn up, use, void, vp, winner"
    ).split(", ")
)
"""The kinds of events that there are."""
