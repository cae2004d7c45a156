"""Players: whoever decides. A player gets its own options and gives one of them back.

A player sees the whole state, so one that is to be fair looks only at what its seat may see
(`oracle.seen`). Randomness comes from the generator that a player is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Protocol

from rules_check.oracle.game import Game
from rules_check.oracle.players.greedy import GreedyPlayer
from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PASS
from rules_check.oracle.values.state import State

__all__ = [
    "PASS",
    "PLAYERS",
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "ScriptEnded",
    "ScriptedPlayer",
]


class Player(Protocol):
    """Decides for one seat."""

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        """One of `options`: those of `choice` that are this player's (or, for a partner who
        could assist, their cards and PASS). `state` must not be changed."""


class RandomPlayer:
    """Takes any option, each as likely as the others."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def decide(
        self,
        game: Game,  # noqa: ARG002 (what it does not look at)
        state: State,  # noqa: ARG002
        choice: Choice,  # noqa: ARG002
        options: Sequence[Option],
    ) -> Option:
        """One of the options."""
        return options[int(self._random() * len(options))]


class ScriptEnded(Exception):
    """A scripted player is asked more than it has answers for, or has another answer."""


class ScriptedPlayer:
    """Gives the answers it was made with, one after the other."""

    def __init__(self, answers: Iterable[Option]) -> None:
        self._answers = iter(answers)

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        """The next answer. Raises ScriptEnded if there is none or it is not offered."""
        answer = next(self._answers, None)
        if answer is None:
            raise ScriptEnded(f"no answer is left for {choice.kind}")
        if answer not in options:
            offered = ", ".join(game.label(state, option) for option in options)
            raise ScriptEnded(f"{game.label(state, answer)} is not offered; there are {offered}")
        return answer


PLAYERS: Mapping[str, Callable[[Random], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}
"""The players that need nothing but a generator, by the names people call them."""
