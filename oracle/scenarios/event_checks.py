"""Checks of a scenario about what happened: `event: draw P1 Punch`, `no event: draw P2`."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass

from rules_check.grammar.findings import closest
from rules_check.oracle.scenarios.moments import (
    Moment,
    UnreadableLine,
    event_text,
    parse_cards,
    parse_seat,
)
from rules_check.oracle.values.events import KINDS, Event


@dataclass(frozen=True, slots=True)
class Check:
    """An expectation about one moment."""

    @abstractmethod
    def problem(self, at: Moment) -> str:
        """What is not as expected; empty if all is."""

    def rules(self, at: Moment) -> tuple[str, ...]:  # noqa: ARG002
        """The rules behind the answer, where the check itself asks the engine for one."""
        return ()


@dataclass(frozen=True, slots=True)
class EventForm:
    """A kind of event, if wanted with its player and cards that take part in it."""

    kind: str
    seat: int | None
    cards: tuple[str, ...]

    def places(self, at: Moment) -> list[int]:
        """Where in the trace such events stand."""
        return [place for place, event in enumerate(at.events()) if self._fits(at, event)]

    def _fits(self, at: Moment, event: Event) -> bool:
        return (
            event.kind == self.kind
            and (self.seat is None or event.player == self.seat)
            and Counter(self.cards) <= Counter(at.card_name(card) for card in event.cards)
        )


@dataclass(frozen=True, slots=True)
class Happened(Check):
    """Such an event has happened, or has not."""

    event: EventForm
    wanted: bool

    def problem(self, at: Moment) -> str:
        """See `Check`."""
        if bool(self.event.places(at)) == self.wanted:
            return "" if self.wanted else at.unknown_names(self.event.cards)
        return f"happened: {_happened(at)}"


@dataclass(frozen=True, slots=True)
class Before(Check):
    """Both events have happened, and each of the first kind before each of the second."""

    first: EventForm
    second: EventForm

    def problem(self, at: Moment) -> str:
        """See `Check`."""
        first, second = self.first.places(at), self.second.places(at)
        if first and second and first[-1] < second[0]:
            return ""
        return f"happened: {_happened(at)}"


def _happened(at: Moment) -> str:
    return "; ".join(event_text(at, event) for event in at.events()) or "nothing"


def read_event(text: str) -> EventForm:
    """An event as a check writes it. Raises UnreadableLine for a kind that never happens."""
    match = re.fullmatch(r"(?P<kind>.+?)(?: (?P<who>P[1-5])(?: (?P<cards>.+))?)?", text)
    assert match is not None
    if (kind := match["kind"]) not in KINDS:
        near = closest(kind, KINDS)
        meant = f"did you mean {near!r}?" if near else "cards stand behind a player: draw P1 Punch"
        raise UnreadableLine(text, f"no event is called {kind!r}; {meant}")
    seat = parse_seat(match["who"]) if match["who"] else None
    return EventForm(kind, seat, parse_cards(match["cards"]) if match["cards"] else ())


def happened_before(match: re.Match[str]) -> Check:
    """The check that the first event of a line came before the second."""
    return Before(read_event(match["first"]), read_event(match["second"]))
