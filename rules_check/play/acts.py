"""What a player does and what follows from it, gathered until it is told in a line or two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules_check.oracle.values.events import Event
from rules_check.play.phrases import Phrases

NOBODY = -1
Gained = tuple[tuple[Any, ...], tuple[int, ...]]
"""A gain that was told: the move, and the cards."""


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
    """One thing more that is told of an act: on its line, or (`below`) on a line of its own with
    the events behind it. `power` marks the Power that the player has now."""

    text: str
    below: bool = False
    power: bool = False
    events: list[Event] = field(default_factory=list)


@dataclass
class Act:
    """One thing a player does.

    `said` tells it; plays and purchases have `names` instead, so that several can be told
    together. `told` follows in the order in which it happened: on the same line until something
    is told of others, from there on (and from an Attack on) on lines of their own. An act that is
    only a reason (`reason`) is not told if nothing came of it. `run` is the move that was told
    last, with its `cards`: more of the same are added to it; `gained` is a gain before it.
    `events` are those of the first line, `source` is the card whose text works.
    """

    seat: int
    said: str = ""
    names: list[str] = field(default_factory=list)
    told: list[Note] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    attack: bool = False
    reason: bool = False
    card: int = -1
    source: int = -1
    run: tuple[Any, ...] = ()
    cards: list[int] = field(default_factory=list)
    gained: Gained | None = None

    @property
    def below(self) -> bool:
        """Whether the line of the act is full: what comes now stands on a line of its own."""
        return self.attack or any(note.below for note in self.told)

    def add(self, said: str, *, below: bool = False, power: bool = False) -> None:
        """Tell one thing more."""
        self.run = ()
        if power and not below and self.told and self.told[-1].power:
            self.told[-1].text = said
        else:
            self.told.append(Note(said, below, power))

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
            self.add(words(cards), below=below)
            self.cards = list(cards)
            self.run = key
            return
        self.cards.extend(cards)
        self.told[-1].text = words(self.cards)

    def note(self, events: Iterable[Event], *, first: bool = False) -> None:
        """Events belong to what was told last; `first`: before those that are there."""
        found = self.told[-1].events if self.told and self.told[-1].below else self.events
        at = 0 if first else len(found)
        found[at:at] = events

    @property
    def simple(self) -> bool:
        """Whether nothing is told of it but the Power after it."""
        return all(note.power and not note.below for note in self.told)

    def joins(self, other: Act) -> bool:
        """Whether this act and the next are told together."""
        return (
            self.simple
            and other.simple
            and bool(self.names and other.names)
            and (self.said == PLAYS or not self.told)
            and (self.seat, self.said) == (other.seat, other.said)
        )

    def join(self, other: Act) -> None:
        """Tell the next act together with this one."""
        self.names += other.names
        self.events += other.events
        self.told = other.told or self.told


PLAYS = "plays"


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
    tails = [note.text for note in act.told if not note.below]
    if act.reason and not act.told:
        return
    who = "" if act.seat in {active, NOBODY} else say.who(act.seat)
    depth = 1
    if who and not act.names and (act.reason or not act.said):
        depth = 2  # somebody does something in the turn of another
        did = "; ".join(f"has {n.text}" if n.power else n.text for n in act.told if not n.below)
        by = "own ability" if act.said == f"by {who}" else act.said
        first = f"{who} {did}{f' ({by})' if by else ''}" if did else ""
    else:
        first = " ".join(part for part in (who, act.said, _counted(act.names)) if part)
        if tails:
            first = f"{first}: {'; '.join(tails)}" if first else "; ".join(tails)
    if first and (tails or not act.reason or not who):
        yield Line(first, depth, tuple(act.events))
    for note in act.told:
        if note.below:
            yield Line(note.text, 1 if active == NOBODY else 2, tuple(note.events))


def _counted(names: Iterable[str]) -> str:
    """Names with their numbers: "Punch x3", "Kick x2 for 3 each"."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    said = []
    for name, number in counts.items():
        card, _, price = name.rpartition(" for ")
        each = f"{card} x{number} for {price} each" if price.isdigit() else f"{name} x{number}"
        said.append(name if number == 1 else each)
    return ", ".join(said)
