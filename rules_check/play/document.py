"""A game as a JSON document, described by `schemas/game.schema.json`, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rules_check.oracle.box.arranging import Mixed
from rules_check.oracle.box.reading import read_reading
from rules_check.oracle.players.player import PLAYERS
from rules_check.play.table import HUMAN, CardSource, Table, Unusable

if TYPE_CHECKING:
    from rules_check.oracle.box.reading import Reading
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.option_forms import Option
    from rules_check.oracle.values.state import State
    from rules_check.play.deck import DeckSource

MOST_BYTES: Final = 64 * 1024 * 1024
"""A larger file is no saved game; long ones have a few megabytes."""

FORMAT_VERSION: Final = 1
"""Raised when a program that reads the document would have to be changed."""

_KEYS: Final = ("version", "game", "seats", "seed", "players", "cards", "answers")
_MORE: Final = ("variant", "mix", "deck", "reading", "given", "events", "result")
"""What need not be there: a game that is neither a variant nor mixed, is played as the books say
from its set-up on, and what follows from it."""


def render(table: Table, game: Game, answers: Iterable[Option], state: State) -> str:
    """The game as JSON: a line for each answer and each event; the same game, the same bytes."""
    from rules_check.oracle.writing.json_ import dump_event, dump_option

    result = state.result
    values: dict[str, Any] = {
        "version": FORMAT_VERSION,
        "game": table.game,
        "variant": table.variant or None,
        "mix": [
            {"with": mixed.other, "how": mixed.how, "out": list(mixed.out)} for mixed in table.mixed
        ],
        "seats": list(table.seats),
        "seed": table.seed,
        "players": list(table.players),
        "cards": [{"file": source.file, "text": source.text} for source in table.cards],
        **_deck_value(table),
        **({"reading": table.reading.to_json()} if table.reading else {}),
        **({"given": dict(table.given)} if table.given else {}),
        "answers": [dump_option(game, option) for option in answers],
        "events": [dump_event(game, event) for event in state.trace or ()],
        "result": None
        if result is None
        else {
            "reason": result.reason,
            "winners": [table.seats[seat] for seat in result.winners],
            "scores": dict(zip(table.seats, result.scores, strict=False)),
            "tie_break": result.tie_break or None,
        },
    }
    return "{\n" + ",\n".join(_field(name, value) for name, value in values.items()) + "\n}\n"


def _deck_value(table: Table) -> dict[str, Any]:
    """The user's own set, where the game is played with one."""
    deck = table.deck
    if deck is None:
        return {}
    return {"deck": {"file": deck.file, "text": deck.text, "skip": deck.skip}}


def _field(name: str, value: Any) -> str:
    if name in {"cards", "answers", "events"} and value:
        rows = ",\n".join(f"    {_line(item)}" for item in value)
        return f"  {_line(name)}: [\n{rows}\n  ]"
    return f"  {_line(name)}: {_line(value)}"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# ------------------------------------------------------------------------------ back


def load(path: str) -> tuple[Table, dict[str, Any]]:
    """The table of a saved game, and all of it, still as JSON. Raises Unusable."""
    value = parse(path)
    if not isinstance(value, dict):
        raise Unusable(f"{path}: this is no saved game: expected an object")
    version = value.get("version")
    if version != FORMAT_VERSION:
        said = "has no version" if version is None else f"has version {_short(version)}"
        raise Unusable(f"{path}: the saved game {said}; this program reads {FORMAT_VERSION}")
    for key in _KEYS:
        if key not in value:
            raise Unusable(f"{path}: this is no saved game: {key} is missing")
    for key in value:
        if key not in (*_KEYS, *_MORE):
            raise Unusable(f"{path}: unknown key {_short(key)}")
    if not isinstance(value["answers"], list):
        raise Unusable(f"{path}: answers: expected a list")
    return _table(path, value), value


def parse(path: str) -> object:
    """The JSON value in a file. Raises Unusable."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise Unusable(f"{path}: the file cannot be read: {why}") from error
    if len(data) > MOST_BYTES:
        most = f"{MOST_BYTES // 1024 // 1024} MB"
        raise Unusable(f"{path}: this is no saved game: it has more than {most}")
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Unusable(f"{path}: this is no saved game: the text is not UTF-8") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Unusable(f"{path}: this is no saved game: {place}: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise Unusable(f"{path}: this is no saved game: {error}") from error


def _table(path: str, value: dict[str, Any]) -> Table:
    seed = value["seed"]
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise Unusable(f"{path}: seed: expected a whole number")
    players = _texts(path, "players", value["players"])
    for player in players:
        if player not in (*PLAYERS, HUMAN):
            raise Unusable(f"{path}: players: no kind of player {_short(player)}")
    seats = _texts(path, "seats", value["seats"])
    if len(players) != len(seats):
        raise Unusable(f"{path}: players: expected one for each of {len(seats)} seats")
    return Table(
        game=_text(path, "game", value["game"]),
        seats=seats,
        seed=seed,
        players=players,
        cards=tuple(_sources(path, value["cards"])),
        variant=_text(path, "variant", value.get("variant") or ""),
        mixed=tuple(_mixed(path, value.get("mix", []))),
        deck=_deck(path, value.get("deck")),
        reading=_reading(path, value.get("reading", {})),
        given=_given(path, value.get("given", {})),
    )


def _mixed(path: str, value: object) -> Iterator[Mixed]:
    if not isinstance(value, list):
        raise Unusable(f"{path}: mix: expected a list")
    for number, item in enumerate(value, 1):
        if not isinstance(item, dict) or set(item) != {"with", "how", "out"}:
            raise Unusable(f"{path}: mix: number {number}: expected with, how and out")
        other, how = (_text(path, "mix", item[key]) for key in ("with", "how"))
        yield Mixed(other, how, _texts(path, "mix", item["out"]))


def _reading(path: str, value: object) -> Reading:
    if not isinstance(value, dict):
        raise Unusable(f"{path}: reading: expected a table, found {_short(value)}")
    try:
        return read_reading(value)
    except ValueError as error:
        raise Unusable(f"{path}: reading: {error}") from error


def _given(path: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict) or not isinstance(value.get("cards", ""), str):
        raise Unusable(f"{path}: given: expected a position, found {_short(value)}")
    return value


def _deck(path: str, value: object) -> DeckSource | None:
    from rules_check.play.deck import DeckSource

    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != {"file", "text", "skip"}:
        raise Unusable(f"{path}: deck: expected file, text and skip")
    file, text = (_text(path, "deck", value[key]) for key in ("file", "text"))
    return DeckSource(file, text, value["skip"] is True)


def _sources(path: str, value: object) -> Iterator[CardSource]:
    if not isinstance(value, list):
        raise Unusable(f"{path}: cards: expected a list")
    for number, item in enumerate(value, 1):
        if not isinstance(item, dict) or set(item) != {"file", "text"}:
            raise Unusable(f"{path}: cards: number {number}: expected file and text")
        yield CardSource(_text(path, "cards", item["file"]), _text(path, "cards", item["text"]))


def _text(path: str, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise Unusable(f"{path}: {key}: expected a text, found {_short(value)}")
    return value


def _texts(path: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Unusable(f"{path}: {key}: expected a list")
    return tuple(_text(path, key, item) for item in value)


def _short(value: object) -> str:
    from rules_check.glyphs import shorten, visible

    return shorten(visible(json.dumps(value, ensure_ascii=False)), 60)


def options_of(path: str, game: Game, answers: Sequence[Any]) -> Iterator[Option]:
    """The answers of a saved game as options. Raises Unusable at the first that is none."""
    from rules_check.oracle.writing.json_ import load_option

    for number, value in enumerate(answers, 1):
        try:
            yield load_option(game, value)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
            why = f"no such card, seat or word in {_short(value)}"
            raise Unusable(f"{path}: answer {number}: bad-answer: {why}") from error
