"""Cards that stay where they are although a text would move them, and the pile a card is of."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.candidates import wanted_number
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State


def stays(
    g: Table, s: State, f: Frame, node: a.Move, player: int, card: int, forbidden: bool
) -> None:
    """A card has to stay: it is said, and what needed it was not done."""
    if forbidden:
        say(s, "forbidden", player, "effect.forbidden", (card,), (node.verb.value,))
    else:
        say(s, "nothing", player, "nothing.stays", (card,))
    f.stayed(a.mark_of(node), player, card, wanted_number(g, s, f, node.what))
