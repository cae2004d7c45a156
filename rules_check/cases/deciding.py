"""On what the outcome of a case depends: the same is played with a card more where there is none,
and the cards of a pile that come into it are named.

Nobody has to know for that what a text asks for: what goes another way depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules_check.cases.endings import at_ends
from rules_check.grammar.core import forms as c
from rules_check.oracle.scenarios.positions import laid_out
from rules_check.oracle.trace.citing import MOVES

if TYPE_CHECKING:
    from rules_check.oracle.values.events import Event
    from rules_check.properties.cases.trying import Key, Position, Table, Trial

YOU: Final = 0
MOST_NAMED: Final = 4
"""Of so many cards of a pile it is said where they lie."""
PLACES: Final = ("hand", "deck", "discard")
SAYS_NOTHING: Final = frozenset({"speaks of", "reckon", "moment", "total", "commit", "empty deck"})
"""Events that only say how something was worked out."""
ENDS: Final = frozenset({"end", "end of turn"})


class Empty(NamedTuple):
    """The empty places that matter: of players, and the Line-Up."""

    places: frozenset[tuple[int, str]]
    line_up: bool


NO_EMPTY: Final = Empty(frozenset(), line_up=False)


def empty_places(table: Table, trial: Trial, cards: Sequence[str]) -> Empty:
    """The empty places in which one of these cards would make a difference."""
    position, known = trial.position, seen_until_the_end(table, trial)
    found: set[tuple[int, str]] = set()
    mine, *others = [table.game.seat(player) for player in range(table.game.players)]
    for place in PLACES:
        if place != "hand" and _matters(table, trial, known, [mine], place, cards):
            found.add((YOU, place))
        bare = [seat for seat in others if not position.get(seat, {}).get(place)]
        if not bare or not _matters(table, trial, known, bare, place, cards):
            continue
        for seat in bare:
            if len(bare) == 1 or _matters(table, trial, known, [seat], place, cards):
                found.add((others.index(seat) + 1, place))
    basics = table.game.playset.basics
    line_up = not position.get("line_up") and any(
        _goes_otherwise(table, trial, known, {**position, "line_up": [card]})
        for card in cards
        if card not in basics
    )
    return Empty(frozenset(found), line_up)


def _matters(
    table: Table,
    trial: Trial,
    known: Sequence[Any],
    seats: Sequence[str],
    place: str,
    cards: Sequence[str],
) -> bool:
    """Whether it matters that these players have nothing there; of several it is possible, where
    there are not so many cards."""
    if any(trial.position.get(seat, {}).get(place) for seat in seats):
        return False
    for card in cards:
        fuller: dict[str, Any] = dict(trial.position)
        for seat in seats:
            fuller[seat] = {**fuller.get(seat, {}), place: [card]}
        if _goes_otherwise(table, trial, known, fuller, unknown=len(seats) > 1):
            return True
    return False


def _goes_otherwise(
    table: Table,
    trial: Trial,
    known: Sequence[Any],
    position: Position,
    *,
    unknown: bool = False,
) -> bool:
    other = table.follow(position, trial.plan)
    return unknown if other is None else seen_until_the_end(table, other) != known


def seen_until_the_end(table: Table, trial: Trial) -> list[Any]:
    """What is done and what comes of it, until a turn ends: that it ends by itself is no matter of
    a text."""
    events = trial.events
    last = next((at for at, event in enumerate(events) if event.kind in ENDS), len(events) + 1)
    found: list[tuple[int, Any]] = [
        (step.told, (step.seat, step.text)) for step in trial.steps if step.told < last
    ]
    kinds = table.game.core.kinds
    for at, event in enumerate(events[:last]):
        if event.kind not in SAYS_NOTHING:
            names = tuple(kinds[card].name for card in event.cards)
            found.append((at, (event.kind, event.player, names, event.detail, event.topic)))
    return [one for _, one in sorted(found, key=lambda x: x[0])]


def with_names(table: Table, trial: Trial, wanted: Set[Key]) -> Trial:
    """The same game in which the cards are named that come into it from the top of a pile: the
    plainest there are, if they do, or else those that lie there."""
    for key, cards in _coming(table, trial):
        names = [table.kind.name if x in table.own else _name(table, x) for x in cards]
        position = {**trial.position, key: names}
        found = table.follow(position, trial.plan)
        if found is not None and found.ended() and wanted <= found.at.keys():
            trial = found
    return trial


def _name(table: Table, card: int) -> str:
    return table.game.core.kinds[card].name


def _coming(table: Table, trial: Trial) -> Iterator[tuple[str, list[int]]]:
    """The piles of which nobody said what lies there, and the cards that come from their tops."""
    position, game = trial.position, table.game
    zones = laid_out(game, position).zones
    told = set(_told_of(trial.events, game.line_up, trial))
    if "main_deck_size" not in position:
        named = position.get("main_deck", ())
        pile = list(zones[game.main_deck])
        at = [number for number, card in enumerate(pile) if card in told]
        if at and len(named) <= at[-1] < MOST_NAMED:
            yield "main_deck", pile[: at[-1] + 1]
    if game.boss_stack >= 0 and "super_villains" not in position:
        pile = list(zones[game.boss_stack])
        at = [number for number, card in enumerate(pile) if card in told]
        at = at or [0] * _looks_at_stack(table)
        if at and at[-1] < MOST_NAMED:
            yield "super_villains", pile[: at[-1] + 2]


def _looks_at_stack(table: Table) -> bool:
    """Whether a text asks what lies on top of the Super-Villain stack."""
    return any(isinstance(x, c.Place) and x.row == "superstack" for x in table.ways.forms)


def _told_of(events: Sequence[Event], line_up: int, trial: Trial) -> Iterator[int]:
    """The cards to which something happens, but for those that only come into the Line-Up."""
    ends = at_ends(events)
    for at, event in enumerate(events):
        filled = event.detail[-1:] == (line_up,) and event.player < 0
        filled = filled and event.topic != "effect.replace"  # of which is told which it is
        if at not in ends and (event.kind in MOVES or event.kind in SHOWS) and not filled:
            yield from event.cards
    for step in trial.steps:
        card = getattr(step.option, "card", None)
        if isinstance(card, int):
            yield card


SHOWS: Final = frozenset({"reveal", "look at", "first appearance", "turn up", "play"})
"""What happens to cards that stay where they are."""
