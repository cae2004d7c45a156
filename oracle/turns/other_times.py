"""Acting before the announcement of a Confrontation, after being done, in the middle of a text, or
in answer to an Attack, where that is allowed.

No book says so; the switches `beforehand`, `after_done`, `assist_time` and `raise_time`
(`oracle.values.switches`) open these windows, so that both answers to the question can be played.
"""

from __future__ import annotations

from rules_check.oracle.box.table import Table
from rules_check.oracle.running.agenda import answers, ask, task
from rules_check.oracle.turns.main_phase import assist, assists, once_a_turn, payable
from rules_check.oracle.turns.using import find_use, start_payment, start_use, usable
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PASS, AssistWith, PayFor, UseAbility
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import TRIGGERS, AtOtherTime


@task(AtOtherTime)
def at_other_time(g: Table, s: State, todo: AtOtherTime) -> None:
    """Offer what this window is for, until nobody wants any more of it."""
    if todo.what == "raises":
        if options := usable(g, s, s.confronted, raising=True):
            ask(g, s, s.confronted, ChoiceKind.BLOCK, [*options, PASS], todo)
        return
    s.phase = "play"
    watch = g.watching(s)
    if todo.what == "assists":
        options = assists(g, s, watch)
    else:
        options = [*once_a_turn(g, s, watch), *payable(g, s, watch)]
    if options:
        ask(g, s, s.active, ChoiceKind.MAIN, [*options, PASS], todo)
    else:
        s.phase = todo.phase


@answers(AtOtherTime)
def acted_at_other_time(g: Table, s: State, todo: AtOtherTime, option: Option) -> None:
    """Somebody acts, or the window is closed."""
    if option == PASS:
        s.phase = todo.phase
        return
    s.agenda += (todo, TRIGGERS)
    match option:
        case AssistWith(card=card):
            assist(g, s, card)
        case UseAbility():
            start_use(g, s, find_use(g, s, option))
        case PayFor(card=card, at=at):
            start_payment(g, s, s.active, card, at)
        case _:
            raise AssertionError(option)
