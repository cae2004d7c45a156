"""The state of a game: plain data at every decision.

A state is changed in place by the engine and copied before it is changed by anyone who wants
to look ahead: `State.copy` costs a few microseconds, because zones are tuples that copies
share. Numbers that cards speak of (Power, costs, counts) are never keys in here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

NATURE: Final = -1
"""Who decides shuffles and random picks."""

Option: TypeAlias = tuple[Any, ...]
"""What can be done: a verb, then its cards, seats, numbers or words."""

Task: TypeAlias = tuple[Any, ...]
"""What is still to be done: a name of the task table, then plain data."""


class Choice(NamedTuple):
    """Somebody has to decide: who, what about, and what can be answered.

    `task` goes on with the answer. For a shuffle `cards` are to be put in order and there are
    no options. `source` is the card that asks, or -1.
    """

    player: int
    kind: str
    options: tuple[Option, ...]
    task: Task
    cards: tuple[int, ...] = ()
    source: int = -1


class Event(NamedTuple):
    """Something that happened: `topic` leads to the rules that made it happen."""

    kind: str
    player: int
    cards: tuple[int, ...]
    detail: tuple[Any, ...]
    topic: str


choice_of: Callable[[tuple[int, str, tuple[Option, ...], Task, tuple[int, ...], int]], Choice] = (
    partial(tuple.__new__, Choice)
)
event_of: Callable[[tuple[str, int, tuple[int, ...], tuple[Any, ...], str]], Event] = partial(
    tuple.__new__, Event
)
"""A Choice and an Event from all of their values in order, in half the time."""


class Result(NamedTuple):
    """How the game ended. `scores` is empty when nobody counted; `tie_break` what decided a tie."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...] = ()
    tie_break: str = ""


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


class Lasting(NamedTuple):
    """Something that goes on for a while: a changed cost, a trigger, a grant, a ban.

    `what` names it, `node` is the text it comes from, `until` when it ends: ("turn",), or
    ("moment", point, player), or ("game",), or ("event",). `number` is a value fixed when it
    began, `frame` what its words refer to, `serial` tells it from others.
    """

    what: str
    you: int
    source: int
    node: Any
    until: Task
    number: Any = 0
    player: int = -1
    frame: Frame | None = None
    serial: int = 0


class State:
    """One moment of a game.

    `zones` holds the cards of each zone, `where` the zone of each card. `facts` is what
    happened this turn: (verb, player, card, from zone, to zone). `used` lists abilities that
    were used up, `live` the Power that counts which follow the game gave so far. `agenda` is
    the stack of tasks, `frames` the stack of their frames. `watch` (which texts listen to
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
        "facts",
        "frames",
        "lasting",
        "live",
        "live_at",
        "order",
        "out",
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
        self.serial = 0
        self.facts: list[tuple[Any, ...]] = []
        self.lasting: list[Lasting] = []
        self.used: list[tuple[Any, ...]] = []
        self.live: dict[tuple[Any, ...], Any] = {}
        self.live_at = -1
        self.pending: list[tuple[Any, ...]] = []
        self.agenda: list[Task] = []
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
