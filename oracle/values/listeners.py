"""Texts that listen: triggers, standing changes, abilities that can be used."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import APPEARANCE, State

ALWAYS, CONFRONTING, NOT_CONFRONTING = 0, 1, -1
"""When a text works: always, only while its player is Confronting, or only while not."""

OWN_TURN: Final = (a.Window.YOUR_TURN, a.Window.EACH_OF_YOUR_TURNS)
IN_CONFRONTATION: Final = a.Window.CONFRONTATION
FOES_TURN: Final = a.Window.FOES_TURN
REST_OF_GAME: Final = a.Window.REST_OF_GAME
OTHER_TURN: Final = a.Window.OTHER_TURN


def in_window(s: State, you: int, window: a.Window, team: tuple[int, ...]) -> bool:
    """Whether the game is in that stretch of time, seen by a player."""
    if s.phase == APPEARANCE and window is not REST_OF_GAME:
        return False
    if window in OWN_TURN:
        return s.active == you and s.phase != "end"
    if window is IN_CONFRONTATION:
        return s.confronted >= 0
    if window is FOES_TURN:
        return team[s.active] != team[you]
    if window is OTHER_TURN:
        return s.active != you
    return True


class Listener:
    """A text that waits for something: whose it is, on which card, and when it works.

    `since` is the number of facts at which a lasting text began to listen. `seats` and `kinds`
    say who and which cards can set it off at all, where that is known beforehand, and `window`
    in which stretch of time. `only` are the cards of which alone it speaks. `use` is how
    an ability is used, `place` and `verbs` where in a Watch it belongs; these are worked out
    when they are first asked for (`oracle.turns.using`, `oracle.standing.watch`).
    """

    __slots__ = (
        "asks",
        "frame",
        "key",
        "kinds",
        "node",
        "ongoing",
        "only",
        "place",
        "qualities",
        "seats",
        "since",
        "source",
        "use",
        "verbs",
        "when",
        "window",
        "you",
    )

    def __init__(
        self,
        you: int,
        source: int,
        node: Any,
        when: int = ALWAYS,
        ongoing: bool = False,
        key: tuple[Any, ...] = (),
        frame: Frame | None = None,
        since: int = 0,
    ) -> None:
        self.you = you
        self.source = source
        self.node = node
        self.when = when
        self.ongoing = ongoing
        self.key = key
        self.frame = frame
        self.since = since
        self.seats: tuple[int, ...] | None = None
        self.kinds: frozenset[int] | None = None
        self.qualities: frozenset[Any] = frozenset()
        self.only: tuple[int, ...] | None = None
        self.use: Any = None
        self.asks: Frame | None = None
        self.place: str | None = None
        self.verbs: tuple[a.Verb, ...] = ()
        self.window: a.Window | None = None

    def works(self, s: State) -> bool:
        """Whether it listens now: Confrontation text only while its player is Confronting."""
        if self.when == ALWAYS:
            return True
        confronting = s.confronted >= 0 and s.active == self.you
        return confronting if self.when == CONFRONTING else not confronting

    def is_awake(self, s: State, team: tuple[int, ...]) -> bool:
        """Whether it works now, and the game is in the stretch of time in which it waits."""
        window = self.window
        return self.works(s) and (window is None or in_window(s, self.you, window, team))

    def asking(self) -> Frame:
        """A frame in which its text is asked something; whoever gets it must not change it."""
        if self.frame is not None:
            return self.frame
        if self.asks is None:
            self.asks = Frame(self.you, self.source)
        return self.asks

    def new_frame(self) -> Frame:
        """A frame in which its text speaks."""
        return self.frame.copy() if self.frame is not None else Frame(self.you, self.source)


class Watch:
    """Everything that listens in one position.

    `waits` and `uses` keep what was worked out from the rest: who waits for what a player does,
    and the abilities that can be used with the options that name them.
    """

    __slots__ = (
        "bans",
        "character_costs",
        "costs",
        "granted",
        "grants",
        "lent",
        "live",
        "moments",
        "once",
        "refill",
        "texts",
        "uses",
        "verbs",
        "waits",
        "would",
    )

    def __init__(self) -> None:
        self.verbs: dict[a.Verb, list[Listener]] = {}
        self.moments: list[Listener] = []
        self.once: list[Listener] = []
        self.would: list[Listener] = []
        self.live: list[Listener] = []
        self.costs: list[Listener] = []
        self.character_costs: list[Listener] = []
        self.grants: list[Listener] = []
        self.granted: set[Any] = set()
        self.bans: list[Listener] = []
        self.refill: list[Listener] = []
        self.texts: list[Listener] = []
        self.lent: dict[int, int] = {}
        self.waits: dict[tuple[a.Verb, int], list[Listener]] = {}
        self.uses: list[tuple[Listener, Option]] | None = None

    @property
    def busy(self) -> bool:
        """Whether any text listens, or stands."""
        both = (self.verbs, self.moments, self.once, self.would, self.live, self.costs, self.texts)
        more = (self.character_costs, self.grants, self.bans, self.refill, self.lent)
        return any(both) or any(more)

    def who_waits(self, verb: a.Verb, player: int) -> list[Listener]:
        """The listeners that can be set off when a player does that."""
        found = self.waits.get((verb, player))
        if found is None:
            found = [x for x in self.verbs.get(verb, ()) if x.seats is None or player in x.seats]
            self.waits[verb, player] = found
        return found

    def can_hear(self, listener: Listener, kind: int) -> bool:
        """Whether a kind of card (-1: none) can set a listener off, as far as that is known."""
        kinds = listener.kinds
        if kinds is None or kind in kinds or kind < 0:
            return True
        return not self.granted.isdisjoint(listener.qualities)
