"""What the words of a text refer to, and what goes on for a while."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.values.named import Named


class Frame:
    """What the words of a text refer to while it is carried out.

    `you` is the player the text calls so, `source` the card, `actor` the player of whom the
    current sentence speaks, `it` the cards spoken of last, `shown` the cards revealed or
    looked at, `way` what this text did: (verb, player, card). `that` is the player spoken of,
    `did` whether the last thing was done, `doers` and `missed` who did it and who did not.
    `targets` are the players an Attack is aimed at (None: no Attack), `avoided` those who
    avoided it, `used` the Defenses already shown against it.
    """

    __slots__ = (
        "actor",
        "avoided",
        "did",
        "doers",
        "it",
        "many",
        "missed",
        "shown",
        "source",
        "targets",
        "that",
        "used",
        "value",
        "way",
        "you",
    )

    def __init__(self, you: int, source: int) -> None:
        self.you = you
        self.source = source
        self.actor = you
        self.it: tuple[int, ...] = ()
        self.shown: tuple[int, ...] = ()
        self.way: tuple[tuple[str, int, int], ...] = ()
        self.that = -1
        self.did = True
        self.doers: tuple[int, ...] = ()
        self.missed: tuple[int, ...] = ()
        self.many: Any = 0
        self.value: tuple[Any, ...] = ()
        self.targets: tuple[int, ...] | None = None
        self.avoided: tuple[int, ...] = ()
        self.used: tuple[int, ...] = ()

    def copy(self) -> Frame:
        """A frame of its own with the same values."""
        new = Frame.__new__(Frame)
        new.you = self.you
        new.source = self.source
        new.actor = self.actor
        new.it = self.it
        new.shown = self.shown
        new.way = self.way
        new.that = self.that
        new.did = self.did
        new.doers = self.doers
        new.missed = self.missed
        new.many = self.many
        new.value = self.value
        new.targets = self.targets
        new.avoided = self.avoided
        new.used = self.used
        return new

    def key(self) -> tuple[Any, ...]:
        """All values in a fixed order."""
        return tuple(getattr(self, name) for name in Frame.__slots__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


class Until(Named):
    """When something that lasts is over."""


class EndOfTurn(Until):
    """At the end of this turn."""

    tag = "turn"


class EndOfGame(Until):
    """Not before the game is."""

    tag = "game"


class AtMoment(Until):
    """At the start or the end of a player's turn."""

    tag = "moment"
    point: str
    player: int


class AtEvent(Until):
    """When something happens."""

    tag = "event"
    event: a.Event


class AfterConfrontation(Until):
    """At the end of a turn in which a Confrontation was announced."""

    tag = "kept"


TURN, GAME = EndOfTurn(), EndOfGame()


class Lasting(NamedTuple):
    """Something that goes on for a while: a changed cost, a trigger, a grant, a ban.

    `what` names it, `node` is the text it comes from, `until` when it ends. `number` is a value
    fixed when it began, `frame` what its words refer to, `serial` tells it from others.
    """

    what: str
    you: int
    source: int
    node: Any
    until: Until
    number: Any = 0
    player: int = -1
    frame: Frame | None = None
    serial: int = 0
