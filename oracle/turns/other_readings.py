"""What would happen under readings of rulings that no book chooses.

Each function is called at one place, behind its switch (`oracle.box.switches`).
"""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.moving import happen, move_card
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import TRIGGERS
from rules_check.oracle.values.zones import PER_PLAYER, PLAY

AGAIN: Final = 4
"""So often more a start-of-turn effect is tried; its condition decides each time."""


def repeat_start(s: State) -> None:
    """`start_effect`: a start-of-turn effect goes on while its condition holds."""
    for item in tuple(s.pending):
        node = item[2]
        if isinstance(node, a.When) and isinstance(node.effect, a.If):
            s.pending.extend([item] * AGAIN)


def power_is_reached(g: Table, s: State) -> None:
    """`success`: texts that wait for a success are set off by Power that is enough."""
    for lasting in s.lasting:
        if lasting.what == "reached" and s.power[s.active] >= g.character_cost(s, s.confronted):
            fact = (a.Verb.DEFEAT, lasting.you, -1, -1, -1)
            then = lasting.node.then
            s.agenda.append(TRIGGERS)
            s.pending.append((lasting.you, lasting.source, then, fact, lasting.frame))


def return_weaknesses(g: Table, s: State, player: int) -> None:
    """`weaknesses_return`: all Weaknesses of a defeated player go back to their stack."""
    for zone in range(player * PER_PLAYER, player * PER_PLAYER + PLAY + 1):
        for card in s.zones[zone]:
            if g.kinds[card].name in g.weakness_kinds:
                to = g.destroyed_to(card)
                move_card(g, s, card, to, a.Verb.DESTROY, player, "destroy.returns")


def count_as_played_by(g: Table, s: State, player: int, card: int) -> None:
    """`assist_played_by`: the active player counts as having played an Assist card too."""
    happen(g, s, a.Verb.PLAY, player, card, s.where[card], s.where[card])


def removed_for_a_while(g: Table, s: State) -> tuple[int, ...]:
    """`removed_card`: the cards that will go back to the Line-Up can be bought until then."""
    gone = [pair for x in s.lasting if x.what == "undo" for pair in x.number]
    return tuple(card for card, zone in gone if zone == g.line_up and s.where[card] != zone)
