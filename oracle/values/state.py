"""The state of a game: plain data at every decision.

A state is changed in place by the engine and copied before it is changed by anyone who wants
to look ahead: `State.copy` costs a few microseconds, because zones are tuples that copies
share. Numbers that cards speak of (Power, costs, counts) are never keys in here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import Frame, Lasting
from rules_check.oracle.values.tasks import Todo

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
    were used up, `live` the Power that counts which follow the game gave so far. `agenda` is
    the stack of tasks, `frames` the stack of their frames. `face_up` is the Super-Villain that was
    turned up last (-1: none): the top card of their stack lies face up if it is this one.
    `owners` names the owner of each card in play that lies before another player; every other
    card belongs to the player in whose zone it lies, or to nobody. `watch` (which texts listen to
    what) is derived, `live_at` says when such counts were last looked at, and `trace` is for
    readers: none of these belongs to the identity of a state.
    """

    __slots__ = (
        "active",
        "agenda",
        "announced",
        "choice",
        "confronted",
        "defeats",
        "face_up",
        "facts",
        "frames",
        "lasting",
        "live",
        "live_at",
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
        "watch",
        "where",
        "zones",
    )

    def __init__(self, players: int, zones: int, cards: int) -> None:
        self.zones: list[tuple[int, ...]] = [()] * zones
        self.where: list[int] = [-1] * cards
        self.power: list[Any] = [0] * players
        self.spent: list[Any] = [0] * players
        self.vp: list[Any] = [0] * players
        self.order: tuple[int, ...] = tuple(range(players))
        self.out: tuple[int, ...] = ()
        self.turn = 0
        self.active = 0
        self.phase = "setup"
        self.confronted = -1
        self.announced = False
        self.defeats = 0
        self.face_up = -1
        self.owners: dict[int, int] = {}
        self.serial = 0
        self.facts: list[tuple[Any, ...]] = []
        self.lasting: list[Lasting] = []
        self.used: list[tuple[Any, ...]] = []
        self.live: dict[tuple[Any, ...], Any] = {}
        self.live_at = -1
        self.pending: list[tuple[Any, ...]] = []
        self.agenda: list[Todo] = []
        self.frames: list[Frame] = []
        self.choice: Choice | None = None
        self.result: Result | None = None
        self.watch: Any = None
        self.trace: list[Event] | None = None

    def copy(self) -> State:
        """A state of its own in the same position, without the trace."""
        new = State.__new__(State)
        new.zones = self.zones[:]
        new.where = self.where[:]
        new.power = self.power[:]
        new.spent = self.spent[:]
        new.vp = self.vp[:]
        new.order = self.order
        new.out = self.out
        new.turn = self.turn
        new.active = self.active
        new.phase = self.phase
        new.confronted = self.confronted
        new.announced = self.announced
        new.defeats = self.defeats
        new.face_up = self.face_up
        new.owners = self.owners.copy() if self.owners else {}
        new.serial = self.serial
        new.facts = self.facts[:]
        new.lasting = self.lasting[:]
        new.used = self.used[:]
        new.live = self.live.copy()
        new.live_at = self.live_at
        new.pending = self.pending[:]
        new.agenda = self.agenda[:]
        frames = self.frames
        new.frames = [frame.copy() for frame in frames] if frames else []
        new.choice = self.choice
        new.result = self.result
        new.watch = self.watch
        new.trace = None
        return new

    def keep(self) -> Callable[[], State]:
        """This position for somebody who may want a copy of it when it has become another."""
        copy = self.copy()
        return lambda: copy

    def lasts(self) -> tuple[Any, ...]:
        """What lasts; the same object as before only if it is the same."""
        return tuple(self.lasting)

    def key(self) -> tuple[Any, ...]:
        """Everything that makes this position what it is, hashable."""
        return (
            tuple(self.zones),
            tuple(self.power),
            tuple(self.spent),
            tuple(self.vp),
            self.order,
            self.out,
            self.turn,
            self.active,
            self.phase,
            self.confronted,
            self.announced,
            self.defeats,
            self.face_up,
            tuple(sorted(self.owners.items())),
            self.serial,
            tuple(self.facts),
            tuple(self.lasting),
            tuple(self.used),
            tuple(sorted(self.live.items(), key=repr)),
            tuple(self.pending),
            tuple(self.agenda),
            tuple(self.frames),
            self.choice,
            self.result,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())
