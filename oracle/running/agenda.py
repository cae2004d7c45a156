"""The agenda: a stack of tasks, and the choices that interrupt it.

A task is a tuple whose first item names a function of `TASKS`; an answered choice goes on
with a function of `ANSWERS`; an effect of the card language is carried out by a function of
`EFFECTS`. The tables are filled by the modules that hold the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules_check.oracle.box.table import Table
from rules_check.oracle.values.state import NATURE, Choice, Frame, Option, State, Task, choice_of

TaskFunction = Callable[[Table, State, Task], None]
AnswerFunction = Callable[[Table, State, Task, Option], None]
EffectFunction = Callable[[Table, State, Any], None]

TASKS: Final[dict[str, TaskFunction]] = {}
ANSWERS: Final[dict[str, AnswerFunction]] = {}
EFFECTS: Final[dict[type[Any], EffectFunction]] = {}

F = TypeVar("F", bound=Callable[..., None])


def task(name: str) -> Callable[[F], F]:
    """Enter a function into the table of tasks."""

    def enter(function: F) -> F:
        TASKS[name] = function
        return function

    return enter


def answers(name: str) -> Callable[[F], F]:
    """Enter a function into the table of what goes on after an answer."""

    def enter(function: F) -> F:
        ANSWERS[name] = function
        return function

    return enter


def effect(*kinds: type[Any]) -> Callable[[F], F]:
    """Enter a function into the table of effects."""

    def enter(function: F) -> F:
        for kind in kinds:
            EFFECTS[kind] = function
        return function

    return enter


def run(g: Table, s: State) -> None:
    """Do what is on the agenda until somebody has to decide or the game is over."""
    agenda = s.agenda
    tasks = TASKS
    while s.choice is None and s.result is None:
        todo = agenda.pop()
        tasks[todo[0]](g, s, todo)


@task("do")
def do(g: Table, s: State, todo: Task) -> None:
    """Carry out one effect."""
    node = todo[1]
    EFFECTS[type(node)](g, s, node)


@task("pop")
def pop_frame(g: Table, s: State, todo: Task) -> None:
    """The text is done: forget what its words referred to."""
    s.frames.pop()


def push_text(s: State, frame: Frame, *effects: Any) -> None:
    """Carry out effects in a frame of their own."""
    s.frames.append(frame)
    agenda = s.agenda
    agenda.append(("pop",))
    for node in reversed(effects):
        agenda.append(("do", node))


# ------------------------------------------------------------------------- choices


def ask(
    g: Table,
    s: State,
    player: int,
    kind: str,
    options: list[Option] | tuple[Option, ...],
    todo: Task,
    source: int = -1,
) -> None:
    """Let a player decide; what has only one answer is not asked."""
    if len(options) == 1:
        ANSWERS[todo[0]](g, s, todo, options[0])
    else:
        s.choice = choice_of((player, kind, tuple(options), todo, (), source))


def ask_shuffle(s: State, cards: tuple[int, ...], todo: Task) -> None:
    """Let nature put cards in order; the answer is ("order", card, card …)."""
    s.choice = Choice(NATURE, "shuffle", (), todo, cards)


def resume(g: Table, s: State, option: Option) -> None:
    """Go on with the answer to the choice that waits."""
    choice = s.choice
    assert choice is not None
    s.choice = None
    ANSWERS[choice.task[0]](g, s, choice.task, option)
    run(g, s)
