"""One game on today's engine and by the letter, side by side, compared at every decision.

The engine plays; the interpreter is told every answer and what chance decided, in the words of the
contract. Whoever decides, what can be answered, the position, and how cards moved must be the same.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, NoReturn

from rules_check.conform.cores import NOT_FORESEEN
from rules_check.conform.games import Table, ruleset_message
from rules_check.conform.letter import game_of
from rules_check.grammar import ast as a
from rules_check.oracle.conformance.comparing import differing
from rules_check.oracle.conformance.positions import (
    dump_action,
    dump_position,
    is_chance,
    nature_action,
)
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.letter.playing import Playing, Refused
from rules_check.oracle.letter.position import REMOVED, Fact
from rules_check.oracle.letter.protocol import position
from rules_check.oracle.players.drive import EndlessGame
from rules_check.oracle.quick.waiting import MOST_FACTS
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State

JSON = Any

LONG_TURN: Final = MOST_FACTS * 4 // 5
"""So much done in one turn, and a game is left: where an engine stops texts that set each other off
without end is its own matter."""

MOVES: Final = frozenset("draw discard destroy gain buy return remove pass defeat".split())
"""The events that are compared: these verbs mean the same to both, and both note who did them to
which card, from where and to where. The contract tells no events; what else an engine notes, and
how it counts it, is its own matter, and shows where a text speaks of it.

What was removed for a while and comes back at the end of the turn (HU-K10) is a step of that end to
the engine, which notes nothing, and a promise of the text by the letter, which notes a return."""


class Differs(Exception):
    """The two do not agree: in what, each with what the engine and what the letter has."""

    def __init__(self, found: list[tuple[str, JSON, JSON]], at: str) -> None:
        self.found = found
        self.at = at
        super().__init__("; ".join(path for path, _, _ in found))


class NeitherIsWrong(Exception):
    """The two may differ here, and no rule says who is right: why. The game is left."""


def left_open(s: State) -> str:
    """Why the two may differ now though neither is wrong; "" if they may not. This is the only
    place where a difference is let pass.

    - "+5 Power if you play or have played another Hero this turn. Otherwise, +2 Power": Power that
      is made up later is one of the engine's texts that wait, and its player is asked whether it
      or another comes first; by the letter it follows the game, and nobody is asked. The books say
      that it comes, not in which order with other texts of that moment.
    """
    waiting = s.choice is not None and s.choice.kind is ChoiceKind.TRIGGER
    if waiting and any(isinstance(node, a.If) and node.otherwise for _, _, node, *_ in s.pending):
        return "Power that is made up comes among other texts"
    return ""


class TooSlow(BaseException):
    """The interpreter takes too long. No `except Exception` keeps it from being noticed."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """So much time of the processor. Raises TooSlow."""

    def stop(_signal: int, _frame: object) -> NoReturn:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    # again and again, for what is raised while Python collects garbage is lost
    signal.setitimer(signal.ITIMER_PROF, max(seconds, 0.001), 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@lru_cache(maxsize=128)
def message_of(table: Table) -> dict[str, JSON]:
    """The message that tells of a game."""
    return ruleset_message(table)


class TwoEngines:
    """A game that both play. Raises Differs, NoCore (a text is refused), and EndlessGame."""

    def __init__(self, game: Game, table: Table, setup: dict[str, JSON]) -> None:
        self.game = game
        self.setup = setup
        self.table = table
        self.steps: list[dict[str, JSON]] = []
        self.letter: Playing | None = None

    def take(self, s: State, option: Option) -> None:
        """Take an answer as `Game.take` does; before a player decides, compare."""
        g = self.game
        if len(s.facts) > LONG_TURN:
            raise EndlessGame(LONG_TURN, s.turn)
        if is_chance(s):
            nature = self.steps[-1]["nature"] if self.steps else self.setup["nature"]
            nature.append(nature_action(g, s, option))
        else:
            self.compare(s)
            seat, action = g.seat(g.actor(s, option)), dump_action(g, s, option)
            self.steps.append({"actor": seat, "action": action, "nature": []})
        g.take(s, option)

    def compare(self, s: State) -> None:
        """Tell the interpreter the last step, and look at what it has."""
        if is_chance(s):
            return
        if why := left_open(s):
            raise NeitherIsWrong(why)
        try:
            self._tell()
        except Refused:
            raise Differs([("refused", False, True)], self._at(s)) from None
        except (ValueError, *NOT_FORESEEN) as error:
            told = f"{type(error).__name__}: {error}"
            raise Differs([(f"error {told:.100}", "", told)], self._at(s)) from error
        assert self.letter is not None
        expected = dump_position(self.game, s)
        found = [(x.path, x.expected, x.found) for x in differing(expected, position(self.letter))]
        if not found:
            moved, told_moved = moves(self.game, s), moves_by_letter(self.letter.table.pos.facts)
            at = s.core if isinstance(s, CoreState) else None
            if at is not None and at.unnoted:  # moves that no text can ask for are only counted
                moved, told_moved = (
                    [x for x in one if x[0] in at.g.recalled] for one in (moved, told_moved)
                )
            if moved != told_moved:
                both = 0
                while moved[both : both + 1] == told_moved[both : both + 1]:
                    both += 1
                found = [("events", moved[both:][:3], told_moved[both:][:3])]
        if found:
            raise Differs(found, self._at(s))

    def _tell(self) -> None:
        if self.letter is None:
            game = game_of(message_of(self.table), self.setup)
            self.letter = Playing(game, self.setup)
        else:
            last = self.steps[-1]
            self.letter.act(last["actor"], last["action"], last["nature"])

    def _at(self, s: State) -> str:
        """What was done last, and what the engine asks now."""
        done = self.steps[-1]["action"][0] if self.steps else self.setup["begin"]
        return f"after {done}, engine asks {s.choice.kind if s.choice else 'nothing'}"


def moves(g: Game, s: State) -> list[JSON]:
    """How cards have moved in this turn on the engine."""
    return [
        [str(verb), g.seat(by) if by >= 0 else None, g.card_id(card), g.zone_name(a), zone(g, b)]
        for verb, by, card, a, b, *_ in s.facts
        if verb in MOVES and card >= 0 and 0 <= a != b
    ]


def zone(g: Game, number: int) -> str | None:
    """A zone by its name."""
    return g.zone_name(number) if number >= 0 else None


def moves_by_letter(facts: tuple[Fact, ...]) -> list[JSON]:
    """The same by the letter."""
    return [
        [x.verb, x.by, x.card, x.from_, x.to]
        for x in facts
        if x.verb in MOVES and x.card is not None and x.from_ is not None and x.from_ != x.to
        if (x.verb, x.from_) != ("return", REMOVED)
    ]
