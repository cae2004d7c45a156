"""What may have happened earlier in the turn, as far as a text asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.values.zones import DECK, DESTROYED, DISCARD, HAND, PER_PLAYER, PLAY
from rules_check.properties.symbolic.runs import ACTIVE
from rules_check.properties.symbolic.sizes import counted_to

V = a.Verb

MOST_EARLIER = 3
"""So many things at most have happened earlier in the turn because the text counts them."""


def past(g: Any, kind: Kind | None) -> list[tuple[a.Verb, int]]:
    """What may have happened earlier in the turn, as far as the text asks for it."""
    found: dict[tuple[a.Verb, int], None] = {}
    for node in a.walk(kind.text) if kind is not None else ():
        for verb, who in asked_of_past(node):
            if verb in LEAVES:
                seats = (ACTIVE,) if who is None or who == a.YOU else range(g.players)
                said = g.card_rules.get(kind.book, g.own_rules) if kind else g.own_rules
                found.update(
                    dict.fromkeys((v, p) for v in said.counting_as((verb,)) for p in seats)
                )
    return [(verb, player) for verb, player in found if verb in LEAVES]


def asked_of_past(node: a.Node) -> Iterator[tuple[a.Verb, a.Player | None]]:
    """What a piece of text asks for that was done earlier in the turn, and by whom."""
    match node:
        case a.Acted(verbs, who):
            yield from ((verb, who) for verb in verbs)
        case a.ThisWay(verb, window, who) if window is not None:
            yield verb, who
        case a.Trigger(event, a.Often.NTH):
            yield from ((verb, event.who) for verb in event.verbs)
        case a.CardsSoFar():
            yield V.PLAY, None
        case a.CostOfCards(_, False, nth) if nth > 0:
            yield V.BUY, None
        case _:
            pass


def most_earlier(kind: Kind | None) -> int:
    """So many things happen earlier in the turn, so that all comes about that the text asks for
    there: each sort of cards as often as the text counts it. At most MOST_EARLIER."""
    asked: dict[a.Node, int] = {}
    for node in a.walk(kind.text) if kind is not None else ():
        counted = counted_to([node])
        for part in a.walk(node) if counted > 1 else (node,):
            tests = part.tests if isinstance(part, a.Filter) else (part,)
            if any(True for test in tests for _ in asked_of_past(test)):
                asked[part] = max(counted, asked.get(part, 1))
    alone = {part: n for part, n in asked.items() if not _within(part, asked)}
    return min(max(1, sum(alone.values())), MOST_EARLIER)


def _within(part: a.Node, others: Iterable[a.Node]) -> bool:
    """Whether a test is one of a sort of cards that is there by itself."""
    return any(isinstance(other, a.Filter) and part in other.tests for other in others)


def lies(g: Any, verb: a.Verb, player: int) -> tuple[int, int]:
    """From where to where a card went that was played, drawn … earlier in the turn."""
    source, to = LEAVES[verb]
    place = g.shared + DESTROYED if to is None else player * PER_PLAYER + to
    return (g.line_up if source is None else player * PER_PLAYER + source), place


LEAVES: dict[a.Verb, tuple[int | None, int | None]] = {
    V.PLAY: (HAND, PLAY),
    V.DRAW: (DECK, HAND),
    V.DISCARD: (HAND, DISCARD),
    V.DESTROY: (HAND, None),
    V.GAIN: (None, DISCARD),
    V.BUY: (None, DISCARD),
}
"""The zones of a player that a card leaves and enters; None: the Line-Up, the destroyed pile."""
