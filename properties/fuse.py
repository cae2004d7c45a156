"""A fuse for the engine: it blows when one decision leads to far too many tasks."""

from __future__ import annotations

from typing import Any, Final

from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.state import State

__all__ = ["RunsForever", "fused"]

MOST_TASKS: Final = 20_000
"""So many tasks between two decisions are no resolution any more; long ones have some hundred."""


class Agenda(list[Any]):
    """An agenda from which only so many tasks can be taken before it is fused again."""

    __slots__ = ("left",)
    left: int

    def pop(self, *at: Any) -> Any:
        """Take a task; raises RunsForever when there have been too many."""
        self.left -= 1
        if self.left < 0:
            raise RunsForever(f"{MOST_TASKS:,} tasks")
        return super().pop(*at)


def fused(state: State) -> None:
    """Let the next decision of this state lead to so many tasks at most."""
    if type(state) is not State:
        return  # the quick engine has a fuse of its own (`oracle.quick.statements`)
    agenda = state.agenda
    if not isinstance(agenda, Agenda):
        agenda = state.agenda = Agenda(agenda)
    agenda.left = MOST_TASKS
