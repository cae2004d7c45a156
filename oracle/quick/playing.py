"""A game that is played: the next decision is found by running steps from the last rest.

Where something is offered between two steps a state is at rest. Anything else is asked in the
middle of a step: then `rest` is the position before it, and with the answer it is run again from
there with all answers since.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_check.oracle.quick.acts import gained_by_passing, gained_by_putting
from rules_check.oracle.quick.confrontation import force_block
from rules_check.oracle.quick.other_turns import steps_as_read
from rules_check.oracle.quick.setup import set_up
from rules_check.oracle.quick.state import (
    Choice,
    Fact,
    Frame,
    Game,
    Option,
    Position,
    State,
    Undecided,
)
from rules_check.oracle.quick.turn import is_forced, is_short
from rules_check.oracle.values.events import Event


def take(s: State, option: Option) -> None:
    """Take one of the offered options, and run on to the next decision. What was told since the
    last rest is not told again."""
    rest = s.rest
    if s.trace is not None:
        take_and_tell(s, option, s.trace)
    elif rest is None:
        s.told = -1
        s.answers = (option,)
        s.at = 0
        run(s, s.position())
    else:
        s.told = -1
        s.answers = (*s.answers, option)
        come_back(s, rest)
        run(s, rest)


def take_and_tell(s: State, option: Option, trace: list[Event]) -> None:
    """The same, where somebody reads what happens."""
    rest = s.rest
    s.mark = before = len(trace)
    again = 0
    if rest is None:
        rest = s.position()
        s.answers = (option,)
        s.at = 0
    else:
        again = told_since(s, rest)
        s.answers = (*s.answers, option)
        come_back(s, rest)
    run(s, rest)
    s.told = len(trace) - s.mark
    del trace[before : before + again]


def come_back(s: State, rest: Position) -> None:
    """Come back to a rest, at which no text is carried out."""
    s.set_to(rest)
    s.frames = ()
    s.attacks = ()
    s.changing = ()
    s.moment = None
    s.replacing = ()
    s.proposed = ()
    s.at = 0


def told_since(s: State, rest: Position) -> int:
    """How many events have come since the last rest; if nobody listened, it is gone through once
    more."""
    if s.told < 0:
        again = s.copy()
        again.trace = []
        come_back(again, rest)
        run(again, rest)
        return len(again.trace)
    return s.told


def rest_at(s: State) -> Position:
    """The position to come back to; what has been told of it stays told."""
    if s.trace is not None:
        s.mark = len(s.trace)
    return s.position()


def begin_again(s: State, answers: tuple[Option, ...]) -> None:
    """From a state at rest to the decision at which so many answers have been given since."""
    run(s, None)
    for answer in answers[len(s.answers) :]:  # what is forced is not asked again
        take(s, answer)


def run(s: State, rest: Position | None) -> None:
    """Run steps until somebody has to decide, or the game is over. `rest` is the position from
    which the answers in `s.answers` have been given; it is kept over several steps, but a draw for
    which a deck has to be shuffled has a rest of its own."""
    g = s.g
    if not g.step_functions:
        learn_steps(s)
    offers = g.offers
    began = s.turn
    try:
        while s.result is None:
            at = s.step
            if at in offers:
                carry_out, offer = offers[at]
                if s.choice is not None:
                    if not carry_out(s):
                        s.step = at + 1
                        continue
                    if s.result is not None:
                        break  # type: ignore[unreachable]  # what was done has ended the game
                s.choice = choice = offer(s)
                if choice is None:
                    s.step = at + 1
                    continue
                if len(choice[2]) > 1 or not goes_by_itself(s, choice, began):
                    s.rest = None
                    s.answers = ()
                    return
                rest, s.answers, s.at = rest_at(s), choice[2], 0
                continue
            if rest is None or (at == g.draw_step and s.at == len(s.answers) and is_short(s)):
                rest, s.answers, s.at = rest_at(s), (), 0
            for function, following in g.stretches[at]:
                function(s)
                s.step = following
                if s.result is not None:
                    break  # type: ignore[unreachable]  # a step has ended the game
    except Undecided as undecided:
        s.choice = undecided.choice
        s.rest = rest
        return
    s.choice = None
    s.rest = None
    s.answers = ()


def goes_by_itself(s: State, choice: Choice, began: int) -> bool:
    """Whether nothing has to be decided; whoever ends a turn after a round of such turns is asked:
    it would go on for ever."""
    return s.turn <= began + s.g.players and is_forced(s, choice)


def followed(g: Game) -> dict[str, Callable[[State, Frame, Fact], None]]:
    """What follows in this reading when a text has done something to a card."""
    found: dict[str, Callable[[State, Frame, Fact], None]] = {}
    if g.reads.passed_card == "gained":
        found["pass"] = gained_by_passing
        found["put"] = gained_by_putting
    if g.reads.forced_block == "works":
        found["discard"] = force_block
    return found


def learn_steps(s: State) -> None:
    """The functions of the steps of a game; behind them, for -2 and -1, its set-up and the
    beginning of a turn. Behind the last step another turn begins. What is run without a stop, from
    each step to the next at which something is offered or a rest may be needed, is a stretch."""
    g = s.g
    steps, offers = steps_as_read(g)
    g.step_functions = (*(steps[name] for name in g.steps), set_up, steps["begin_turn"])
    following = (*range(1, len(g.steps)), -1, -1, 0)
    g.offers = {
        at: (steps[name], offers[name]) for at, name in enumerate(g.steps) if name in offers
    }
    stops = {*g.offers, g.draw_step}
    for first in range(-2, len(g.steps)):
        stretch = []
        at = first
        while at not in g.offers and (at == first or at not in stops):
            stretch.append((g.step_functions[at], following[at]))
            at = following[at]
        g.stretches[first] = tuple(stretch)
