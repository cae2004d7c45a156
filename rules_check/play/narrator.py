"""From events to lines that a person reads: what belongs together stands in one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from rules_check.oracle.trace.citing import MOVES
from rules_check.play.acts import NOBODY, Line, lines_of
from rules_check.play.secrets import UNSEEN, visible
from rules_check.play.tellers import Tellers, touches

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.events import Event

AHEAD: Final = frozenset({"moment", "raise", "reckon", "assist", "end", "done", "speaks of"})
"""Events that are told by the one after them; its line has their rules too."""

ENDS: Final = frozenset({"over", "return to decks", "score", "team score", "tie-break", "winner"})
"""The events of the end of the game, which is told by itself."""

PAYS: Final = ("buy.pays", "defeat.pays", "hunt.pays")
"""What is paid is told with what is paid for."""

SILENT: Final = (
    AHEAD
    | ENDS
    | frozenset(
        {
            "character",
            "starting deck",
            "stack",
            "set aside",
            "teams",
            "decline",
            "confrontation text",
            "no confrontation text",
            "otherwise",
            "rider",
            "empty deck",
            "confrontation over",
            "stays",
        }
    )
)
"""Events that are not told, because others tell the same."""


class Narrator(Tellers):
    """Tells events as a seat sees them (None: as somebody who sees all hands)."""

    def __init__(self, game: Game, seat: int | None = None) -> None:
        super().__init__(game)
        self._seat = seat
        self._shown: set[int] = set()
        self._waiting: list[Event] = []
        self._head: Line | None = None

    def lines(self, events: Iterable[Event], *, settled: bool = False) -> Iterator[Line]:
        """The lines that tell these events; to be called again with those that follow (`settled`:
        with something new, no Attack goes on)."""
        for event in events:
            if event.kind == "turn":
                self._end_attack()
                if (
                    self._acts and self._active != NOBODY
                ):  # nothing came of what was to be told with the next act
                    self._acts[-1].note(self._waiting)
                    self._waiting = []
                yield from self._flush()
                self._head = self._heading(event)
            else:
                self._tell(self._seen(event))
        if settled:
            self._end_attack()
        yield from self._flush()

    def knows(self, kind: str) -> bool:
        """Whether there are words for events of this kind."""
        return kind in self._tellers or kind in SILENT or kind in MOVES or kind == "turn"

    def _seen(self, event: Event) -> Event:
        """The event as the seat sees it: what all have seen in this turn is still known, until the
        end of the turn or a shuffle."""
        if event.kind == "end of turn":
            self._shown.clear()
        elif event.kind in UNSEEN:
            self._shown.difference_update(event.cards)
        elif event.kind == "reveal":
            self._shown.update(event.cards)
        elif event.kind in MOVES and self._shown.issuperset(event.cards):
            return event
        return visible(self._game, event, self._seat)

    def _tell(self, event: Event) -> None:
        """One event: its own words, or those of a move."""
        before = self._said()
        if self._hit and touches(self._game, event, self._hit):
            self._hit = ()
        if event.kind in SILENT:
            self._assists = self._assists or event.kind == "assist"
            if event.kind == "speaks of":
                self._villain = ""  # from here on players are told what to do
            if event.kind == "reckon" and event.detail:
                self._printed = event.detail[0]
            if event.topic.startswith("confront.declined") and self._head is not None:
                self._head = self._head.with_event(event)  # it says which kind of turn this is
                return
            if event.kind not in ENDS:
                self._note(event, ahead=event.kind in AHEAD)
            return
        if event.kind in self._tellers:
            self._tellers[event.kind](event)
        elif event.kind in MOVES:
            self._move(event)
        else:
            self._tail(event, f"{event.kind}: {self._say.cards(event.cards)}")
        if self._said() != before and self._active != NOBODY:
            self._acts[-1].note(self._waiting, first=not self._acts[-1].told)
            self._waiting = []
        self._note(event, ahead=event.topic.startswith(PAYS))

    def _said(self) -> tuple[int, int]:
        """How much has been told."""
        return len(self._acts), sum(len(act.told) for act in self._acts[-1:])

    def _note(self, event: Event, *, ahead: bool = False) -> None:
        """The event stands behind what was told last, or (`ahead`) what is told next."""
        if ahead or not self._acts:
            self._waiting.append(event)
        else:
            self._acts[-1].note([event])

    def _heading(self, event: Event) -> Line:
        self._active = event.player
        self._power = {}
        self._confronting = False
        self._shown.clear()
        events = (*self._waiting, event)
        self._waiting = []
        turn, *cost = event.detail
        return Line(f"Turn {turn}: {self._say.character(event.cards[0], *cost)}", 0, events)

    def _flush(self) -> Iterator[Line]:
        if self._head is not None:
            yield self._head
            self._head = None
        acts, self._acts = self._acts, []
        if acts and self._active == NOBODY:
            yield Line("Set-up", 0, tuple(self._waiting))
            self._waiting = []
        yield from lines_of(acts, self._active, self._say)
