"""How cards would be drawn under readings of rulings that no book chooses.

Each function is called at one place, behind its switch (`oracle.values.switches`).
"""

from __future__ import annotations

from rules_check.grammar.ast import Verb
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.moving import move_cards, note_drawn
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Draw
from rules_check.oracle.values.zones import DECK, HAND, PER_PLAYER


def draw_from_you(g: Table, s: State, todo: Draw) -> None:
    """`draws_from`: a text makes other players draw from the deck of its own player."""
    cards = s.zones[s.frames[-1].you * PER_PLAYER + DECK][: todo.number]
    to = todo.player * PER_PLAYER + HAND
    move_cards(g, s, cards, to, Verb.DRAW, todo.player, todo.topic)
    note_drawn(s, todo.player, list(cards))
