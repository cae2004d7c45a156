"""To which ends can two meanings of a card come?

Two texts may ask the same in another order, or call a deed by another name: then other things are
offered or told in a dealt game, and it can end the same. From the last time that a player was asked
what to do in the turn, all answers to what the texts ask are tried with either meaning, up to the
next time; only other ends count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick.playing import run, take
from rules_check.oracle.quick.scoring import score
from rules_check.oracle.quick.setup import state_of
from rules_check.properties.cases.shrinking import without_cards, without_places
from rules_check.properties.words.plain_games import (
    NATURE,
    Difference,
    Played,
    Table,
    all_costs,
)

BETWEEN: Final = frozenset({"main", "announce"})
"""Decisions between two acts of a turn."""
MOST: Final = 300
"""So many ends are looked at; where there are more, nothing is known."""

MOST_TRIES: Final = 150
"""So many games are tried to make one smaller."""


class OtherEnds(NamedTuple):
    """A game that can end otherwise: the position (None: it begins with its set-up), what is
    answered until then, and what is another then."""

    position: Mapping[str, Any] | None
    answers: tuple[str, ...]
    what: str


def other_ends(table: Table, core: c.Core, games: int) -> OtherEnds | None:
    """One of so many dealt games that can end otherwise with this meaning, without the cards that
    it does not need; None if none does."""
    other = table.game.with_core(min(table.own), core)
    for number in range(games):
        played = table.played(number)
        apart = table.apart(other, number, played)
        if apart is not None and _come_apart(table, other, played, apart):
            return _plainest(table, other, apart)
    return None


def _plainest(table: Table, other: quick.Game, apart: Difference) -> OtherEnds:
    """The same game with fewer cards, as long as it can still end otherwise."""
    number = apart.number
    best, game, left = table.dealt(number), table.played(number), MOST_TRIES
    again = best is not None
    while again:
        again = False
        for at in (*without_places(best or {}), *without_cards(best or {})):
            left -= 1
            if left < 0:
                break
            played = table.played_from(at, number)
            found = table.apart(other, number, played)
            if (
                found is not None
                and found.answers <= apart.answers
                and _come_apart(table, other, played, found)
            ):
                best, game, apart, again = dict(at), played, found, True
                break
    return OtherEnds(best, tuple(table.told(apart, game)), apart.what)


def _come_apart(table: Table, other: quick.Game, played: Played, apart: Difference) -> bool:
    """Whether the ends are others, where the same answers were given up to a difference. False
    also where there are too many."""
    games = (table.engine, other)
    now = [state_of(g, played.setup) for g in games]
    for s in now:
        run(s, None)
    before, act = [s.copy() for s in now], None
    for step in played.steps[: apart.answers]:
        if step.answer is None:
            break
        asked = now[0].choice
        if asked is not None and asked.kind in BETWEEN:
            before, act = [s.copy() for s in now], step.answer
        for s in now:
            take(s, step.answer)
    ends = []
    for s in before:
        if act is not None:
            take(s, act)
        ends.append(_ends(s, prices=table.changes))
    return ends[0] is not None and ends[1] is not None and ends[0] != ends[1]


def _ends(s: quick.State, *, prices: bool) -> frozenset[Hashable] | None:
    """What can be seen when it is next asked what to do in the turn, however the texts are
    answered; None if there are too many ways."""
    found: set[Hashable] = set()
    waiting, looked = [s], 0
    while waiting:
        s = waiting.pop()
        looked += 1
        if looked > MOST:
            return None
        asked = s.choice
        if asked is None or asked.kind in BETWEEN:
            found.add(_seen(s, prices=prices))
            continue
        for answer in _answers(asked):
            after = s.copy()
            take(after, answer)
            waiting.append(after)
    return frozenset(found)


def _answers(asked: quick.Choice) -> Iterator[quick.Option]:
    if asked.player != NATURE:
        yield from asked.options
    elif asked.kind == "shuffle":
        yield ("order", *sorted(asked.cards))
    else:
        yield from (("card", card) for card in asked.cards)


def _seen(s: quick.State, *, prices: bool) -> Hashable:
    g = s.g
    kinds = [[(g.kinds[card].name, g.kinds[card].level) for card in zone] for zone in s.zones]
    zones = tuple(
        tuple(kinds[zone]) if zone in g.is_pile else tuple(sorted(kinds[zone]))
        for zone in range(len(kinds))
    )
    asked = s.choice
    offered = asked and (asked.player, asked.kind, len(asked.options))
    return (
        zones,
        tuple(s.power),
        offered,
        all_costs(s) if prices else (),
        tuple(score(s, player) for player in g.everybody) if s.result is not None else (),
        (s.turn, s.active, s.confronted, s.face_up, s.order, repr(s.result)),
    )
