"""A state of a game, as far as whoever plays, watches and checks games asks for it.

It is plain data at every decision. `oracle.game` has the states of its engine under this face.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.events import Event

APPEARANCE: Final = "appearance"
"""The phase of a First Appearance, which belongs to nobody's turn."""


class Result(NamedTuple):
    """How the game ended. `scores` is empty when nobody counted; `tie_break` what decided a tie."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...] = ()
    tie_break: str = ""


class State:
    """One moment of a game.

    `zones` holds the cards of each zone, `where` the zone of each card. `facts` is what
    happened this turn: (verb, player, card, from zone, to zone). `used` lists abilities that
    were used up, `lasting` what lasts, `pending` the texts that wait, `frames` those that are
    carried out. `face_up` is the Super-Villain that was turned up last (-1: none): the top card of
    their stack lies face up if it is this one. `owners` names the owner of each card in play that
    lies before another player; every other card belongs to the player in whose zone it lies, or to
    nobody. `trace` is for readers, and does not belong to the identity of a state.
    """

    __slots__ = (
        "active",
        "announced",
        "choice",
        "confronted",
        "defeats",
        "face_up",
        "facts",
        "frames",
        "lasting",
        "order",
        "out",
        "owners",
        "pending",
        "phase",
        "power",
        "result",
        "serial",
        "spent",
        "trace",
        "turn",
        "used",
        "vp",
        "where",
        "zones",
    )

    zones: list[tuple[int, ...]]
    where: list[int]
    power: list[Any]
    spent: list[Any]
    vp: list[Any]
    order: tuple[int, ...]
    out: tuple[int, ...]
    turn: int
    active: int
    phase: str
    confronted: int
    announced: bool
    defeats: int
    face_up: int
    owners: dict[int, int]
    serial: int
    facts: Any
    lasting: Any
    used: Any
    pending: Any
    frames: Any
    choice: Choice | None
    result: Result | None
    trace: list[Event] | None

    def copy(self) -> State:
        """A state of its own in the same position, without the trace."""
        raise NotImplementedError

    def keep(self) -> Callable[[], State]:
        """This position for somebody who may want a copy of it when it has become another."""
        copy = self.copy()
        return lambda: copy

    def lasts(self) -> tuple[Any, ...]:
        """What lasts; the same object as before only if it is the same."""
        return tuple(self.lasting)

    def key(self) -> tuple[Any, ...]:
        """Everything that makes this position what it is, hashable."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())
