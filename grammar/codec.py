"""AST to plain JSON values and back, for the cache and for other programs.

A node is a list: its class name (in the cache with the words that say it, as "Draw@0-2"), then
its fields in order, trailing defaults left out.
An enum member is "@Class.value"; a text that begins with "@" gets a second "@".
"""

from __future__ import annotations

from dataclasses import MISSING
from enum import StrEnum
from functools import cache
from typing import Any

from rules_check.grammar import ast as a

JSON = Any


@cache
def _members() -> dict[str, StrEnum]:
    kinds = [x for x in vars(a).values() if isinstance(x, type) and issubclass(x, StrEnum)]
    return {encode(member): member for kind in kinds for member in kind}


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The names of the fields of a node class, with their defaults."""
    return tuple((name, kind.node_defaults.get(name, MISSING)) for name in a.field_names(kind))


def encode(value: Any, places: bool = False) -> JSON:
    """A node, or anything in one, as JSON values; with `places`, also which words say it."""
    if isinstance(value, a.Node):
        kind: Any = type(value)
        fields = _fields(kind)
        items = [getattr(value, name) for name, _ in fields]
        while items and items[-1] == fields[len(items) - 1][1]:
            if places and isinstance(items[-1], a.Node) and a.place_of(items[-1]):
                break
            items.pop()
        at = a.place_of(value) if places else None
        name = kind.__name__ + (f"@{at[1]}-{at[2]}" if at else "")
        return [name, *(encode(item, places) for item in items)]
    if isinstance(value, StrEnum):
        return f"@{type(value).__name__}.{value.value}"
    if isinstance(value, str):
        return f"@{value}" if value.startswith("@") else value
    if isinstance(value, tuple):
        return {"list": [encode(item, places) for item in value]}
    return value


def decode(value: JSON) -> Any:
    """The inverse of `encode`; raises ValueError for anything else."""
    try:
        if isinstance(value, list):
            name, _, at = value[0].partition("@")
            node = a.NODES[name](*[decode(item) for item in value[1:]])
            if at:
                first, last = at.split("-")
                object.__setattr__(node, "at", (-1, int(first), int(last)))
            return node
        if isinstance(value, str):
            if not value.startswith("@"):
                return value
            return value[1:] if value.startswith("@@") else _members()[value]
        if isinstance(value, dict) and isinstance(value["list"], list):
            return tuple([decode(item) for item in value["list"]])
        if value is None or isinstance(value, int):
            return value
        raise TypeError
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise ValueError(f"not an AST: {value!r:.80}") from error


def outline(node: Any, depth: int = 0) -> list[str]:
    """A node as an indented outline for people: one line a node, defaults left out."""
    pad = "  " * depth
    if not isinstance(node, a.Node):
        return [f"{pad}{node}"]
    plain: list[str] = []
    nested: list[tuple[str, Any]] = []
    kind: Any = type(node)
    for name, default in _fields(kind):
        value = getattr(node, name)
        if value == default:
            continue
        items = value if isinstance(value, tuple) else (value,)
        if any(isinstance(item, a.Node) for item in items):
            nested.append((name, value))
        elif items:
            plain.append(f"{name}={', '.join(map(str, items))}")
    if a.mark_of(node):
        plain.append(f"mark={a.mark_of(node)}")
    if a.bound_to(node):
        plain.append(f"bound={', '.join(map(str, a.bound_to(node)))}")
    lines = [pad + kind.__name__ + (f" {' '.join(plain)}" if plain else "")]
    for name, value in nested:
        if isinstance(value, tuple):
            lines.append(f"{pad}  {name}:")
            for item in value:
                lines.extend(outline(item, depth + 2))
        else:
            first, *rest = outline(value, depth + 1)
            lines.append(f"{pad}  {name}: {first.strip()}")
            lines.extend(rest)
    return lines
