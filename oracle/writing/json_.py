"""States, options and events as JSON values and back.

A card is its id ("Punch#3"), a zone its name ("P1 hand"). A piece of card text that waits on
the agenda is a reference: the card and the number of the piece in its text, counted from the
top. What is derived (`where`, `watch`) and the trace are not written.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.codec import decode as decode_ast
from rules_check.grammar.codec import encode as encode_ast
from rules_check.oracle.box.table import Table
from rules_check.oracle.trace.citing import rules_of
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import Act, Done, Frame, Lasting, Until
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Nonsense
from rules_check.oracle.values.state import Result, State
from rules_check.oracle.values.tasks import Task
from rules_check.oracle.values.zones import PER_PLAYER, PLAY
from rules_check.oracle.writing.chosen import chosen_words

JSON = Any
VERSION = 5

PLAIN = (
    "turn",
    "active",
    "phase",
    "confronted",
    "announced",
    "defeats",
    "serial",
)


class StateError(ValueError):
    """A JSON value is not a state of this game."""


def dump_state(g: Table, s: State) -> JSON:
    """A state as JSON values."""
    return {
        "version": VERSION,
        **dump_game(g),
        "zones": {
            g.zone_name(zone): [g.card_id(card) for card in cards]
            for zone, cards in enumerate(s.zones)
        },
        "power": list(s.power),
        "spent": list(s.spent),
        "vp": list(s.vp),
        "order": list(s.order),
        "out": list(s.out),
        **{name: getattr(s, name) for name in PLAIN},
        "facts": [_dump(g, fact) for fact in s.facts],
        "lasting": [_dump(g, lasting) for lasting in s.lasting],
        "used": [_dump(g, used) for used in s.used],
        "live": [[_dump(g, key), value] for key, value in s.live.items()],
        "pending": [_dump(g, pending) for pending in s.pending],
        "agenda": [_dump(g, todo) for todo in s.agenda],
        "frames": [_dump(g, frame) for frame in s.frames],
        "owners": {g.card_id(card): g.seat(owner) for card, owner in s.owners.items()},
        "face_up": g.card_id(s.face_up) if s.face_up >= 0 else None,
        "choice": None if s.choice is None else _dump_choice(g, s.choice),
        "result": None if s.result is None else _dump(g, tuple(s.result)),
    }


def dump_game(g: Table) -> dict[str, JSON]:
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


def load_state(g: Table, data: JSON) -> State:
    """The inverse of `dump_state`; raises StateError for anything else."""
    try:
        return _load_state(g, data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise StateError(f"not a state of {g.ruleset.title}: {error}") from error


def _load_state(g: Table, data: JSON) -> State:
    if data["version"] != VERSION:
        raise StateError(f"written by version {data['version']} of the engine, not {VERSION}")
    if data["game"] != g.ruleset.name:
        raise StateError(f"a state of {data['game']}")
    for key, value in dump_game(g).items():
        if ({"reading": {}, **data})[key] != value:
            raise StateError(f"the {key} differ")
    s = State(g.players, g.zone_count, len(g.kinds))
    names = {g.zone_name(zone): zone for zone in range(g.zone_count)}
    for name, cards in data["zones"].items():
        zone = names[name]
        s.zones[zone] = tuple(g.card(card) for card in cards)
        for card in s.zones[zone]:
            if s.where[card] >= 0:
                raise StateError(f"{g.card_id(card)} is in two places")
            s.where[card] = zone
    if -1 in s.where:
        raise StateError(f"{g.card_id(s.where.index(-1))} is nowhere")
    for name in ("power", "spent", "vp"):
        setattr(s, name, list(data[name]))
    s.owners = {g.card(card): int(seat[1:]) - 1 for card, seat in data["owners"].items()}
    for card, owner in s.owners.items():
        if s.where[card] >= g.shared or s.where[card] % PER_PLAYER != PLAY or owner >= g.players:
            raise StateError(f"{g.card_id(card)} is not in play, or its owner does not play")
    s.face_up = g.card(data["face_up"]) if data["face_up"] is not None else -1
    s.order, s.out = tuple(data["order"]), tuple(data["out"])
    for name in PLAIN:
        setattr(s, name, data[name])
    s.facts = [_load(g, fact) for fact in data["facts"]]
    s.lasting = [_load(g, lasting) for lasting in data["lasting"]]
    s.used = [_load(g, used) for used in data["used"]]
    s.live = {_load(g, key): value for key, value in data["live"]}
    s.pending = [_load(g, pending) for pending in data["pending"]]
    s.agenda = [_load(g, todo) for todo in data["agenda"]]
    s.frames = [_load(g, frame) for frame in data["frames"]]
    if data["choice"] is not None:
        s.choice = _load_choice(g, data["choice"])
    if data["result"] is not None:
        s.result = Result(*_load(g, data["result"]))
    return s


# -------------------------------------------------------------------- options and events


def dump_option(g: Table, option: Option) -> JSON:
    """An option as a list: its tag, then cards as ids, seats as "P1", numbers and words."""
    return option.to_json(g)


def load_option(g: Table, data: JSON) -> Option:
    """The inverse of `dump_option`; raises ValueError for a card or seat that there is not.

    What is no option at all becomes one that every choice refuses.
    """
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise ValueError(f"not an option: {data!r:.60}")
    kind = Option.kinds.get(data[0])
    found: Option | None = kind.from_json(g, data[1:]) if kind is not None else None
    return found if found is not None else Nonsense(tuple(data))


def dump_event(g: Table, event: Event) -> JSON:
    """An event with the ids of the rules that made it happen."""
    return {
        "event": event.kind,
        "player": g.seat(event.player) if event.player >= 0 else None,
        "cards": [g.card_id(card) for card in event.cards if card >= 0],
        "detail": _detail(g, event),
        "topic": event.topic,
        "rules": list(rules_of(g, event)),
    }


def _detail(g: Table, event: Event) -> list[JSON]:
    """What else there is to say: zones and seats by name, numbers and words as they are."""
    if event.kind in _MOVES and len(event.detail) == 2:
        return [g.zone_name(zone) if zone >= 0 else None for zone in event.detail]
    if event.kind == "option":
        return [event.detail[0], chosen_words(g, event)]
    if event.kind == "confront":
        return [g.seat(event.detail[0]), *event.detail[1:]]
    if event.kind in _SEATS:
        return [g.seat(item) if item >= 0 else None for item in event.detail]
    return [_dump(g, item) for item in event.detail]


_MOVES = frozenset(verb.value for verb in a.Verb)
_SEATS = frozenset(
    {"attack", "avoided", "hit", "defend", "block", "assist", "cancel", "winner"}
    | {"first player", "over"}
)


def _dump_choice(g: Table, choice: Choice) -> JSON:
    return {
        "player": choice.player,
        "kind": choice.kind,
        "options": [dump_option(g, option) for option in choice.options],
        "cards": [g.card_id(card) for card in choice.cards],
        "source": choice.source,
        "task": _dump(g, choice.task),
    }


def _load_choice(g: Table, data: JSON) -> Choice:
    return Choice(
        data["player"],
        ChoiceKind(data["kind"]),
        tuple(load_option(g, option) for option in data["options"]),
        _load(g, data["task"]),
        tuple(g.card(card) for card in data["cards"]),
        data["source"],
    )


# ------------------------------------------------------------------------ anything else


def _dump(g: Table, value: Any) -> JSON:
    match value:
        case StrEnum():
            return {"enum": encode_ast(value)}
        case Lasting():
            return {"lasting": [_dump(g, item) for item in value]}
        case Frame():
            return {"frame": [_dump(g, item) for item in value.key()]}
        case Task():
            return {"task": [_dump(g, item) for item in value]}
        case Until():
            return {"until": [_dump(g, item) for item in value]}
        case tuple() | list():
            return [_dump(g, item) for item in value]
        case a.Node():
            at = g.node_references().get(id(value))
            return {"ast": encode_ast(value)} if at is None else {"text": list(at)}
        case _:
            return value


def _load(g: Table, data: JSON) -> Any:
    match data:
        case list():
            return tuple(_load(g, item) for item in data)
        case {"enum": text}:
            return decode_ast(text)
        case {"lasting": items}:
            return Lasting(*(_load(g, item) for item in items))
        case {"frame": items}:
            frame = Frame(0, 0)
            for name, item in zip(Frame.__slots__, items, strict=True):
                setattr(frame, name, _load(g, item))
            frame.log = tuple(Done(*item) for item in frame.log)
            frame.way = tuple(Act(*item) for item in frame.way)
            return frame
        case {"task": [tag, *items]}:
            return Task.kinds[tag](*(_load(g, item) for item in items))
        case {"until": [tag, *items]}:
            return Until.kinds[tag](*(_load(g, item) for item in items))
        case {"text": [kind, number]}:
            return g.node_at(kind, number)
        case {"ast": encoded}:
            return decode_ast(encoded)
        case _:
            return data
