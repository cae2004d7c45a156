"""Cards and sets of cards as JSON, with the meaning of their texts, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.codec import decode, encode
from rules_check.grammar.wording import wording
from rules_check.oracle.box.arranging import Arrangement, play_set_of
from rules_check.oracle.box.playset import CardDef, PlaySet


def dump_set(playset: PlaySet) -> dict[str, Any]:
    """The cards of a set."""
    return {
        "main_deck": [[dump_card(card), copies] for card, copies in playset.main_deck],
        "basics": {name: dump_card(card) for name, card in playset.basics.items()},
        "super_villains": [dump_card(card) for card in playset.super_villains],
        "characters": {
            seat: [dump_card(card) for card in cards]
            for seat, cards in playset.characters.items()
            if cards
        },
    }


def load_set(game: str, data: Mapping[str, Any]) -> PlaySet:
    """The play set of a game with these cards in place of its own."""
    base = play_set_of(Arrangement(game))
    return replace(
        base,
        main_deck=tuple((load_card(card), copies) for card, copies in data["main_deck"]),
        basics={name: load_card(card) for name, card in data["basics"].items()},
        super_villains=tuple(map(load_card, data["super_villains"])),
        characters={
            **dict.fromkeys(base.characters, ()),
            **{seat: tuple(map(load_card, found)) for seat, found in data["characters"].items()},
        },
    )


def dump_card(card: CardDef) -> dict[str, Any]:
    """One card."""
    return {
        "name": card.name,
        "type": None if card.type is None else card.type.value,
        "titles": [title.value for title in card.titles],
        "cost": card.cost,
        "vp": card.vp,
        "level": card.level,
        "symbol": card.symbol,
        "book": card.book,
        "wording": wording(card.text),
        "text": encode(card.text),
    }


def load_card(data: Mapping[str, Any]) -> CardDef:
    """One card; its text is that of the meaning, not of the wording."""
    kind = data["type"]
    return CardDef(
        data["name"],
        None if kind is None else a.CardType(kind),
        tuple(a.Title(title) for title in data["titles"]),
        data["cost"],
        data["vp"],
        data["level"],
        data["symbol"],
        decode(data["text"]),
        "",
        tuple(data["wording"]),
        data["book"],
    )
