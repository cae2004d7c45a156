"""A function of the engine as it is, in a world of which nothing is known.

What it calls is replaced by functions that may answer anything, but for those that are looked at
themselves. So what is seen of it holds whatever the others do, and whatever cards there are.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection
from types import FunctionType
from typing import Any, Final

from rules_check import oracle
from rules_check.properties.language.anything import Anything, Ways

PREFIX: Final = f"{oracle.__name__}."

Calls = list[tuple[str, tuple[Any, ...]]]


def named(name: str) -> FunctionType:
    """The function of the engine with this name ("running.moving.place_card")."""
    module, _, last = name.rpartition(".")
    found = getattr(importlib.import_module(PREFIX + module), last)
    assert isinstance(found, FunctionType)
    return found


def name_of(function: Any) -> str:
    """The name of a function within the engine."""
    return f"{function.__module__}.{function.__qualname__}".removeprefix(PREFIX)


def opened(function: FunctionType, real: Collection[str], ways: Ways, calls: Calls) -> FunctionType:
    """The function; of those that it calls only the `real` ones are what they are. What the
    others are called with is noted."""
    known: dict[str, FunctionType] = {}

    def open_(one: FunctionType) -> FunctionType:
        name = name_of(one)
        if name not in known:
            world = dict(one.__globals__)
            known[name] = FunctionType(
                one.__code__, world, one.__name__, one.__defaults__, one.__closure__
            )
            for at, value in one.__globals__.items():
                if isinstance(value, FunctionType) and value.__module__.startswith(PREFIX):
                    inside = name_of(value) in real
                    world[at] = open_(value) if inside else _anything(name_of(value), ways, calls)
        return known[name]

    return open_(function)


def _anything(name: str, ways: Ways, calls: Calls) -> Any:
    def called(*given: Any, **more: Any) -> Any:
        calls.append((name, (*given, *more.values())))
        return Anything(ways)

    return called
