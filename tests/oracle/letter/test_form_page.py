"""The page that shows, form by form, what the interpreter does: made from its source."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent

from rules_check.grammar.core.forms import FORMS, Form, parts
from rules_check.grammar.core.reader import read_core
from tests.conftest import Golden

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "letter.md"
MARKER = "<!-- From here on: written by `make golden`, from oracle/letter -->"
EXAMPLES = ROOT / "tests" / "grammar" / "core" / "examples.core"

DOORS = (
    ("values", "value"),
    ("conditions", "is_so"),
    ("events", "fits"),
    ("events", "within"),
    ("statements", "run"),
)
"""The functions that take forms apart, in the order of docs/core.md."""

ALONE = {"Did": ("events", "did")}
"""Forms with a function of their own, which no door calls."""

WHOLE = frozenset({"Core", "Text"})
"""Whole texts: where each works is in `standing.py`, `turn.py` and `attack.py`, by its home."""


@dataclass(frozen=True)
class Shown:
    """What is done for a form: in which module, the case, and the functions that it calls."""

    module: str
    case: str
    functions: tuple[str, ...]


@cache
def module(name: str) -> tuple[str, dict[str, ast.FunctionDef]]:
    """The source of a module of the interpreter, and its functions."""
    source = inspect.getsource(import_module(f"rules_check.oracle.letter.{name}"))
    tree = ast.parse(source)
    return source, {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}


def piece(source: str, node: ast.AST) -> str:
    """The lines of a node, without what it is indented by."""
    lines = source.splitlines()[node.lineno - 1 : node.end_lineno]  # type: ignore[attr-defined]
    return dedent("\n".join(lines))


def imported(name: str) -> dict[str, str]:
    """From which module of the interpreter a module takes which names."""
    tree = ast.parse(module(name)[0])
    return {
        alias.name: (node.module or "").rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and "oracle.letter" in (node.module or "")
        for alias in node.names
    }


def cases(name: str, door: str) -> Iterator[tuple[str, Shown]]:
    """The forms that a function takes apart, each with what is done for it."""
    source, functions = module(name)
    for node in ast.walk(functions[door]):
        if not isinstance(node, ast.match_case):
            continue
        said = ast.unparse(node.pattern)
        if said.count("c.") > 3:  # handed on to another module
            continue
        lines = source.splitlines()[node.pattern.lineno - 1 : node.body[-1].end_lineno]
        called = [
            one.func.id
            for part in node.body
            for one in ast.walk(part)
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
        ]
        shown = tuple(dict.fromkeys(x for x in called if x not in ("value", "items", "Outcome")))
        for form in re.findall(r"c\.(\w+)\(", said):
            yield form, Shown(name, dedent("\n".join(lines)), shown)


def found(name: str, function: str) -> tuple[str, str] | None:
    """The source of a function of the interpreter that a module calls, and where it stands."""
    where = name if function in module(name)[1] else imported(name).get(function, "")
    if not where or function not in module(where)[1]:
        return None
    source, functions = module(where)
    return where, piece(source, functions[function])


def forms_in(form: Form) -> Iterator[str]:
    """The names of a form and of all below it."""
    yield type(form).__name__
    for one in parts(form):
        yield from forms_in(one)


@cache
def examples() -> dict[str, tuple[str, str]]:
    """For each form the shortest example that has it: its words and its core."""
    chosen: dict[str, tuple[str, str]] = {}
    for block in EXAMPLES.read_text(encoding="utf-8").split("== ")[1:]:
        title, _, core = block.partition("\n")
        for name in forms_in(read_core(core)):
            if name not in chosen or len(core) < len(chosen[name][1]):
                chosen[name] = title, core.rstrip()
    return chosen


def of_forms() -> dict[str, list[Shown]]:
    """Of every form what is done for it."""
    made: dict[str, list[Shown]] = {name: [] for name in FORMS}
    for name, door in DOORS:
        for form, shown in cases(name, door):
            if shown not in made[form]:
                made[form].append(shown)
    for form, (name, function) in ALONE.items():
        made[form].append(Shown(name, "", (function,)))
    return made


def reference() -> Iterator[str]:
    """The page behind its introduction."""
    yield MARKER
    yield ""
    told: set[str] = set()
    for form, several in of_forms().items():
        yield f"## {form}"
        yield ""
        yield re.sub(r"\s+", " ", (FORMS[form].__doc__ or "").partition("\n\n")[0])
        yield ""
        if form in examples():
            title, core = examples()[form]
            yield from (f"> {title}", "", "```", core, "```", "")
        for shown in several:
            if shown.case:
                yield from (f"`{shown.module}.py`", "", "```py", shown.case, "```", "")
            for function in shown.functions:
                here = found(shown.module, function)
                if here is not None and function not in told:
                    told.add(function)
                    yield from (f"`{here[0]}.py`", "", "```py", here[1], "```", "")


def test_it_shows_the_source(golden: Golden) -> None:
    written, marked, _ = PAGE.read_text(encoding="utf-8").partition(MARKER)
    assert marked
    golden(PAGE, written + "\n".join(reference()).rstrip() + "\n")


def test_every_form_is_carried_out_somewhere() -> None:
    assert [name for name, shown in of_forms().items() if not shown and name not in WHOLE] == []
