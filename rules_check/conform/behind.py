"""Which rules are behind a difference: those that made the reference engine do what it did."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules_check.conform.games import game_of, table_of
from rules_check.conform.playing import Playing
from rules_check.oracle.conformance.comparing import Difference, Divergence
from rules_check.oracle.conformance.positions import load_action
from rules_check.oracle.game import Game, Refused
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State
from rules_check.rules.topics import split

JSON = Any

MOST: Final = 5
"""So many rules are told."""

TOLD_BY: Final[Mapping[str, frozenset[str]]] = {
    "power": frozenset({"power", "pay", "buy", "defeat", "lose power"}),
    "vp": frozenset({"vp"}),
    "confronted": frozenset({"confront", "cancel", "confrontation over"}),
    "active": frozenset({"turn"}),
    "out": frozenset({"out"}),
    "order": frozenset({"first player"}),
    "face_up": frozenset({"turn up", "flip"}),
    "result": frozenset({"over"}),
    "result.reason": frozenset({"over"}),
    "result.scores": frozenset({"score"}),
    "result.winners": frozenset({"winner", "team score", "tie-break"}),
    "result.tie_break": frozenset({"tie-break"}),
}
"""Events that change what positions tell under a key."""

FLOW: Final = frozenset(
    {"turn", "active", "phase", "choice", "choice.player", "choice.kind", "refused"}
)
"""Where two engines differ that are at other points of a turn, or one of which does nothing."""


DECIDING: Final = frozenset(
    (
        "attack, avoid, avoided, block, cancel, compare, confrontation text, first appearance, "
        "forbidden, hit, immune, no confrontation text, otherwise, replace, rider"
    ).split(", ")
)
"""Events that decide whether what comes next is done."""

TURN: Final = "turn"
ACTIVE: Final = "active"
ZONES: Final = "zones."
RESHUFFLE: Final = "reshuffle"
SHUFFLE: Final = "shuffle"
STAYS: Final = "stays"
DISCARD: Final = "discard"
DECK: Final = "deck"


def rules_behind(vector: Mapping[str, JSON], found: Divergence) -> list[str]:
    """The rules behind what happens at the step at which an engine diverges."""
    if vector["setup"] is None or not 0 < found.step <= len(vector["steps"]):
        return []
    setup = vector["setup"]
    try:
        game = game_of(table_of(vector), tuple(setup["seats"]), setup["cards"])
        playing = Playing(game, setup)
        before = None
        for step in vector["steps"][: found.step]:
            before = playing.state.copy()
            playing.state.trace = []
            playing.act(step)
    except Refused as refused:
        return list(refused.rules)[:MOST]
    except ValueError:
        return []
    s = playing.state
    return likely_rules(game, before, s, s.trace or [], found.differences)[:MOST]


def likely_rules(
    g: Game,
    before: State | None,
    s: State,
    events: Sequence[Event],
    differences: Sequence[Difference],
) -> list[str]:
    """The rules that are likely to be broken, the likeliest first, where `events` led from one
    state to another.

    If the other engine has gone on where the reference asks, those of what is asked; if it asks
    where the reference has gone on, those why not. Then those of events that the other engine has
    not done in the same way: of the event that took a card from where the other engine still has
    it, or put it where it has not; of those that changed Power by as much as it differs. The
    earliest counts most: what comes later may follow from it. Then those of actions that only one
    of them offers, and of all events.
    """
    found = dict.fromkeys(_of_end(g, s, differences))
    wrong = _merged(_not_alike(g, events, differences))
    flow = not differences or any(x.path in FLOW for x in differences)
    if flow and all(x.left for x in wrong):
        found |= dict.fromkeys(_of_flow(g, before, s, wrong, differences))
    for at, left in wrong:
        if left and at and events[at - 1].kind in DECIDING:
            found |= dict.fromkeys(_rules(g, events[at - 1]))
        found |= dict.fromkeys(_rules(g, events[at]))
    of_options = dict.fromkeys(_of_options(g, s, differences))
    if not wrong and not flow:
        found |= of_options
    first = wrong[0].at if wrong else len(events)
    some = events if flow else [*events[:first][::-1], *events[first:][::-1]]
    for event in some:
        found |= dict.fromkeys(_rules(g, event))
    return list(found | of_options)


def specific_first(g: Game, rules: Iterable[str]) -> tuple[str, ...]:
    """Rules that few topics of the book lead to say more of what happened than others do."""
    listed = g.book_topics.entries.values()
    number = Counter(rule for some in listed for rule in some)
    return tuple(sorted(rules, key=lambda rule: number[rule]))


def _rules(g: Game, event: Event) -> tuple[str, ...]:
    return specific_first(g, g.rules_of(event))


def _of_flow(
    g: Game,
    before: State | None,
    s: State,
    wrong: Sequence[NotAlike],
    differences: Sequence[Difference],
) -> Iterator[str]:
    """The rules why the other engine should ask something, or should not."""
    told = {x.path: x for x in differences}
    kind = told.get("choice.kind")
    behind = any(x.left for x in wrong)
    if TURN in told:
        expected, found = told[TURN].expected, told[TURN].found
        behind = type(found) is int and found < expected
    if kind is not None and (kind.found if behind else kind.expected) == SHUFFLE:
        entries = [x for x in g.book_topics.entries if split(x)[0].startswith(f"{SHUFFLE}.")]
        yield from specific_first(g, g.book_topics.rules_of(entries))
    options = next((x for x in differences if x.path.endswith("options")), None)
    if options is None:
        return
    if behind and before is not None:
        for action in _listed(options.found):
            yield from _of_action(g, before, action)
    elif not behind:
        for action in _listed(options.expected):
            yield from _of_action(g, s, action)


def _of_end(g: Game, s: State, differences: Sequence[Difference]) -> Iterator[str]:
    """The rules about an end of the game that only one engine sees."""
    ends = [x for x in differences if x.path == "result" and s.result is None]
    for reason in (x.found.get("reason") for x in ends if isinstance(x.found, dict)):
        yield from specific_first(g, g.book_topics.rules(f"end.{reason}"))


def _listed(actions: JSON) -> Sequence[JSON]:
    return actions if isinstance(actions, list) else ()


class NotAlike(NamedTuple):
    """The place of an event that the other engine has not done in the same way; `left`: not at
    all, as far as can be seen."""

    at: int
    left: bool


def _not_alike(
    g: Game, events: Sequence[Event], differences: Sequence[Difference]
) -> Iterator[NotAlike]:
    """The events that the other engine has not done in the same way."""
    moves = [*_moves(g, events)]
    for card, (expected, found) in _places(differences).items():
        mine = [move for move in moves if move.card == card]
        undone = [move for move in mine if move.source == found]
        last = mine[-1].at if mine else -1
        like = [x.at for x in moves if x.at > last and _alike(x, expected, found)]
        if undone:
            yield NotAlike(undone[-1].at, undone[-1] is mine[0])
        elif like:
            yield NotAlike(like[-1], False)
        elif mine:
            yield NotAlike(last, False)
        else:
            stays = [x for x, event in enumerate(events) if _stays(g, event, card)]
            decided = [x for x, event in enumerate(events) if event.kind in DECIDING]
            yield from (NotAlike(at, False) for at in (stays or decided)[-1:])
    same_turn = all(x.path != TURN for x in differences)
    for difference in differences:
        if difference.path != ACTIVE or same_turn:
            yield from _changes(g, events, difference)


def _stays(g: Game, event: Event, card: str) -> bool:
    return event.kind == STAYS and card in _cards(g, event)


def _alike(move: _Move, source: str, target: str) -> bool:
    """Whether a card went from such a zone to such a zone, whoever's they are."""
    return [_of_nobody(x) for x in move[2:]] == [_of_nobody(x) for x in (source, target)]


def _of_nobody(zone: str) -> str:
    return re.sub(r"^P\d+ ", "", zone)


def _merged(some: Iterable[NotAlike]) -> list[NotAlike]:
    """Each event once, in order: one that was done with another card was not left out."""
    found: dict[int, bool] = {}
    for at, left in some:
        found[at] = left and found.get(at, True)
    return [NotAlike(at, left) for at, left in sorted(found.items())]


class _Move(NamedTuple):
    at: int
    card: str
    source: str
    target: str


def _moves(g: Game, events: Sequence[Event]) -> Iterator[_Move]:
    """Where cards went, event by event, by the names that positions have."""
    for at, event in enumerate(events):
        if event.kind == RESHUFFLE:
            player = g.seat(event.player)
            zones = (f"{player} {DISCARD}", f"{player} {DECK}")
        elif event.kind in MOVES and len(event.detail) == 2:
            zones = (g.zone_name(event.detail[0]), g.zone_name(event.detail[1]))
        else:
            continue
        yield from (_Move(at, card, *zones) for card in _cards(g, event))


def _cards(g: Game, event: Event) -> list[str]:
    return [g.card_id(card) for card in event.cards if card >= 0]


def _places(differences: Sequence[Difference]) -> dict[str, tuple[str, str]]:
    """The cards that are in one place by one engine and in another by the other: both; an empty
    text where the engine has none."""
    lists = [x for x in differences if x.path.startswith(ZONES)]
    expected = {card: _zone(x) for x in lists for card in _ids(x.expected)}
    found = {card: _zone(x) for x in lists for card in _ids(x.found)}
    both = {card: (expected.get(card, ""), found.get(card, "")) for card in {**expected, **found}}
    return {card: (one, other) for card, (one, other) in both.items() if one != other}


def _zone(difference: Difference) -> str:
    return difference.path.removeprefix(ZONES).partition(" from card ")[0]


def _ids(value: JSON) -> list[str]:
    return re.findall(r'"([^"]+#\d+)"', json.dumps(value))


def _changes(g: Game, events: Sequence[Event], difference: Difference) -> Iterator[NotAlike]:
    """The last event that changed a value which differs; for numbers of players one that changed
    it by as much as it differs, if there is any."""
    kinds = TOLD_BY.get(difference.path, frozenset())
    changed = [at for at, event in enumerate(events) if event.kind in kinds]
    expected, found = difference.expected, difference.found
    if not isinstance(expected, dict) or not isinstance(found, dict):
        yield from (NotAlike(at, False) for at in changed[-1:])
        return
    for seat, number in expected.items():
        other = found.get(seat)
        if other != number and type(other) is int and type(number) is int:
            mine = [at for at in changed if g.seat(events[at].player) == seat]
            exact = [at for at in mine if abs(number - other) in events[at].detail]
            yield from (NotAlike(at, False) for at in (exact or mine)[-1:])


def _of_options(g: Game, s: State, differences: Sequence[Difference]) -> Iterator[str]:
    """The rules of actions that only one engine offers: why they are refused, or what they do."""
    for difference in differences:
        if not difference.path.endswith("options"):
            continue
        for actions in (difference.found, difference.expected):
            for action in _listed(actions):
                yield from _of_action(g, s, action)


def _of_action(g: Game, s: State, action: JSON) -> tuple[str, ...]:
    try:
        option = load_action(g, s, action)
        refused = g.refuse(s, option)
        if refused is not None:
            return specific_first(g, refused.rules)
        after = s.copy()
        after.trace = []
        g.take(after, option)
    except (ValueError, TypeError, RunsForever):  # foreign data that is no action
        return ()
    return _rules(g, after.trace[0]) if after.trace else ()
