"""Functions and modules stay short enough to be read at once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = "grammar rules oracle cards properties rules_check bench tests".split()
MOST_LINES = {"module": 400, "function": 60}


def too_long(name: str, source: str) -> dict[str, int]:
    """A module and its functions that have too many lines, and how many they have.

    A function is named with the classes and functions around it; it counts from its `def`.
    """
    found = {}
    length = len(source.splitlines())
    if length > MOST_LINES["module"]:
        found[name] = length

    def look(node: ast.AST, within: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = within
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{within}.{child.name}".strip(".")
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (child.end_lineno or child.lineno) - child.lineno + 1
                if lines > MOST_LINES["function"]:
                    found[f"{name}:{inner}"] = lines
            look(child, inner)

    look(ast.parse(source), "")
    return found


@cache
def in_project() -> dict[str, int]:
    """What is too long in the packages of the project; links are not followed."""
    found: dict[str, int] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            found |= too_long(name, path.read_text(encoding="utf-8"))
    return found


def test_functions_and_modules_are_short() -> None:
    assert in_project() == {}, f"more than {MOST_LINES} lines"


def test_long_module_is_found() -> None:
    assert too_long("a.py", "x = 1\n" * 400) == {}
    assert too_long("a.py", "x = 1\n" * 401) == {"a.py": 401}


def test_long_function_is_found_wherever_it_stands() -> None:
    def source(head: str, lines: int, indent: int) -> str:
        return head + (" " * indent + "x = 1\n") * (lines - 1)

    assert too_long("a.py", source("def f():\n", 60, 4)) == {}
    assert too_long("a.py", source("def f():\n", 61, 4)) == {"a.py:f": 61}
    assert too_long("a.py", source("async def f():\n", 61, 4)) == {"a.py:f": 61}
    method = source("class C:\n    @staticmethod\n    def f():\n", 61, 8)
    assert too_long("a.py", method) == {"a.py:C.f": 61}
    inner = source("def f():\n    def g():\n", 60, 8)
    assert too_long("a.py", inner) == {"a.py:f": 61}
    late = source("if True:\n    def f():\n", 61, 8)
    assert too_long("a.py", late) == {"a.py:f": 61}
