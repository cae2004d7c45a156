"""The JSON Schema of the document, made from the classes of the card language.

Unknown fields are errors. Where one of several nodes can stand, `node` tells which schema holds,
so that a validator looks at each node once.
"""

from __future__ import annotations

import json
from typing import Any, Final, get_args

from rules_check.grammar import ast as a
from rules_check.meaning.nodes import SCALARS, FieldType, enums, field_types, node_classes
from rules_check.rules.model import Role

VERSION: Final = 1
"""Raised when a program that reads the document would have to be changed."""

PILES: Final = ("starter", "stack", "main deck", "character", "super-villain")
"""Where the cards of a game begin."""

UNIONS: Final = (
    *("Ability", "Effect", "Condition", "Occasion", "Amount", "Quantity", "Selection"),
    *("CostOf", "Noun", "Test", "PlayerTest"),
)
"""The unions that have a name in the schema."""

_JSON: Final[dict[str, Any]] = {
    "int": {"type": "integer"},
    "bool": {"type": "boolean"},
    "str": {"type": "string"},
    "None": {"type": "null"},
}


def schema() -> dict[str, Any]:
    """The whole schema."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"rules-check meaning, version {VERSION}",
        "description": "What `rules-check meaning --format json` writes: the cards of files or of "
        "games, with their texts settled and bound. docs/meaning.md says what each node does.",
        **_object(
            version={"const": VERSION},
            sources={"type": "array", "items": {"$ref": "#/$defs/source"}},
        ),
        "$defs": {
            "source": _source(),
            "card": _card(),
            "problem": _problem(),
            **{name: _union(name) for name in UNIONS},
            **{name: _list(kind) for name, kind in enums().items()},
            **{name: _node(kind) for name, kind in node_classes().items()},
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
            anyOf=[{"$ref": "#/$defs/CardType"}, {"type": "null"}],
        ),
        titles={"type": "array", "items": {"$ref": "#/$defs/Title"}},
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
        text=_about(
            "What it means, from top to bottom: settled and bound.",
            type="array",
            items={"$ref": "#/$defs/Ability"},
        ),
    )


def _problem() -> dict[str, Any]:
    return _object(
        card=_about("The card that is left out; empty: it is about the file.", type="string"),
        line=_about("The line of the file; 0: not known.", type="integer"),
        code=_about("A code such as RC101; empty: it has none.", type="string"),
        message={"type": "string"},
    )


def _node(kind: type[a.Node]) -> dict[str, Any]:
    """The schema of a class of nodes; the first sentences of its docstring describe it."""
    fields = {name: _field(type_) for name, type_ in field_types(kind).items()}
    made = _object(node={"const": kind.__name__}, **fields)
    made["properties"] |= {
        "mark": _about("By this number other nodes speak of it.", type="integer", minimum=1),
        "bound": _about(
            "The marks of the nodes that it speaks of.", type="array", items={"type": "integer"}
        ),
    }
    said = (kind.__doc__ or "").split("\n\n")[0]
    return _about(" ".join(said.split()), **made)


def _list(kind: Any) -> dict[str, Any]:
    return _about(" ".join((kind.__doc__ or "").split()), enum=[member.value for member in kind])


def _union(name: str) -> dict[str, Any]:
    """One of several nodes."""
    return _one_of(_members(name))


def _members(name: str) -> tuple[str, ...]:
    """The classes of nodes that belong to a union."""
    fields = (x for kind in node_classes().values() for x in field_types(kind).values())
    return next(x.options for x in fields if x.written.removeprefix("tuple[").split(",")[0] == name)


def _one_of(names: tuple[str, ...]) -> dict[str, Any]:
    told = [
        {"if": {"properties": {"node": {"const": name}}}, "then": {"$ref": f"#/$defs/{name}"}}
        for name in names
    ]
    return {
        "type": "object",
        "required": ["node"],
        "properties": {"node": {"enum": list(names)}},
        "allOf": told,
    }


def _field(type_: FieldType) -> dict[str, Any]:
    base = type_.written.removeprefix("tuple[").removesuffix(", ...]")
    found = _single(base.removesuffix(" | None"), type_)
    if base.endswith(" | None"):
        found = {"anyOf": [found, {"type": "null"}]}
    return {"type": "array", "items": found} if type_.several else found


def _single(base: str, type_: FieldType) -> dict[str, Any]:
    if base in UNIONS:
        return {"$ref": f"#/$defs/{base}"}
    names = [name for name in type_.options if name != "None"]
    nodes = tuple(name for name in names if name in node_classes())
    parts = [
        _JSON[n] if n in SCALARS else {"$ref": f"#/$defs/{n}"} for n in names if n not in nodes
    ]
    if nodes:
        parts.append({"$ref": f"#/$defs/{nodes[0]}"} if len(nodes) == 1 else _one_of(nodes))
    return parts[0] if len(parts) == 1 else {"anyOf": parts}
