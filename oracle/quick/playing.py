"""A game that is played: the next decision is found by running steps from the last rest.

At a main choice a state is at rest. Anything else is asked in the middle of a step: then `rest` is
the state before it, and with the answer the step is run again with all answers since.
"""

from __future__ import annotations

from rules_check.oracle.quick.setup import SETTING_UP, set_up
from rules_check.oracle.quick.state import Option, State, Undecided
from rules_check.oracle.quick.turn import is_forced, offer, step


def take(s: State, option: Option) -> None:
    """Take one of the offered options, and run on to the next decision."""
    rest = s.rest
    if rest is None:
        rest = s.copy()
        s.answers = (option,)
    else:
        answers = (*s.answers, option)
        s.set_to(rest)
        s.answers = answers
    s.at = 0
    s.frames = []
    s.attacks = []
    s.changing = []
    s.moment = None
    s.replacing = []
    s.proposed = []
    run(s, rest)


def run(s: State, rest: State | None) -> None:
    """Run steps until somebody has to decide, or the game is over."""
    play_step = s.g.play_step
    while s.result is None:
        if s.step == play_step and s.choice is None:
            choice = offer(s)
            s.choice = choice
            if not is_forced(s, choice):
                s.rest = None
                s.answers = ()
                return
            s.answers, s.at, rest = choice.options, 0, s.copy()
        elif rest is None or (s.step in s.g.asking and not s.answers):
            rest = s.copy()
        try:
            if s.step == SETTING_UP:
                set_up(s)
            else:
                step(s)
        except Undecided as undecided:
            s.choice = undecided.choice
            s.rest = rest
            return
        if s.at:
            rest, s.answers, s.at = None, (), 0
    s.choice = None
    s.rest = None
    s.answers = ()
