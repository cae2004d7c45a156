"""What is played, options and events as JSON values, and options back.

A card is its id ("Punch#3"), a zone its name ("P1 hand"), a player a seat ("P1").
"""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.cards import Box
from rules_check.oracle.trace.citing import rules_of
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Nonsense
from rules_check.oracle.writing.chosen import chosen_words

JSON = Any


class StateError(ValueError):
    """A JSON value is not a state of this game."""


def dump_game(g: Box) -> dict[str, JSON]:
    """What is played, as JSON values: enough to set the same game up again."""
    play_set = g.playset
    return {
        "game": g.ruleset.name,
        "variant": g.variant.name if g.variant is not None else None,
        "mix": [
            {"with": mixed.book.name, "how": mixed.how, "out": list(mixed.out)}
            for mixed in play_set.mixed
        ],
        "cards": [{"file": source.file, "text": source.text} for source in play_set.more],
        "seats": list(g.seats),
        "rulings": dict(sorted(g.rulings.items())),
        "orders": list(g.orders),
        "reading": g.reading.to_json(),
        "by_hand": play_set.by_hand,
    }


# -------------------------------------------------------------------- options and events


def dump_option(g: Box, option: Option) -> JSON:
    """An option as a list: its tag, then cards as ids, seats as "P1", numbers and words."""
    return option.to_json(g)


def load_option(g: Box, data: JSON) -> Option:
    """The inverse of `dump_option`; raises ValueError for a card or seat that there is not.

    What is no option at all becomes one that every choice refuses.
    """
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise ValueError(f"not an option: {data!r:.60}")
    kind = Option.kinds.get(data[0])
    found: Option | None = kind.from_json(g, data[1:]) if kind is not None else None
    return found if found is not None else Nonsense(tuple(data))


def dump_event(g: Box, event: Event) -> JSON:
    """An event with the ids of the rules that made it happen."""
    return {
        "event": event.kind,
        "player": g.seat(event.player) if event.player >= 0 else None,
        "cards": [g.card_id(card) for card in event.cards if card >= 0],
        "detail": _detail(g, event),
        "topic": event.topic,
        "rules": list(rules_of(g, event)),
    }


def _detail(g: Box, event: Event) -> list[JSON]:
    """What else there is to say: zones and seats by name, numbers and words as they are."""
    if event.kind in _MOVES and len(event.detail) == 2:
        return [g.zone_name(zone) if zone >= 0 else None for zone in event.detail]
    if event.kind == "option":
        return [event.detail[0], chosen_words(g, event)]
    if event.kind == "confront":
        return [g.seat(event.detail[0]), *event.detail[1:]]
    if event.kind in _SEATS:
        return [g.seat(item) if item >= 0 else None for item in event.detail]
    return list(map(_plain, event.detail))


_MOVES = frozenset(verb.value for verb in a.Verb)
_SEATS = frozenset(
    {"attack", "avoided", "hit", "defend", "block", "assist", "cancel", "winner"}
    | {"first player", "over"}
)


def _plain(item: Any) -> JSON:
    """What an event tells, as JSON values."""
    return [_plain(part) for part in item] if isinstance(item, tuple | list) else item
