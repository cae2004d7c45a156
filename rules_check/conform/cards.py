"""Cards as messages carry them, and back: values, printed lines, and the core."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.core.codec import from_json
from rules_check.meaning.document import Entry, card_data
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


def card_json(key: str, entry: Entry, books: Sequence[str]) -> dict[str, JSON]:
    """A card as messages carry it, in a game of these books."""
    return {"key": key, **card_data(entry, books)}


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
            text=a.CardText(()),
            source="",
            printed=tuple(data["printed"]),
            book=data["book"],
            core=from_json(data["core"]),
        )
        return card, int(data["copies"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadCard(f"not a card: {error}") from error
