"""Cards as messages carry them, and back: values, printed lines, and the meaning as data."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

from rules_check.grammar import ast as a
from rules_check.meaning.document import Entry, card_data
from rules_check.meaning.nodes import enums, field_types, node_classes
from rules_check.oracle.box.playset import CardDef, PlaySet

JSON = Any


class BadCard(ValueError):
    """A value is not a card."""


def keyed(play_set: PlaySet) -> dict[str, Entry]:
    """Every card of a play set by its key: its name, for a Character with the level, or with what
    it is where another card has its name."""
    found = list(entries(play_set))
    word = play_set.ruleset.character_word
    others = {entry.card.name for entry in found if entry.pile != "character"}
    return {_key(entry, others, word): entry for entry in found}


def _key(entry: Entry, others: Container[str], word: str) -> str:
    card = entry.card
    if entry.pile != "character":
        return card.name
    if card.level:
        return f"{card.name} {card.level}"
    return f"{card.name} ({word})" if card.name in others else card.name


def entries(play_set: PlaySet) -> Iterator[Entry]:
    """Every card of a play set, with where its copies begin."""
    basics = {basic.name: basic for basic in play_set.ruleset.basics}
    for name, card in play_set.basics.items():
        basic = basics.get(name)
        if basic is None:  # of a game that is mixed in
            yield Entry(card, play_set.extra_stacks[name], "stack", role="for sale")
        else:
            pile = "starter" if basic.role == "starter" else "stack"
            yield Entry(card, basic.copies, pile, basic.each_player, basic.role)
    for levels in play_set.characters.values():
        yield from (Entry(card, 1, "character") for card in levels)
    yield from (Entry(card, 1, "super-villain") for card in play_set.super_villains)
    yield from (Entry(card, copies, "main deck") for card, copies in play_set.main_deck)


def card_json(key: str, entry: Entry) -> dict[str, JSON]:
    """A card as messages carry it."""
    return {"key": key, **card_data(entry)}


def card_of(data: JSON) -> tuple[CardDef, int]:
    """The card that a message carries, and its copies. Raises BadCard."""
    try:
        card = CardDef(
            name=data["name"],
            type=None if data["type"] is None else a.CardType(data["type"]),
            titles=tuple(map(a.Title, data["titles"])),
            cost=data["cost"],
            vp=data["vp"],
            level=data["level"],
            symbol=data["symbol"],
            text=a.CardText(tuple(map(node_of, data["text"]))),
            source="",
            printed=tuple(data["printed"]),
            book=data["book"],
        )
        return card, int(data["copies"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadCard(f"not a card: {error}") from error


def node_of(data: JSON) -> Any:
    """The node that `rules_check.meaning.nodes.plain` has written. Raises BadCard."""
    name = data.get("node") if isinstance(data, dict) else None
    kind: Any = node_classes().get(str(name))
    if kind is None:
        raise BadCard(f"not a node: {data!r:.60}")
    values = [_value(data[name], known.options) for name, known in field_types(kind).items()]
    node = kind(*values)
    if "mark" in data or "bound" in data:
        node = a.tied(node, data.get("mark", 0), tuple(data.get("bound", ())))
    return node


def _value(data: JSON, options: Iterable[str]) -> Any:
    if isinstance(data, dict):
        return node_of(data)
    if isinstance(data, list):
        return tuple(_value(item, options) for item in data)
    if isinstance(data, str):
        for name in options:
            if name in enums() and data in {member.value for member in enums()[name]}:
                return enums()[name](data)
    return data
