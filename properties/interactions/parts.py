"""The parts of a position that texts read and change, and what one node says of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from rules_check.grammar.ast import Verb, Zone


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


PART_OF: Final = {
    Zone.HAND: Part.HAND,
    Zone.DECK: Part.DECK,
    Zone.DISCARD_PILE: Part.DISCARD,
    Zone.PLAY: Part.PLAY,
    Zone.FRONT: Part.PLAY,
    Zone.SCORE_PILE: Part.SCORE,
    Zone.UNDER_CHARACTER: Part.PARKED,
    Zone.UNDER_THIS: Part.PARKED,
    Zone.LINE_UP: Part.LINE_UP,
    Zone.MAIN_DECK: Part.MAIN_DECK,
    Zone.DESTROYED_PILE: Part.DESTROYED,
    Zone.OUT_OF_GAME: Part.REMOVED,
    Zone.TABLE: Part.TABLE,
    Zone.STACK: Part.STACKS,
    Zone.SUPER_VILLAIN_STACK: Part.STACKS,
}
"""The part that a word of the card language for a place means."""

OWN: Final = frozenset({Part.HAND, Part.DECK, Part.DISCARD, Part.PLAY})
"""Where the cards of a player usually lie."""

ANYWHERE: Final = OWN | {Part.LINE_UP, Part.MAIN_DECK, Part.TABLE}
"""Where a card may lie of which nothing else is known."""


class Touch(NamedTuple):
    """What a piece of text touches.

    `causes` are the verbs that it does, `listens` those for which it waits, `counts` those of
    which it asks whether they were done. `writes` and `reads` are parts of the position, `bans`
    the verbs that it forbids.
    """

    causes: frozenset[Verb] = frozenset()
    writes: frozenset[Part] = frozenset()
    reads: frozenset[Part] = frozenset()
    listens: frozenset[Verb] = frozenset()
    counts: frozenset[Verb] = frozenset()
    bans: frozenset[Verb] = frozenset()

    def with_(self, other: Touch) -> Touch:
        """What both touch together."""
        return Touch(
            self.causes | other.causes,
            self.writes | other.writes,
            self.reads | other.reads,
            self.listens | other.listens,
            self.counts | other.counts,
            self.bans | other.bans,
        )


NOTHING: Final = Touch()


def does(*verbs: Verb, writes: frozenset[Part] | set[Part] = frozenset()) -> Touch:
    """A piece that does these verbs and changes these parts."""
    return Touch(causes=frozenset(verbs), writes=frozenset(writes))


def changes(*parts: Part, reads: tuple[Part, ...] = ()) -> Touch:
    """A piece that changes these parts and reads those."""
    return Touch(writes=frozenset(parts), reads=frozenset(reads))


def looks(*parts: Part) -> Touch:
    """A piece that reads these parts."""
    return Touch(reads=frozenset(parts))
