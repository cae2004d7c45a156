"""A game on the reference engine, driven by the messages of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_check.oracle.conformance.positions import dump_position, is_chance, load_action
from rules_check.oracle.conformance.setups import state_of
from rules_check.oracle.game import Game, Refused
from rules_check.oracle.values.state import State

JSON = Any


class NatureError(ValueError):
    """What chance is said to decide cannot be."""


class Playing:
    """One game: the position, and how much of what chance decides was left over last time."""

    def __init__(self, game: Game, setup: Mapping[str, JSON]) -> None:
        self.game = game
        self.state: State = state_of(game, setup)
        self.left = 0
        self._chance(setup["nature"])

    def act(self, step: Mapping[str, JSON]) -> None:
        """Carry out a step. Raises Refused, and then nothing has changed."""
        g, s = self.game, self.state
        try:
            option = load_action(g, s, step["action"])
        except ValueError as error:
            raise Refused("choice.unknown", str(error)) from error
        refused = g.refuse(s, option)
        if refused is not None:
            raise refused
        if g.seat(g.actor(s, option)) != step["actor"]:
            raise Refused("turn.other_choice", f"it is not {step['actor']} who decides")
        g.take(s, option)
        self._chance(step["nature"])

    def _chance(self, nature: Sequence[JSON]) -> None:
        """Let chance decide as it is told; what is missing stays open."""
        g, s = self.game, self.state
        at = 0
        while is_chance(s) and at < len(nature):
            try:
                g.answer(s, load_action(g, s, nature[at]))
            except (Refused, ValueError) as error:
                raise NatureError(f"chance cannot decide {nature[at]!r:.60}: {error}") from error
            at += 1
        self.left = len(nature) - at

    def position(self) -> dict[str, JSON]:
        """The position now."""
        found = dump_position(self.game, self.state)
        if self.left:
            found["left"] = self.left
        return found
