"""The agenda: a stack of tasks, and the choices that interrupt it.

A function is entered for each kind of task, by the class of the task: `task` for what is done
when it comes up, `answers` for how it goes on with the answer to a choice, `with_cards` and
`with_player` for how it goes on with what was chosen. `effect` enters what an effect of the card
language does, and `for_each_player` what it does for one of the players it means. The tables are
filled by the modules that hold the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind, choice_of
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import POP, ForPlayer, PopFrame, Task, Todo

T = TypeVar("T")
Does = Callable[[Table, State, T], None]
Answers = Callable[[Table, State, T, Option], None]
WithCards = Callable[[Table, State, T, tuple[int, ...]], None]
WithPlayer = Callable[[Table, State, T, int], None]
ForOne = Callable[[Table, State, T, int], None]

TASKS: Final[dict[type[Any], Does[Any]]] = {}
ANSWERS: Final[dict[type[Any], Answers[Any]]] = {}
WITH_CARDS: Final[dict[type[Any], WithCards[Any]]] = {}
WITH_PLAYER: Final[dict[type[Any], WithPlayer[Any]]] = {}
FOR_PLAYER: Final[dict[type[Any], ForOne[Any]]] = {}


def task(kind: type[T]) -> Callable[[Does[T]], Does[T]]:
    """Enter what is done when a task of this kind comes up."""

    def enter(function: Does[T]) -> Does[T]:
        TASKS[kind] = function
        return function

    return enter


def effect(*kinds: type[T]) -> Callable[[Does[T]], Does[T]]:
    """Enter what effects (or abilities) of the card language do when they come up.

    This is all that the engine needs to carry out a new class of effect, wherever the class and
    the function are defined.
    """

    def enter(function: Does[T]) -> Does[T]:
        for kind in kinds:
            TASKS[kind] = function
        return function

    return enter


def for_each_player(kind: type[T]) -> Callable[[ForOne[T]], ForOne[T]]:
    """Enter what an effect does for one of the players it means."""

    def enter(function: ForOne[T]) -> ForOne[T]:
        FOR_PLAYER[kind] = function
        return function

    return enter


def answers(kind: type[T]) -> Callable[[Answers[T]], Answers[T]]:
    """Enter how a task goes on with the answer to the choice it has left."""

    def enter(function: Answers[T]) -> Answers[T]:
        ANSWERS[kind] = function
        return function

    return enter


def with_cards(kind: type[T]) -> Callable[[WithCards[T]], WithCards[T]]:
    """Enter how a task goes on with the cards that were chosen."""

    def enter(function: WithCards[T]) -> WithCards[T]:
        WITH_CARDS[kind] = function
        return function

    return enter


def with_player(kind: type[T]) -> Callable[[WithPlayer[T]], WithPlayer[T]]:
    """Enter how a task goes on with the player who was chosen."""

    def enter(function: WithPlayer[T]) -> WithPlayer[T]:
        WITH_PLAYER[kind] = function
        return function

    return enter


# ------------------------------------------------------------------------- running


def run(g: Table, s: State) -> None:
    """Do what is on the agenda until somebody has to decide or the game is over."""
    agenda = s.agenda
    tasks = TASKS
    while s.choice is None and s.result is None:
        todo = agenda.pop()
        tasks[type(todo)](g, s, todo)


def perform(g: Table, s: State, todo: Todo) -> None:
    """Do a task at once."""
    TASKS[type(todo)](g, s, todo)


@task(ForPlayer)
def for_player(g: Table, s: State, todo: ForPlayer) -> None:
    """Now the text speaks of this player."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    f.actor = player
    f.now = a.mark_of(node)
    FOR_PLAYER[type(node)](g, s, node, player)


@task(PopFrame)
def pop_frame(g: Table, s: State, todo: PopFrame) -> None:
    """The text is done: forget what its words referred to."""
    s.frames.pop()


def push_text(s: State, frame: Frame, *effects: Any) -> None:
    """Carry out effects in a frame of their own."""
    s.frames.append(frame)
    agenda = s.agenda
    agenda.append(POP)
    agenda += reversed(effects)


# ------------------------------------------------------------------------- choices


def ask(
    g: Table,
    s: State,
    player: int,
    kind: ChoiceKind,
    options: Sequence[Option],
    todo: Task,
    source: int = -1,
) -> None:
    """Let a player decide; what has only one answer is not asked."""
    if len(options) == 1:
        ANSWERS[type(todo)](g, s, todo, options[0])
    else:
        s.choice = choice_of((player, kind, tuple(options), todo, (), source))


def ask_shuffle(s: State, cards: tuple[int, ...], todo: Task) -> None:
    """Let nature put cards in order."""
    s.choice = Choice(NATURE, ChoiceKind.SHUFFLE, (), todo, cards)


def resume(g: Table, s: State, option: Option) -> None:
    """Go on with the answer to the choice that waits."""
    choice = s.choice
    assert choice is not None
    s.choice = None
    todo = choice.task
    ANSWERS[type(todo)](g, s, todo, option)
    run(g, s)
