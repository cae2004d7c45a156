"""Functions and modules stay short enough to be read at once.

`tests/too_long.txt` lists what is longer today, a line each: `path: reason` for a module,
`path:function: reason` for a function. A line that is no longer needed fails the test too, so
the list can only become shorter.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = "grammar rules oracle cards properties rules_check bench".split()
MOST_LINES = {"module": 400, "function": 60}
EXCEPTIONS = Path(__file__).with_name("too_long.txt")


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


def exceptions(text: str) -> dict[str, str]:
    """What may be longer, and the reason."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.rsplit(": ", 1) for line in lines)


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
    allowed = exceptions(EXCEPTIONS.read_text(encoding="utf-8"))
    longer = {name: lines for name, lines in in_project().items() if name not in allowed}
    assert not longer, f"more than {MOST_LINES} lines"


def test_every_exception_is_needed_and_has_a_reason() -> None:
    allowed = exceptions(EXCEPTIONS.read_text(encoding="utf-8"))
    assert not allowed.keys() - in_project().keys(), "short now: strike it off the list"
    assert all(reason.strip() for reason in allowed.values())


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


def test_exceptions_are_read_with_their_reasons() -> None:
    text = "# what and why\n\na.py: many tables\nb/c.py:C.f: a list of cases\n"
    assert exceptions(text) == {"a.py": "many tables", "b/c.py:C.f": "a list of cases"}
