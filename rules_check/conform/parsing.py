"""Vectors about texts: what a card says, and what it means as data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules_check.grammar.ast import Title
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.core.codec import to_json
from rules_check.meaning.document import core_of
from rules_check.oracle.box.playset import CardDef, card_defs

JSON = Any


def asked_text(card: CardDef, names: set[str]) -> dict[str, JSON]:
    """What is asked about a card: its lines, and the names of cards that occur in them."""
    lines = list(card.printed)
    words = set(re.findall(r"[\w']{4,}", " ".join(lines).lower()))
    occurring = sorted(name for name in names if name != card.name and _occurs(name, words))
    return {
        "name": card.name,
        "type": None if card.type is None else card.type.value,
        "titles": [title.value for title in card.titles],
        "level": card.level,
        "lines": lines,
        "names": occurring,
    }


def _occurs(name: str, words: set[str]) -> bool:
    """Whether a name, or a part of it, may stand in a text with these words."""
    return any(
        word.startswith(part[:-1])
        for part in name.lower().split()
        if len(part) > 3
        for word in words
    )


def parsed_core(vector: Mapping[str, JSON]) -> JSON:
    """The core of the text that a vector asks about. Raises ValueError (PlaySetError)."""
    ask = vector["ask"]
    ((card, _),) = card_defs(read_card_text(_file(vector["ruleset"], ask), "<asked>"))
    return to_json(core_of(card, [vector["ruleset"]]))


def _file(ruleset: str, ask: Mapping[str, JSON]) -> str:
    """A card file with the one card."""
    titles = [title for title in ask["titles"] if title != Title.CHARACTER.value]
    if Title.CHARACTER.value in ask["titles"]:
        line = ["Character", *([f"level {ask['level']}"] if ask["level"] else [])]
    else:
        line = [ask["type"] or "Weakness", *titles]
    names = [f"names: {', '.join(ask['names'])}"] if ask["names"] else []
    head = ["set: Asked", f"ruleset: {ruleset}", *names, ""]
    return "\n".join([*head, ask["name"], ", ".join(line), *ask["lines"]]) + "\n"
