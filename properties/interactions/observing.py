"""What the engine really does for a text: every task of it seen, with what it has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from rules_check.grammar.ast import Verb
from rules_check.oracle.game import Game
from rules_check.oracle.running.agenda import ANSWERS, TASKS
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Todo
from rules_check.oracle.values.zones import PER_PLAYER
from rules_check.properties.interactions.parts import Part

OF_PLAYERS: Final = (
    *(Part.HAND, Part.DECK, Part.DISCARD, Part.PLAY, Part.CHARACTERS, Part.SCORE, Part.PARKED),
)
"""The parts of a player's zones, by their numbers."""

SHARED: Final = (Part.LINE_UP, Part.MAIN_DECK, Part.DESTROYED, Part.REMOVED, Part.TABLE)
"""The parts of the shared zones, by their numbers."""


class Seen(NamedTuple):
    """What one task did for the text of a card: which verbs were done, which parts changed."""

    source: int
    frame: Frame
    verbs: frozenset[Verb]
    parts: frozenset[Part]


def take_observed(game: Game, s: State, option: Option, tell: Callable[[Seen], None]) -> None:
    """Take an answer as `Game.take` does, and tell of each task that a text had done."""
    choice = s.choice
    assert choice is not None
    s.choice = None
    task = choice.task
    _watched(game, s, lambda: ANSWERS[type(task)](game, s, task, option), tell)
    while goes_on(s):
        todo = s.agenda.pop()
        _watched(game, s, _does(game, s, todo), tell)


def goes_on(s: State) -> bool:
    """Whether nobody has to decide, and the game is not over."""
    return s.choice is None and s.result is None


def _does(game: Game, s: State, todo: Todo) -> Callable[[], Any]:
    return lambda: TASKS[type(todo)](game, s, todo)


def _watched(game: Game, s: State, does: Callable[[], Any], tell: Callable[[Seen], None]) -> None:
    if not s.frames:
        does()
        return
    frame = s.frames[-1]
    facts, turn = len(s.facts), s.turn
    zones, power, vp = s.zones[:], s.power[:], s.vp[:]
    result, confronted = s.result, s.confronted
    does()
    if s.turn != turn:
        return
    parts = {
        part_of(game, at)
        for at, (one, other) in enumerate(zip(zones, s.zones, strict=True))
        if one is not other and one != other
    }
    for part, changed in (
        (Part.POWER, power != s.power),
        (Part.VP, vp != s.vp),
        (Part.RESULT, result is not s.result),
        (Part.CONFRONTATION, confronted != s.confronted),
    ):
        if changed:
            parts.add(part)
    verbs = frozenset(fact[0] for fact in s.facts[facts:])
    if parts or verbs:
        tell(Seen(frame.source, frame, verbs, frozenset(parts)))


def part_of(game: Game, zone: int) -> Part:
    """The part of a position that a zone belongs to."""
    if zone < game.shared:
        return OF_PLAYERS[zone % PER_PLAYER]
    number = zone - game.shared
    return SHARED[number] if number < len(SHARED) else Part.STACKS
