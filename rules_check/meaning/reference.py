"""The reference of every node: the second part of docs/meaning.md.

It is made of the docstrings of the classes (what a node says), `nodes.toml` and `lists.toml` (what
it does), the types of the fields, and the examples, which are read, settled, bound and checked to
be playable. `python -m rules_check.meaning.reference` prints it; `make golden` writes it.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.parse import Parser
from rules_check.meaning.nodes import FieldType, enums, field_types, node_classes, plain
from rules_check.meaning.schema import UNIONS
from rules_check.oracle.box.card_kinds import kind_of
from rules_check.oracle.box.playset import CardDef, card_defs
from rules_check.oracle.playable import why_unplayable

FOLDER: Final = Path(__file__).parent
WIDTH: Final = 96

GROUPS: Final = {
    "Ability nodes": "Ability",
    "Effect nodes": "Effect",
    "Cost nodes": "CostOf",
    "Condition nodes": "Condition",
    "Occasion nodes": "Occasion",
    "Selection nodes": "Selection",
    "Quantity nodes": "Quantity",
    "Noun nodes": "Noun",
    "Card test nodes": "Test",
    "Player test nodes": "PlayerTest",
    "Amount nodes": "Amount",
}
"""The headings, and the union whose nodes stand under each; what is left comes last."""


class Told(NamedTuple):
    """What `nodes.toml` says of a class of nodes."""

    does: str
    example: str
    ruleset: str = "confrontations"
    type: str = "Hero"
    header: str = ""
    fields: Mapping[str, str] = {}


def told_nodes() -> dict[str, Told]:
    """What is said of each class of nodes."""
    return {name: Told(**said) for name, said in _read("nodes.toml").items()}


def told_lists() -> dict[str, dict[str, str]]:
    """What is said of the members of each closed list, by their texts."""
    return _read("lists.toml")


def _read(name: str) -> dict[str, Any]:
    with (FOLDER / name).open("rb") as file:
        return tomllib.load(file)


# --------------------------------------------------------------------------------- examples


@cache
def example_cards() -> dict[str, CardDef]:
    """The card of each example, by the class that it is for. Raises PlaySetError for a text that
    is not understood or leaves something open, ValueError for one that cannot be played."""
    parser = Parser(Cache())
    found: dict[str, CardDef] = {}
    texts: dict[tuple[str, str], list[tuple[str, Told]]] = {}
    for name, told in told_nodes().items():
        texts.setdefault((told.ruleset, told.header), []).append((name, told))
    for (ruleset, header), examples in texts.items():
        rows = ["set: Examples", f"ruleset: {ruleset}", *([header] if header else [])]
        for at, (_, told) in enumerate(examples):
            rows += ["", f"Sample {at}", _card_line(told), *told.example.split(" / ")]
        made = card_defs(read_card_text("\n".join(rows) + "\n", "examples"), parser=parser)
        for (name, _), (card, _) in zip(examples, made, strict=True):
            if why := why_unplayable(card):
                raise ValueError(f"the example of {name}: {why}")
            found[name] = card
    return found


def _card_line(told: Told) -> str:
    return told.type if told.type.startswith("Character") else f"{told.type}, cost 3, 1 VP"


def example_of(name: str) -> a.Node:
    """The first node of a class in the example that is given for it. Raises LookupError."""
    text = kind_of(example_cards()[name], 0).text
    for node in a.walk(text):
        if type(node).__name__ == name:
            return node
    raise LookupError(f"the example of {name} has no {name}")


# ------------------------------------------------------------------------------------ the page


def reference() -> str:
    """The second part of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    left = dict(node_classes())
    yield "## Nodes"
    for heading, union in GROUPS.items():
        names = [name for name in _of_union(union) if left.pop(name, None)]
        yield from _group(heading, names, f"A field of type {union} holds one of these.")
    yield from _group("Further nodes", list(left), "They stand where a field names them.")
    yield "\n## Closed lists\n"
    yield "A member is written as its text."
    for name, kind in enums().items():
        yield f"\n### {name}\n"
        yield f"{_sentence(kind)}\n"
        yield "| text | means |"
        yield "|---|---|"
        said = told_lists()[name]
        yield from (f"| `{member.value}` | {said[member.value]} |" for member in kind)


def _of_union(union: str) -> tuple[str, ...]:
    assert union in UNIONS
    types = (x for kind in node_classes().values() for x in field_types(kind).values())
    return next(x.options for x in types if x.written in (union, f"tuple[{union}, ...]"))


def _group(heading: str, names: list[str], about: str) -> Iterator[str]:
    yield f"\n### {heading}\n"
    yield about
    told = told_nodes()
    for name in names:
        yield from _node(name, told[name])


def _node(name: str, told: Told) -> Iterator[str]:
    kind = node_classes()[name]
    yield f"\n#### {name}\n"
    yield f"{_sentence(kind)}\n"
    yield f"**Does.** {told.does}"
    types = field_types(kind)
    if types:
        yield "\n| field | type | |"
        yield "|---|---|---|"
        for field, type_ in types.items():
            yield f"| `{field}` | {_type(type_)} | {told.fields.get(field, '')} |"
    if "bound" in told.fields:
        yield f"\n`bound`: {told.fields['bound']}."
    yield f"\n> {told.example}\n"
    yield "```json"
    yield from pretty(plain(example_of(name)))
    yield "```"


def _sentence(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _type(type_: FieldType) -> str:
    base = type_.written.removeprefix("tuple[").removesuffix(", ...]")
    words = {"int": "number", "bool": "true or false", "str": "text", "None": "null"}
    said = " or ".join(words.get(part, part) for part in base.split(" | "))
    return f"array of {said}" if type_.several else said


def pretty(value: Any, indent: int = 0, before: str = "", after: str = "") -> Iterator[str]:
    """JSON in few lines: what fits into a line stands in one."""
    pad = "  " * indent
    line = f"{pad}{before}{json.dumps(value, ensure_ascii=False)}{after}"
    if len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        yield line
        return
    items = [("", x) for x in value] if isinstance(value, list) else list(value.items())
    start, end = ("[", "]") if isinstance(value, list) else ("{", "}")
    yield f"{pad}{before}{start}"
    for at, (key, item) in enumerate(items):
        comma = "," if at < len(items) - 1 else ""
        yield from pretty(item, indent + 1, f'"{key}": ' if key else "", comma)
    yield f"{pad}{end}{after}"


if __name__ == "__main__":
    sys.stdout.write(reference())
