"""Blocks under readings of rulings that no book chooses.

These are tasks that the rules put on the agenda behind a switch (`oracle.values.switches`):
`own_block_text` and `forced_block`.
"""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.agenda import push_text, task
from rules_check.oracle.standing.lasts import last
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_raise
from rules_check.oracle.turns.confrontation import raise_by
from rules_check.oracle.values.frames import TURN, Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import ForceBlock, OwnBlock


@task(OwnBlock)
def own_block(g: Table, s: State, todo: OwnBlock) -> None:
    """Block text in one's own turn."""
    block = g.kinds[todo.card].block[0]
    match block:
        case a.Block(a.May(_, then)) if then is not None:
            s.agenda.append(then)
        case a.BlockValue(number):
            frame = s.frames[-1]
            say(s, "cost", frame.you, of_raise(g, s, frame.you), (frame.source,), (number,))
            last(s, "cost", block, frame, TURN, number, frame.you)
        case _:
            pass


@task(ForceBlock)
def force_block(g: Table, s: State, todo: ForceBlock) -> None:
    """A forced discard works as a Block."""
    player, card = todo.player, todo.card
    match g.kinds[card].block[0]:
        case a.Block(a.May(_, then)) if then is not None:
            push_text(s, Frame(player, card), then)
        case a.BlockValue(number, rider):
            raise_by(g, s, Frame(player, card), number)
            if rider is not None:
                say(s, "rider", player, "block.rider", (card,))
                push_text(s, Frame(player, card), rider)
        case _:
            pass
