"""What a scenario sees at one point of a game, and the words it has for seats and cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules_check.grammar.findings import closest
from rules_check.oracle.game import Game, Refused
from rules_check.oracle.values.choices import NATURE, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import AssistWith, BlockWith, DefendWith, ParkCard, PlayCard
from rules_check.oracle.values.state import State

AMOUNTS: Final = frozenset({"power", "pay", "cost", "lose power", "vp", "total"})
"""Events whose first detail is a number worth telling."""

FROM_HAND: Final = (PlayCard, AssistWith, DefendWith, BlockWith, ParkCard)
"""What is done with a card of the hand."""


BETWEEN_ACTIONS: Final = (ChoiceKind.ANNOUNCE, ChoiceKind.MAIN)
"""Decisions that wait for the next action of a turn: nothing is half done."""


class UnreadableLine(ValueError):
    """A line of a scenario that has no known form: the line, and what is wrong with it."""

    def __init__(self, line: str, problem: str) -> None:
        self.line = line
        self.problem = problem
        super().__init__(f"{line!r}: {problem}")

    def __reduce__(self) -> tuple[type[UnreadableLine], tuple[str, str]]:
        return UnreadableLine, (self.line, self.problem)


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of a game: the state, the rules cited up to now, and the names of all cards."""

    game: Game
    state: State
    cited: frozenset[str]
    known: frozenset[str]

    def events(self) -> list[Event]:
        """Everything that has happened since the given position."""
        return list(self.state.trace or ())

    def card_name(self, card: int) -> str:
        """The name of a card; a Character has its level behind it."""
        return card_name(self.game, card)

    def offered(self) -> list[str]:
        """Every action that is possible now, with its actor: `P1: play Punch`."""
        choice = self.state.choice
        return [offer(self.game, self.state, option) for option in choice.options] if choice else []

    def option(self, action: str) -> Option:
        """What an action means, offered or not; of a card in the player's own hand if there is
        one of that name. ValueError if it is no action at all."""
        who, _, label = action.partition(": ")
        option = self.game.parse(self.state, label)
        if isinstance(option, FROM_HAND) and who != seat_text(NATURE):
            for card in self.game.zone(self.state, "hand", parse_seat(who)):
                if self.game.name(card) == self.game.name(option.card):
                    return type(option)(card)
        return option

    def refusal(self, action: str) -> Refused | None:
        """Why the action is refused now; None if it is not."""
        return self.game.refuse(self.state, self.option(action))

    def unknown_names(self, names: Iterable[str]) -> str:
        """What is wrong if a name belongs to no card of the game; empty if all are known."""
        unknown = sorted(set(names) - self.known)
        if not unknown:
            return ""
        near = closest(unknown[0], self.known)
        meant = f"; did you mean {near!r}?" if near else ""
        return f"no card of this game is called {unknown[0]!r}{meant}"


def open_decision(state: State) -> str:
    """Who has to decide, and what about, where a game cannot be left: `P2 may`. Empty between the
    actions of a turn, where a player does what comes next, and when the game is over."""
    choice = state.choice
    if choice is None or choice.kind in BETWEEN_ACTIONS:
        return ""
    return f"{seat_text(choice.player)} {choice.kind}"


def offer(game: Game, state: State, option: Option) -> str:
    """An action with its actor, as scenarios write it."""
    return f"{seat_text(game.actor(state, option))}: {game.label(state, option)}"


def card_name(game: Game, card: int) -> str:
    """The name of a card; a Character has its level behind it."""
    level = game.kinds[card].level
    return f"{game.name(card)} {level}" if level else game.name(card)


def seat_text(seat: int) -> str:
    """`P1` to `P5`, or `nature`."""
    return "nature" if seat == NATURE else f"P{seat + 1}"


# ------------------------------------------------------------------------- writing


def parse_cards(text: str) -> tuple[str, ...]:
    """The names of a list such as `Punch x2, Weakness`, repeated as often as it says."""
    names: list[str] = []
    for item in text.split(","):
        match = re.fullmatch(r"(\S.*?)(?: x(\d+))?", item.strip())
        if match is None:
            raise UnreadableLine(text, "a name is missing between two commas")
        names += [match[1]] * int(match[2] or 1)
    return tuple(names)


def cards_text(names: Iterable[str]) -> str:
    """Names as `parse_cards` reads them, in alphabetical order; `empty` for none."""
    counted = sorted(Counter(names).items())
    return ", ".join(name if n == 1 else f"{name} x{n}" for name, n in counted) or "empty"


def parse_seat(text: str) -> int:
    """The seat, counted from 0, of `P1` to `P5`."""
    match = re.fullmatch("P([1-5])", text)
    if match is None:
        raise UnreadableLine(text, "expected P1, P2, P3, P4 or P5")
    return int(match[1]) - 1


def event_text(at: Moment, event: Event) -> str:
    """An event as scenarios write it."""
    names = [at.card_name(card) for card in event.cards]
    who = [seat_text(event.player)] if event.player >= 0 else []
    return " ".join([event.kind, *who, ", ".join(names)]).rstrip()


def event_line(at: Moment, event: Event) -> str:
    """An event as a transcript tells it: with its amount, and the rules behind it."""
    amount = f": {event.detail[0]}" if event.kind in AMOUNTS and event.detail else ""
    cites = ", ".join(at.game.rules_of(event))
    return f"{event_text(at, event)}{amount}{f' ({cites})' if cites else ''}"


def missing_seat(game: Game, line: str) -> str:
    """What is wrong if a line speaks of a player who is not there; empty if nobody is missing."""
    for seat in re.findall(r"\bP[1-5]\b", line):
        if parse_seat(seat) >= game.players:
            return f"there is no {seat}: the players of this game are {' and '.join(game.seats)}"
    return ""
