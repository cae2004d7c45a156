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
    found: dict[str, StrEnum] = {}
    for value in vars(a).values():
        if isinstance(value, type) and issubclass(value, StrEnum) and value is not StrEnum:
            for member in value:
                found[f"@{value.__name__}.{member.value}"] = member
    return found


def _defaults(kind: type[a.Node]) -> tuple[Any, ...]:
    return tuple(kind.node_defaults.get(name, MISSING) for name in a.field_names(kind))


def encode(value: Any, places: bool = False) -> JSON:
    """A node, or anything in one, as JSON values; with `places`, also which words say it."""
    if isinstance(value, a.Node):
        names = a.field_names(type(value))
        items = [getattr(value, name) for name in names]
        defaults = _defaults(type(value))
        while (
            items
            and defaults[len(items) - 1] is not MISSING
            and items[-1] == defaults[len(items) - 1]
            and not (places and isinstance(items[-1], a.Node) and a.place_of(items[-1]))
        ):
            items.pop()
        at = a.place_of(value) if places else None
        name = type(value).__name__ + (f"@{at[1]}-{at[2]}" if at else "")
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
    if isinstance(value, list):
        try:
            name, _, at = value[0].partition("@")
            node = a.NODES[name](*(decode(item) for item in value[1:]))
            if not at:
                return node
            first, last = at.split("-")
            return a.placed(node, (-1, int(first), int(last)))
        except (KeyError, TypeError, IndexError, ValueError) as error:
            raise ValueError(f"not an AST: {value!r:.80}") from error
    if isinstance(value, str):
        if value.startswith("@@"):
            return value[1:]
        if value.startswith("@"):
            try:
                return _members()[value]
            except KeyError as error:
                raise ValueError(f"not an AST: {value!r:.80}") from error
        return value
    if isinstance(value, dict) and isinstance(value.get("list"), list):
        return tuple(decode(item) for item in value["list"])
    if value is None or isinstance(value, bool | int):
        return value
    raise ValueError(f"not an AST: {value!r:.80}")


def outline(node: Any, depth: int = 0) -> list[str]:
    """A node as an indented outline for people: one line a node, defaults left out."""
    pad = "  " * depth
    if not isinstance(node, a.Node):
        return [f"{pad}{node}"]
    plain: list[str] = []
    nested: list[tuple[str, Any]] = []
    for name, default in zip(a.field_names(type(node)), _defaults(type(node)), strict=True):
        value = getattr(node, name)
        if default is not MISSING and value == default:
            continue
        if isinstance(value, a.Node) or (
            isinstance(value, tuple) and any(isinstance(item, a.Node) for item in value)
        ):
            nested.append((name, value))
        elif value != ():
            shown = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            plain.append(f"{name}={shown}")
    lines = [pad + type(node).__name__ + (f" {' '.join(plain)}" if plain else "")]
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
