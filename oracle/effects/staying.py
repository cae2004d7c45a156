"""Cards that stay where they are although a text would move them, and the pile a card is of."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.candidates import wanted_number
from rules_check.oracle.running.moving import owner_of
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, PER_PLAYER


def stays(
    g: Table, s: State, f: Frame, node: a.Move, player: int, card: int, forbidden: bool
) -> None:
    """A card has to stay: it is said, and what needed it was not done."""
    if forbidden:
        say(s, "forbidden", player, "effect.forbidden", (card,), (node.verb.value,))
    else:
        say(s, "nothing", player, "nothing.stays", (card,))
    f.stayed(a.mark_of(node), player, card, wanted_number(g, s, f, node.what))


def where_it_was(g: Table, s: State, f: Frame, player: int, card: int) -> int:
    """The pile that a card came from: where it was shown, its stack, or its owner's deck."""
    if card in f.shown:
        return s.where[card]
    if g.boss_stack >= 0 and any(x[2:4] == (card, g.boss_stack) for x in s.facts):
        return g.boss_stack
    if g.kinds[card].name in g.stacks:
        return g.stacks[g.kinds[card].name]
    owner = owner_of(g, s, card)
    return (owner if owner >= 0 else player) * PER_PLAYER + DECK
