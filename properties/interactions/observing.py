"""What the engine really does for a text, heard while it does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rules_check.oracle.game import VERBS, CoreState, Game
from rules_check.oracle.quick.playing import told_since
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.zones import PER_PLAYER
from rules_check.properties.interactions.parts import Part

OF_PLAYERS: Final = (
    *(Part.HAND, Part.DECK, Part.DISCARD, Part.PLAY, Part.CHARACTERS, Part.SCORE, Part.PARKED),
)
"""The parts of a player's zones, by their numbers."""

SHARED: Final = (Part.LINE_UP, Part.MAIN_DECK, Part.DESTROYED, Part.REMOVED, Part.TABLE)
"""The parts of the shared zones, by their numbers."""

TOLD: Final = {
    "power": (Part.POWER,),
    "pay": (Part.POWER,),
    "vp": (Part.VP,),
    "over": (Part.RESULT,),
    "cancel": (Part.CONFRONTATION,),
    "confront": (Part.CONFRONTATION,),
    "reshuffle": (Part.DECK, Part.DISCARD),
}
"""The parts of a position that change with an event that is no move."""


FOLLOWS: Final = ("choose", "return")
"""What only goes before or after something else: a choice, and what goes back by itself."""


CORE_VERBS: Final = {"look at": "look"}
"""What is told by another word than the core has for it."""


class Heard(list[Event]):
    """A trace of which each event is told at once. What is gone through once more, because an
    answer was missing, is not told again."""

    def __init__(self, hear: Callable[[Event], None], again: int = 0) -> None:
        super().__init__()
        self.hear = hear
        self.again = again

    def append(self, event: Event) -> None:
        """One more event."""
        super().append(event)
        if self.again:
            self.again -= 1
        else:
            self.hear(event)


def take_heard(game: Game, s: CoreState, option: Option, hear: Callable[[Event], None]) -> None:
    """Take an answer, and tell each event while the position is what it is then."""
    core = s.core
    again = 0 if core.rest is None else told_since(core, core.rest)
    core.trace = Heard(hear, again)
    game.take(s, option)
    core.trace = None


class Seen(NamedTuple):
    """What the text of a card did: which verb, which parts of the position changed."""

    source: int
    verbs: frozenset[str]
    parts: frozenset[Part]


def take_observed(game: Game, s: CoreState, option: Option, tell: Callable[[Seen], None]) -> None:
    """Take an answer, and tell what each text does."""

    def hear(event: Event) -> None:
        frames = s.core.frames
        if not frames or frames[-1].this is None:
            return
        done = event.kind in VERBS and event.kind not in FOLLOWS
        verbs = {CORE_VERBS.get(event.kind, event.kind)} if done else set()
        parts = {*TOLD.get(event.kind, ())}
        if event.kind in MOVES and len(event.detail) == 2:
            parts |= {part_of(game, zone) for zone in event.detail}
        if verbs or parts:
            tell(Seen(frames[-1].this, frozenset(verbs), frozenset(parts)))

    take_heard(game, s, option, hear)


def part_of(game: Game, zone: int) -> Part:
    """The part of a position that a zone belongs to."""
    if zone < game.shared:
        return OF_PLAYERS[zone % PER_PLAYER]
    number = zone - game.shared
    return SHARED[number] if number < len(SHARED) else Part.STACKS
