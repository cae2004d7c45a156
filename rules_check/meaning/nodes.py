"""Nodes of the card language as JSON objects, and what can stand in each of their fields.

A node is an object: `node` is its class, then all its fields, also those that have their default.
A list is an array, a member of a closed list its text, None is null. `mark` and `bound` are there
only where they are set (`grammar.binding`).
"""

from __future__ import annotations

import inspect
import re
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a

NOT_WRITTEN: Final = frozenset({"Question", "Coined", "CardText"})
"""Classes that no settled and bound text has: questions are answered, the keywords of a set are
replaced by what they mean, and the abilities of a card are an array."""

BY_BINDING: Final = (a.Each,)
"""Classes of which only `grammar.binding` makes nodes."""

SCALARS: Final = frozenset({"int", "bool", "str", "None"})


def plain(value: Any) -> Any:
    """A node, or anything in one, as JSON values."""
    if isinstance(value, a.Node):
        kind = type(value)
        found: dict[str, Any] = {"node": kind.__name__}
        found |= {name: plain(getattr(value, name)) for name in a.field_names(kind)}
        if a.mark_of(value):
            found["mark"] = a.mark_of(value)
        if a.bound_to(value):
            found["bound"] = list(a.bound_to(value))
        return found
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


@cache
def node_classes() -> dict[str, type[a.Node]]:
    """The classes of the nodes that a document can have, in the order in which they are defined."""
    own = {name: kind for name, kind in a.NODES.items() if _of_grammar(kind)}
    kept = {name: kind for name, kind in own.items() if name not in NOT_WRITTEN}
    return kept | {kind.__name__: kind for kind in BY_BINDING}


def _of_grammar(kind: type[a.Node]) -> bool:
    """Whether a class is part of the language, and was not added from outside."""
    return vars(a).get(kind.__name__) is kind


@cache
def enums() -> dict[str, type[StrEnum]]:
    """The closed lists of the language."""
    found = {name: x for name, x in vars(a).items() if inspect.isclass(x)}
    return {n: x for n, x in found.items() if issubclass(x, StrEnum) and x is not StrEnum}


class FieldType(NamedTuple):
    """What can stand in a field: names of node classes, of closed lists, of plain values
    ("int", "None"); `several`: an array of these. `written` is how the code says it."""

    written: str
    options: tuple[str, ...]
    several: bool = False


def field_types(kind: type[a.Node]) -> dict[str, FieldType]:
    """The types of the fields of a node class, in order."""
    return _types_of(kind.__name__)


@cache
def _types_of(name: str) -> dict[str, FieldType]:
    kind = node_classes()[name]
    return {field: _field_type(kind, field) for field in a.field_names(kind)}


def _field_type(kind: type[a.Node], name: str) -> FieldType:
    written = str(a.field_type(kind, name))
    items = re.fullmatch(r"tuple\[(.+), \.\.\.\]", written)
    options = tuple(dict.fromkeys(_options(items[1] if items else written)))
    return FieldType(written, options, items is not None)


def _options(written: str) -> list[str]:
    """The names that a type stands for; a class that is abstract stands for those below it."""
    if " | " in written:
        return [name for part in written.split(" | ") for name in _options(part.strip())]
    if written in SCALARS or written in enums():
        return [written]
    if written.startswith("Question["):
        return []
    known: Any = getattr(a, written, None)
    if inspect.isclass(known) and issubclass(known, a.Node):
        return [n for n, kind in node_classes().items() if issubclass(kind, known)]
    if known is None:
        raise TypeError(f"{written} is not known")
    return _options(_alias(known))


def _alias(known: Any) -> str:
    """The types that the name of a union stands for, as they are written."""
    if isinstance(known, str):
        return known
    return " | ".join(
        part if isinstance(part, str) else getattr(part, "__name__", "") or part.__forward_arg__
        for part in known.__args__
    )
