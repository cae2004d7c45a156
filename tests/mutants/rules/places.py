"""Places in the engine: the functions of its rooms, their statements, and other code for one.

A place is a module, the name of a function in it, the text of a statement there (of one with a
body only its head) and how many statements of the same text come before it. So a place is found
again when something else in the file has changed. A statement of a function within another is one
of the outer function.
"""

from __future__ import annotations

import ast
import copy
import importlib
import types
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rules_check.oracle.values import zones
from tests.mutants.model import ROOT

ROOMS: Final = (
    "oracle",
    "oracle/box",
    "oracle/quick",
    "oracle/values",
    "grammar/core",
    "grammar/core/translation",
)
"""The rooms that decide what happens: of the engine, and where the meaning of a text is made; the
others write, tell or play."""

AGAIN: Final = "make rule-faults"

Head = ast.stmt | ast.match_case


class PlaceError(ValueError):
    """The source no longer has a place; the table must be made anew."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}; {AGAIN} makes the table anew")


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the engine that stands in a module or in a class of it."""

    file: str
    name: str
    tree: ast.FunctionDef

    @property
    def where(self) -> str:
        """Its file and name, as they are written in the table."""
        return f"{self.file}:{self.name}"

    def copy(self) -> Function:
        """The function with a tree of its own."""
        return Function(self.file, self.name, copy.deepcopy(self.tree))

    def heads(self) -> Iterator[tuple[Head, str, int]]:
        """Its statements in order, also those of functions within it, with their text and how often
        that has come before."""
        seen: dict[str, int] = {}
        for node in in_order(self.tree.body):
            text = head_text(node)
            if text:
                yield node, text, seen.get(text, 0)
                seen[text] = seen.get(text, 0) + 1

    def returned(self) -> Mapping[int, str]:
        """What the function in which a statement stands gives back, by the `id` of the statement:
        its own, or one within it."""
        found: dict[int, str] = {}
        for node in ast.walk(self.tree):  # the outer ones first
            if isinstance(node, ast.FunctionDef):
                gives = ast.unparse(node.returns) if node.returns else ""
                found |= {id(one): gives for one in in_order(node.body)}
        return found


def in_order(body: list[ast.stmt]) -> Iterator[Head]:
    """Statements as they are written, those within others behind these."""
    for node in body:
        yield node
        for field in ("body", "orelse", "finalbody"):
            yield from in_order(getattr(node, field, []))
        for case in getattr(node, "cases", []):
            yield case
            yield from in_order(case.body)


def head_text(node: Head) -> str:
    """The text of a statement without its body; empty for one that is not changed."""
    match node:
        case ast.If() | ast.While():
            word = "if" if isinstance(node, ast.If) else "while"
            return f"{word} {ast.unparse(node.test)}:"
        case ast.For():
            return f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}:"
        case ast.match_case():
            guard = f" if {ast.unparse(node.guard)}" if node.guard else ""
            return f"case {ast.unparse(node.pattern)}{guard}:"
        case ast.Expr(value=ast.Constant()):
            return ""
        case (
            ast.Expr()
            | ast.Assign()
            | ast.AugAssign()
            | ast.AnnAssign()
            | ast.Return()
            | ast.Break()
            | ast.Continue()
            | ast.Delete()
            | ast.Raise()
        ):
            return ast.unparse(node)
        case _:
            return ""


def lines_of(node: Head) -> range:
    """The lines of a statement without its body."""
    first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
    body = getattr(node, "body", None)
    if isinstance(body, list) and body:
        return range(first, max(first + 1, body[0].lineno))
    assert isinstance(node, ast.stmt)
    return range(first, (node.end_lineno or first) + 1)


# ----------------------------------------------------------------------- the sources


@cache
def functions() -> Mapping[str, Function]:
    """Every function of the engine's rooms, by file and name."""
    paths = [path for room in ROOMS for path in sorted((ROOT / room).glob("*.py"))]
    found = {}
    for path in paths:
        file = path.relative_to(ROOT).as_posix()
        for function in functions_of(file, path.read_text(encoding="utf-8")):
            found[function.where] = function
    return found


def functions_of(file: str, source: str) -> Iterator[Function]:
    """The functions of a module and of its classes."""

    def look(body: list[ast.stmt], within: str) -> Iterator[Function]:
        for node in body:
            if isinstance(node, ast.FunctionDef):
                yield Function(file, within + node.name, node)
            elif isinstance(node, ast.ClassDef):
                yield from look(node.body, f"{within}{node.name}.")

    return look(ast.parse(source).body, "")


def changed(function: Function, old: str, nth: int, new: str) -> types.CodeType:
    """The code of a function in which one statement is another. Raises PlaceError."""
    other = function.copy()
    for node, text, number in other.heads():
        if (text, number) == (old, nth):
            _exchange(other.tree, node, new)
            return compiled(other)
    raise PlaceError(function.where, f"there is no {old!r}" + (f", number {nth + 1}" * bool(nth)))


def _exchange(tree: ast.FunctionDef, node: Head, new: str) -> None:
    """Put the statement `new` in the place of a node; the body stays if it has one."""
    if isinstance(node, ast.match_case):
        whole = ast.parse(f"match 0:\n  {new}\n    pass").body[0]
        assert isinstance(whole, ast.Match)
        node.pattern, node.guard = whole.cases[0].pattern, whole.cases[0].guard
        return
    other = ast.parse(f"{new}\n    pass" if new.endswith(":") else new).body[0]
    for field in ("body", "orelse"):
        if hasattr(other, field) and hasattr(node, field):
            setattr(other, field, getattr(node, field))
    for parent in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            held = getattr(parent, field, None)
            if isinstance(held, list) and any(one is node for one in held):
                held[[one is node for one in held].index(True)] = other


def compiled(function: Function) -> types.CodeType:
    """The code of a function, as Python has it in its module."""
    tree = function.tree
    tree.decorator_list = []
    body: list[ast.stmt] = [tree]
    for name in reversed(function.name.split(".")[:-1]):
        body = [ast.ClassDef(name, [], [], body, [])]
    future = ast.parse("from __future__ import annotations").body
    module = ast.fix_missing_locations(ast.Module([*future, *body], []))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fault may be one that Python warns of
        code = compile(module, str(ROOT / function.file), "exec", dont_inherit=True)
    for name in function.name.split("."):
        code = next(
            one for one in code.co_consts if isinstance(one, types.CodeType) and one.co_name == name
        )
    return code


# ------------------------------------------------------------------------ the engine


def module_of(function: Function) -> Mapping[str, Any]:
    """What is in the module of a function."""
    module = "rules_check." + function.file.removesuffix(".py").replace("/", ".")
    return vars(importlib.import_module(module))


def live(function: Function) -> types.FunctionType | None:
    """The function as the engine calls it; None if other code cannot be put into it."""
    first, *more = function.name.split(".")
    found: Any = module_of(function).get(first)
    for name in more:
        found = vars(found).get(name)
    if found is None:
        return None
    for inner in ("fget", "__func__", "__wrapped__"):
        found = getattr(found, inner, found) or found
    return found if isinstance(found, types.FunctionType) else None


def put(function: Function, code: types.CodeType) -> None:
    """From now on the engine runs this code for the function. Raises PlaceError."""
    there = live(function)
    if there is None or there.__code__.co_freevars != code.co_freevars:
        raise PlaceError(function.where, "other code cannot be put into it")
    for name in code_names(code):
        if name in vars(zones):
            there.__globals__.setdefault(name, vars(zones)[name])  # not imported there
    there.__code__ = code


def code_names(code: types.CodeType) -> Iterator[str]:
    """The names that a function and those within it ask their module for."""
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from code_names(const)
