"""What a player does and what follows from it, gathered until it is told in a line or two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules_check.oracle.values.events import Event
from rules_check.play.phrases import Phrases

NOBODY = -1


class Line(NamedTuple):
    """A line of the transcript: how deep it stands, and the events it tells."""

    text: str
    depth: int = 1
    events: tuple[Event, ...] = ()

    def with_event(self, event: Event) -> Line:
        """The line with one event more behind it."""
        return self._replace(events=(*self.events, event))


@dataclass
class Note:
    """One thing more that is told of an act, on a line of its own, and the events behind it."""

    text: str
    events: list[Event] = field(default_factory=list)


@dataclass
class Act:
    """One thing a player does.

    `said` tells it; plays and purchases have `names` instead, so that several can be told
    together. `tails` follow on the same line and `below` on lines of their own: from an
    Attack on (`attack`) everything does. An act that is only a reason (`reason`) is not told
    if nothing came of it. `run` is the move that was told last, with its `cards`: more of the
    same are added to it. `events` are those of the first line.
    """

    seat: int
    said: str = ""
    names: list[str] = field(default_factory=list)
    power: int | None = None
    tails: list[str] = field(default_factory=list)
    below: list[Note] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    attack: bool = False
    reason: bool = False
    card: int = -1
    run: tuple[Any, ...] = ()
    cards: list[int] = field(default_factory=list)
    told_below: bool = False

    def add(self, said: str, *, below: bool = False) -> None:
        """Tell one thing more."""
        self.run = ()
        self.told_below = below or self.attack
        if self.told_below:
            self.below.append(Note(said))
        else:
            self.tails.append(said)

    def add_move(
        self,
        key: tuple[Any, ...],
        cards: Sequence[int],
        words: Callable[[Sequence[int]], str],
        *,
        below: bool,
    ) -> None:
        """Tell of cards that moved, together with those that moved in the same way before."""
        if self.run != key:
            self.cards = list(cards)
            self.add(words(self.cards), below=below)
            self.run = key
            return
        self.cards.extend(cards)
        if self.told_below:
            self.below[-1].text = words(self.cards)
        else:
            self.tails[-1] = words(self.cards)

    def note(self, event: Event) -> None:
        """An event belongs to what was told last."""
        (self.below[-1].events if self.told_below else self.events).append(event)

    def joins(self, other: Act) -> bool:
        """Whether this act and the next are told together."""
        simple = not (self.tails or self.below or other.tails or other.below)
        return (
            simple
            and bool(self.names and other.names)
            and (self.seat, self.said) == (other.seat, other.said)
        )

    def join(self, other: Act) -> None:
        """Tell the next act together with this one."""
        self.names += other.names
        self.events += other.events
        self.power = self.power if other.power is None else other.power


def lines_of(acts: Sequence[Act], active: int, say: Phrases) -> Iterator[Line]:
    """The lines that tell these acts; the player whose turn it is need not be named."""
    told: list[Act] = []
    for act in acts:
        if told and told[-1].joins(act):
            told[-1].join(act)
        else:
            told.append(act)
    for act in told:
        yield from _lines(act, active, say)


def _lines(act: Act, active: int, say: Phrases) -> Iterator[Line]:
    tails = [*([] if act.power is None else [f"Power {act.power}"]), *act.tails]
    if act.reason and not tails and not act.below:
        return
    who = "" if act.seat in {active, NOBODY} else say.who(act.seat)
    if who and act.reason:
        who += ","
    first = " ".join(part for part in (who, act.said, _counted(act.names)) if part)
    if tails:
        first = f"{first}: {'; '.join(tails)}" if first else "; ".join(tails)
    if first:
        yield Line(first, 1, tuple(act.events))
    for note in act.below:
        yield Line(note.text, 2 if first else 1, tuple(note.events))


def _counted(names: Iterable[str]) -> str:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(
        name if number == 1 else f"{name} x{number}" for name, number in counts.items()
    )
