"""Texts that were set off and wait: in which order they are resolved."""

from __future__ import annotations

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import speaks_of, speaks_of_event
from rules_check.oracle.letter.position import Pending, Player
from rules_check.oracle.letter.table import Action, Table

MOST_FACTS = 500
"""So much never happens in one turn, unless texts set each other off without end."""
UNCOUNTED = ("choose", "give", "take", "pay")
"""What only goes with something else that happens."""


def resolve(t: Table) -> None:
    """What was set off is carried out when the card that was played is done, one after the other:
    the texts of the active player first, then of the others in turn order (D-04). A player with
    several says each time which comes next (D-03); what they set off in turn joins those that wait.

    Rules: CONF-RE03.
    """
    while t.pos.pending and t.pos.result is None:
        if sum(fact.verb not in UNCOUNTED for fact in t.pos.facts) > MOST_FACTS:
            t.pos.pending = ()
            return
        player = next(
            (p for p in t.pos.from_on(t.pos.active) if any(x.player == p for x in t.pos.pending)),
            None,
        )
        if player is None:
            t.pos.pending = ()  # only of players who left the game
            return
        waiting = [x for x in t.pos.pending if x.player == player]
        one = next((x for x in waiting if all(map(goes_back, waiting))), None) or next_of(t, player)
        left = list(t.pos.pending)
        del left[next(at for at, x in enumerate(left) if x is one)]
        t.pos.pending = tuple(left)
        t.carry_out(one.frame.copy(), one.statement.body)


def next_of(t: Table, player: Player) -> Pending:
    """Which of the waiting texts of a player comes next; those that are alike are one option."""
    offered: list[Pending] = []
    for one in t.pos.pending:
        if one.player != player or goes_back(one):
            continue
        if not any(alike(t, one, other) for other in offered):
            offered.append(one)
    options: list[Action] = []
    for one in offered:
        same = [x for x in offered if x.card == one.card]
        options.append(("trigger", one.card, next(n for n, x in enumerate(same) if x is one)))
    taken = t.ask(player, "trigger", options)
    return offered[options.index(taken)]


def goes_back(one: Pending) -> bool:
    """Whether it only puts back what was moved for a while: nobody does that, and it is no text
    whose turn is chosen. It comes behind all others, so that nothing takes its place."""
    return all(isinstance(step, c.Move) and step.by is None for step in one.statement.body)


def alike(t: Table, one: Pending, other: Pending) -> bool:
    """Whether it makes no difference which of two comes first: one text that was set off several
    times and does not speak of what set it off; or the same text of cards with the same key, set
    off by the same event."""
    if one.statement != other.statement or one.card is None or other.card is None:
        return False
    if one.card == other.card and one.frame.rounds != other.frame.rounds:
        return True
    if not same_names(one, other):
        return False
    if one.card == other.card:
        return not speaks_of_event(one.statement)
    same = t.kind(one.card).key == t.kind(other.card).key
    return same and one.fact.number == other.fact.number


def same_names(one: Pending, other: Pending) -> bool:
    """Whether what two texts speak of from before is the same."""
    event = one.statement.event.name if isinstance(one.statement.event, c.Event) else ""
    names = (one.frame.names.keys() | other.frame.names.keys()) - {event}
    spoken = [x for x in names if any(speaks_of(part, x) for part in one.statement.body)]
    return all(one.frame.names.get(x) == other.frame.names.get(x) for x in spoken)
