"""The JSON Schema of the document: cards with their values, and the forms of the core.

Unknown fields are errors. Where one of several forms can stand, `form` tells which schema holds, so
that a validator looks at each form once. `rules-check meaning --schema` prints it.
"""

from __future__ import annotations

import json
from typing import Any, Final, get_args

from rules_check.grammar.ast import CardType, Title
from rules_check.grammar.core.codec import schema as core_schema
from rules_check.rules.model import Role

VERSION: Final = 2
"""Raised when a program that reads the document would have to be changed."""

PILES: Final = ("starter", "stack", "main deck", "character", "super-villain")
"""Where the cards of a game begin."""


def schema() -> dict[str, Any]:
    """The whole schema."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"rules-check meaning, version {VERSION}",
        "description": "What `rules-check meaning --format json` writes: the cards of files or of "
        "games, each with its core as its book plays it. docs/meaning.md says what the forms do.",
        **_object(
            version={"const": VERSION},
            sources={"type": "array", "items": {"$ref": "#/$defs/source"}},
        ),
        "$defs": {
            "source": _source(),
            "card": _card(),
            "problem": _problem(),
            **core_schema()["$defs"],
        },
    }


def written() -> str:
    """The schema as it is published."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def _about(description: str, **said: Any) -> dict[str, Any]:
    return {"description": description, **said}


def _texts(description: str) -> dict[str, Any]:
    return _about(description, type="array", items={"type": "string"})


def _source() -> dict[str, Any]:
    return _object(
        kind={"enum": ["file", "game"]},
        name=_about("The path of the file, or the name of the game.", type="string"),
        title=_about("The name of the set, or of the game.", type="string"),
        ruleset=_about("The rulebook that holds.", type="string"),
        seats=_texts("Of a game: the Characters of a game in which nobody chooses, in turn order."),
        sides=_about(
            "Of a game with sides: the Characters of each side.",
            type="object",
            additionalProperties={"type": "array", "items": {"type": "string"}},
        ),
        cards={"type": "array", "items": {"$ref": "#/$defs/card"}},
        problems={"type": "array", "items": {"$ref": "#/$defs/problem"}},
    )


def _card() -> dict[str, Any]:
    number = {"type": "integer"}
    return _object(
        name={"type": "string"},
        book=_about("The rulebook that the card is for; its rulings go with it.", type="string"),
        type=_about(
            "null: a Weakness, a Character; it has no card type.",
            enum=[*CardType, None],
        ),
        titles={"type": "array", "items": {"enum": list(Title)}},
        keywords=_texts("The keywords by which the card is called, also those of its own set."),
        cost=number,
        vp=_about("0 where the text counts it.", **number),
        level=_about("Of a Character; 0: it has none.", **number),
        symbol=_about("The Character whose symbol the card has; empty: none.", type="string"),
        pile=_about("Where the cards begin; null for the cards of a file.", enum=[*PILES, None]),
        role=_about(
            "What a basic card is for; a Weakness is never bought. null: no basic card of a game.",
            enum=[*get_args(Role), None],
        ),
        copies=_about("How many there are in all.", type="integer", minimum=0),
        each_player=_about("How many are in each player's starting deck.", **number),
        printed=_texts("The text as it is printed, a line each."),
        core={"$ref": "#/$defs/Core"},
    )


def _problem() -> dict[str, Any]:
    return _object(
        card=_about("The card that is left out; empty: it is about the file.", type="string"),
        line=_about("The line of the file; 0: not known.", type="integer"),
        code=_about("A code such as RC101; empty: it has none.", type="string"),
        message={"type": "string"},
    )
