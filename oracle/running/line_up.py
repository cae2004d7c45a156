"""Filling the Line-Up from the main deck."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.moving import arrange, move_card
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import LINE_UP, REMOVED


def line_up_size(g: Table, s: State) -> int:
    """How many cards the Line-Up is filled up to; texts may hold it lower."""
    watch = s.watch if s.watch is not None else g.refresh(s)
    size = g.line_up_size
    for listener in watch.refill:
        size = min(size, listener.node.number)
    return size


def refill_line_up(g: Table, s: State, topic: str) -> bool:
    """Add cards from the top of the main deck; tells whether there were enough."""
    size = line_up_size(g, s)
    topic = topic if size == g.line_up_size else topic + ".held"
    beside = beside_the_places(g, s, size) if g.sw.slots == "places" else ()
    while len(s.zones[g.line_up]) - len(beside) < size:
        main = s.zones[g.main_deck]
        if not main:
            return False
        card = main[0]
        if g.kinds[card].name in g.kept_out:
            move_card(g, s, card, g.shared + REMOVED, a.Verb.REMOVE, -1, "line_up.removed")
            if g.sw.kept_out_slot == "filled":
                size -= 1
            continue
        how = topic if len(main) > 1 else topic + ".last"
        move_card(g, s, card, g.shared + LINE_UP, a.Verb.PUT, -1, how)
        if beside:
            rest = tuple(x for x in s.zones[g.line_up] if x not in beside)
            arrange(s, g.line_up, rest + beside)
        if g.sw.appearances == "each" and a.Title.SUPER_VILLAIN in g.kinds[card].titles:
            break
    return not (g.sw.held_line_up == "fails" and topic.endswith(".held"))


def beside_the_places(g: Table, s: State, size: int) -> tuple[int, ...]:
    """`slots`: the cards that came to the Line-Up when all its places were taken.

    They lie behind the others. At the start of a turn all places are filled, so those that are
    too many then lie beside them.
    """
    entered = [fact[2] for fact in s.facts if len(fact) == 5 and fact[4] == g.line_up]
    facts = [fact for fact in s.facts if fact[2] not in entered]
    left = [fact[2] for fact in facts if len(fact) == 5 and fact[3] == g.line_up]
    before = [card for card in s.zones[g.line_up] if card not in entered]
    taken = len(before) + len(left)
    beside = before[len(before) - max(taken - size, 0) :] if taken > size else []
    late = [card for card in entered if s.where[card] == g.line_up]
    return (*beside, *late[max(size - taken, 0) :])
