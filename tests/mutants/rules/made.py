"""Functions that the engine has made from texts: the code of those within another function.

A text of a card becomes functions when its game is made. If only the code of such functions is
another, it is put into all of them; nothing has to be made anew.
"""

from __future__ import annotations

import gc
import os
import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from tests.mutants.model import ROOT
from tests.mutants.rules.places import ROOMS

Key = tuple[str, str, int]
"""A function within another: the file, its name there, and its first line."""

_AT_ONCE: Final = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
"""Code that is run where it stands; it belongs to the function around it."""


def made_functions() -> Mapping[Key, Sequence[types.FunctionType]]:
    """All functions within functions of the engine that there are in this process."""
    files = {str(path) for room in ROOMS for path in (ROOT / room).glob("*.py")}
    found: dict[Key, list[types.FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and "<locals>" in one.__code__.co_qualname:
            key = key_of(one.__code__)
            if key[0] in files:
                found.setdefault(key, []).append(one)
    return found


def key_of(code: types.CodeType) -> Key:
    """By what a function within another is found."""
    return _real(code.co_filename), code.co_qualname, code.co_firstlineno


_real: Final = cache(os.path.realpath)


def itself(code: types.CodeType) -> tuple[Any, ...]:
    """What a function does itself, without those within it that it only makes."""
    consts: list[Any] = []
    for const in code.co_consts:
        if not isinstance(const, types.CodeType):
            consts.append((type(const), repr(const)))
        else:
            at_once = const.co_name in _AT_ONCE
            consts.append((types.CodeType, itself(const) if at_once else const.co_name))
    names = (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
    return code.co_code, code.co_argcount, code.co_kwonlyargcount, names, tuple(consts)


def within(code: types.CodeType) -> Iterator[types.CodeType]:
    """The functions that a function makes, in order."""
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            if const.co_name in _AT_ONCE:
                yield from within(const)
            else:
                yield const


Exchange = tuple[types.CodeType, types.CodeType]


def exchanges(old: types.CodeType, new: types.CodeType) -> list[Exchange] | None:
    """The code of functions within a function, and the other code for them; None if the function
    itself is another, or one within it that makes functions too."""
    if itself(old) != itself(new):
        return None
    found: list[Exchange] = []
    for was, becomes in zip(within(old), within(new), strict=True):
        deeper = exchanges(was, becomes)
        if deeper is None and (any(within(was)) or any(within(becomes))):
            return None
        if deeper is None or deeper:
            found += [(was, becomes), *(deeper or ())]
    return found
