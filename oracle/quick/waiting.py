"""Texts that were set off and wait: in which order they are resolved."""

from __future__ import annotations

from typing import Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import speaks_of, speaks_of_event
from rules_check.oracle.quick.state import CardAvoided, Option, Pending, State
from rules_check.oracle.quick.telling import say

MOST_FACTS: Final = 500
"""So much never happens in one turn, unless texts set each other off without end. No rule says what
comes of that: what waits then is left."""
UNCOUNTED: Final = ("choose", "give", "take", "pay")
"""What only goes with something else that happens."""


def resolve(s: State) -> None:
    """What was set off is carried out when the card that was played is done, one after the other:
    the texts of the active player first, then of the others in turn order (D-04). A player with
    several says each time which comes next (D-03); what they set off in turn joins those that wait.

    Rules: CONF-RE03.
    """
    texts = 0
    while s.pending and s.result is None:
        texts += 1
        much = len(s.facts) + s.unnoted > MOST_FACTS and count_facts(s) > MOST_FACTS
        if much or texts > MOST_FACTS:
            cards = dict.fromkeys(x.card for x in s.pending)
            say(s, "stop", s.active, "undecided.triggers", cards, (MOST_FACTS,))
            s.pending = ()
            return
        waiting: list[Pending] = []
        for player in s.from_on(s.active):
            waiting = [x for x in s.pending if x.player == player]
            if waiting:
                break
        if s.g.reads.trigger_order == "fixed":
            waiting = [x for x in s.pending if not goes_back(x)][:1] or waiting
        if not waiting:
            s.pending = ()  # only of players who left the game
            return
        one = waiting[0] if all(map(goes_back, waiting)) else next_of(s, waiting)
        s.pending = tuple(x for x in s.pending if x is not one)
        frame = one.frame.copy()
        if s.trace is not None and not goes_back(one):
            say(s, "trigger", one.player, of_trigger(s, one), (one.card,))
        outer = s.frames
        s.frames = (*outer, frame)
        try:
            one.active.stands.body(s, frame)
        except CardAvoided:
            frame.attack = None
        s.frames = outer


def of_trigger(s: State, one: Pending) -> str:
    """A trigger: a card just gained, a card with which its player Assists, or any other."""
    if one.active.stands.banner is not None:
        return "resolve.trigger.when_gained"
    if one.fact.verb == "play" and one.fact.by == one.player != s.active:
        return "resolve.trigger.assist"
    return "resolve.trigger"


def count_facts(s: State) -> int:
    """How much has happened in this turn."""
    return s.unnoted + sum(fact.verb not in UNCOUNTED for fact in s.facts)


def next_of(s: State, waiting: list[Pending]) -> Pending:
    """Which of the waiting texts of a player comes next; those that are alike are one option."""
    offered: list[Pending] = []
    for one in waiting:
        if not goes_back(one) and not any(alike(s, one, other) for other in offered):
            offered.append(one)
    if len(offered) == 1:
        return offered[0]
    options: list[Option] = []
    for one in offered:
        same = [x for x in offered if x.card == one.card]
        options.append(("trigger", one.card, next(n for n, x in enumerate(same) if x is one)))
    taken = s.ask(offered[0].player, "trigger", options)
    return offered[options.index(taken)]


def goes_back(one: Pending) -> bool:
    """Whether it only puts back what was moved for a while: nobody does that, and it is no text
    whose turn is chosen. It comes behind all others, so that nothing takes its place."""
    return one.active.stands.goes_back


def alike(s: State, one: Pending, other: Pending) -> bool:
    """Whether it makes no difference which of two comes first: one text that was set off several
    times and does not speak of what set it off; or the same text of cards with the same key, set
    off by the same event."""
    form = one.active.stands.form
    if one.card is None or other.card is None or form != other.active.stands.form:
        return False
    if one.card == other.card and one.frame.rounds != other.frame.rounds:
        return True
    if not same_names(form, one, other):
        return False
    if one.card == other.card:
        return not speaks_of_event(form)
    return s.g.keys[one.card] == s.g.keys[other.card] and one.fact.number == other.fact.number


def same_names(form: c.On, one: Pending, other: Pending) -> bool:
    """Whether what two texts speak of from before is the same."""
    event = form.event.name if isinstance(form.event, c.Event) else ""
    names = (one.frame.names.keys() | other.frame.names.keys()) - {event}
    spoken = [x for x in names if any(speaks_of(part, x) for part in form.body)]
    return all(one.frame.names.get(x) == other.frame.names.get(x) for x in spoken)
