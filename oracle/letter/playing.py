"""A game that is played: the position at rest and the answers since then.

What is asked in the middle of a text is found by running the step again from the position at rest
with the answers so far. A step is a step of the turn, or one thing that is done in the part of it
in which cards are played and bought.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules_check.grammar.core import forms as c
from rules_check.oracle.letter import (
    conditions,
    events,
    possible,
    standing,
    statements,
    super_villains,
    turn,
    waiting,
)
from rules_check.oracle.letter import values as the_values
from rules_check.oracle.letter.box import Game
from rules_check.oracle.letter.position import Fact, Frame, Outcome, Position, Standing
from rules_check.oracle.letter.setup import SETTING_UP, position_of, set_up
from rules_check.oracle.letter.table import (
    CHANCE,
    Action,
    Answer,
    Choice,
    Table,
    Tape,
    Undecided,
)


class Refused(Exception):
    """An action that is not possible now."""


@dataclass(slots=True)
class Letter(Table):
    """The table at which a step is run: every question is answered by its module."""

    def value(self, f: Frame, form: c.Value) -> Any:
        """What a value is now."""
        match form:
            case c.Did():
                return events.did(self, f, form)
            case c.Compare() | c.Logic() | c.Quantified() | c.Status() | c.During():
                return conditions.is_so(self, f, form)
            case _:
                return the_values.value(self, f, form)

    def is_so(self, f: Frame, form: c.Value) -> bool | None:
        """Whether a condition holds."""
        found: bool | None = self.value(f, form)
        return found

    def standing(self, sort: str) -> list[Standing]:
        """Everything of a sort that stands now."""
        return standing.standing(self, sort)

    def changed_each(self, row: str, several: list[tuple[tuple[Any, ...], Any]]) -> list[Any]:
        """An attribute of each of several with what stands makes of it."""
        return standing.changed(self, row, several)

    def within(self, f: Frame, window: c.Value | None, turn: int) -> bool:
        """Whether it is that time now."""
        return events.within(self, f, window, turn)

    def possible(self, f: Frame, block: c.Block) -> bool:
        """Whether a block can be done in full."""
        return possible.possible(self, f, block)

    def carry_out(self, f: Frame, block: c.Block) -> Outcome:
        """Carry out a text, or a block of one."""
        self.frames.append(f)
        outcome = statements.carry_out(self, f, block)
        self.frames.pop()
        return outcome

    def steps(self, f: Frame, block: c.Block) -> Outcome:
        """Carry out statements without a block of their own."""
        self.frames.append(f)
        outcome = statements.in_all(statements.steps(self, f, block))
        self.frames.pop()
        return outcome

    def happen(self, fact: Fact) -> Fact:
        """Note a fact."""
        return standing.happen(self, fact)

    def look_at_power(self) -> None:
        """Give the Power that follows the game."""
        standing.look_at_power(self)

    def resolve(self) -> None:
        """Resolve what is pending."""
        waiting.resolve(self)

    def arrive(self) -> None:
        """Super-Villains that have come into the Line-Up appear."""
        super_villains.arrive(self)

    def refill(self) -> bool:
        """Fill the Line-Up."""
        return turn.refill_line_up(self)


class Playing:
    """One game. `table` shows the position at the decision that is to be made now."""

    def __init__(self, game: Game, setup: Mapping[str, Any]) -> None:
        self.game = game
        self.rest: Position = position_of(game, setup)
        self.tape = Tape([Answer(None, actions(setup["nature"]))])
        self.choice: Choice | None = None
        self.table = self._run()

    def act(self, actor: str, action: Sequence[Any], nature: Sequence[Any]) -> None:
        """Somebody answers. Raises Refused, and then nothing has changed."""
        taken = tuple(action)
        choice = self.choice
        if choice is None or choice.player == CHANCE:
            raise Refused
        if taken not in choice.options and taken not in choice.alike:
            raise Refused
        if choice.actor(taken) != actor:
            raise Refused
        self.tape.answers.append(Answer(taken, actions(nature)))
        self.table = self._run()

    def _run(self) -> Table:
        """Run steps until the answers are used up, or the game is over."""
        while True:
            tape = replace(self.tape)
            table = Letter(self.game, self.rest.copy(), tape)
            try:
                run_step(table)
            except Undecided as undecided:
                self.choice = undecided.choice
                self.left = unused(tape)
                return table
            self.rest, self.tape = table.pos, tape
            if table.pos.result is not None:
                self.choice = None
                self.left = unused(tape)
                return table


def run_step(t: Table) -> None:
    """The next step of the game, or its set-up."""
    if t.pos.step == SETTING_UP:
        set_up(t)
    else:
        turn.step(t)


def unused(tape: Tape) -> int:
    """How much of what chance was told to decide was not used."""
    return len(tape.answers[tape.at].nature) - tape.used


def actions(found: Sequence[Sequence[Any]]) -> tuple[Action, ...]:
    """Actions as values."""
    return tuple(tuple(one) for one in found)
