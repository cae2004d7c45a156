"""The parts of a position that texts read and change, and what one form says of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Part(StrEnum):
    """A part of a position: a kind of zone, or a number; whoever's it is."""

    HAND = "hand"
    DECK = "deck"
    DISCARD = "discard pile"
    PLAY = "cards in play"
    CHARACTERS = "Characters"
    SCORE = "score pile"
    PARKED = "under the Character"
    LINE_UP = "Line-Up"
    MAIN_DECK = "main deck"
    DESTROYED = "destroyed pile"
    REMOVED = "out of the game"
    TABLE = "table"
    STACKS = "stacks"
    POWER = "Power"
    VP = "VP"
    COST = "costs"
    QUALITY = "types and keywords"
    CONFRONTATION = "Confrontation"
    RESULT = "the end of the game"


Parts = frozenset[Part]

OWN: Final = frozenset({Part.HAND, Part.DECK, Part.DISCARD, Part.PLAY})
"""Where the cards of a player usually lie."""

ANYWHERE: Final = OWN | {Part.LINE_UP, Part.MAIN_DECK, Part.TABLE}
"""Where a card may lie of which nothing else is known."""


PARTS_OF: Final[dict[str, Parts]] = {
    "hand": frozenset({Part.HAND}),
    "deck": frozenset({Part.DECK}),
    "discard": frozenset({Part.DISCARD}),
    "inplay": frozenset({Part.PLAY}),
    "score": frozenset({Part.SCORE}),
    "characters": frozenset({Part.CHARACTERS}),
    "controlled": frozenset({Part.PLAY}),
    "owned": OWN,
    "under": frozenset({Part.PARKED}),
    "stack": frozenset({Part.STACKS}),
    "lineup": frozenset({Part.LINE_UP}),
    "main": frozenset({Part.MAIN_DECK}),
    "superstack": frozenset({Part.STACKS}),
    "destroyed": frozenset({Part.DESTROYED}),
    "table": frozenset({Part.TABLE}),
    "out": frozenset({Part.REMOVED}),
    "anywhere": ANYWHERE,
    "stacks": frozenset({Part.STACKS}),
}
"""The parts that a place of the core means; where a card lies, or comes from, depends on it."""

PART_OF_ATTRIBUTE: Final[dict[str, Part]] = {
    "cost": Part.COST,
    "price": Part.COST,
    "toll": Part.COST,
    "vp": Part.VP,
    "power": Part.POWER,
    "types": Part.QUALITY,
    "titles": Part.QUALITY,
    "keywords": Part.QUALITY,
    "level": Part.CHARACTERS,
    "character": Part.CHARACTERS,
    "controllers": Part.PLAY,
    "face": Part.PLAY,
    "text": Part.PLAY,
    "lineup_size": Part.LINE_UP,
    "newhand": Part.HAND,
}
"""The part of a position that an attribute belongs to; others are as printed, or of an event."""


class Touch(NamedTuple):
    """What a piece of text touches.

    `causes` are the verbs that it does, `listens` those for which it waits, `counts` those of
    which it asks whether they were done. `writes` and `reads` are parts of the position, `bans`
    the verbs that it forbids, `replaces` those in whose place it does something.
    """

    causes: frozenset[str] = frozenset()
    writes: Parts = frozenset()
    reads: Parts = frozenset()
    listens: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    bans: frozenset[str] = frozenset()
    replaces: frozenset[str] = frozenset()

    def with_(self, other: Touch) -> Touch:
        """What both touch together."""
        return Touch(
            self.causes | other.causes,
            self.writes | other.writes,
            self.reads | other.reads,
            self.listens | other.listens,
            self.counts | other.counts,
            self.bans | other.bans,
            self.replaces | other.replaces,
        )


NOTHING: Final = Touch()


def does(*verbs: str, writes: Parts | set[Part] = frozenset()) -> Touch:
    """A piece that does these verbs and changes these parts."""
    return Touch(causes=frozenset(verbs), writes=frozenset(writes))


def changes(*parts: Part, reads: tuple[Part, ...] = ()) -> Touch:
    """A piece that changes these parts and reads those."""
    return Touch(writes=frozenset(parts), reads=frozenset(reads))


def looks(*parts: Part) -> Touch:
    """A piece that reads these parts."""
    return Touch(reads=frozenset(parts))
