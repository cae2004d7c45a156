"""The list of slow tests is right, and leaves something of every folder to `make quick`."""

from __future__ import annotations

import ast
import os
from functools import cache
from pathlib import Path

import pytest

from tests.effort import SLOW
from tests.together import try_all

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "tests").rglob("test_*.py"))
FOLDERS = "additions bench cards grammar mutants oracle properties rules rules_check".split()


@cache
def named_in(path: Path) -> set[str]:
    """The names of the tests in a file, as `tests/slow.txt` would write them."""
    name = path.relative_to(ROOT).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {f"{name}::{function}" for function in functions if function.startswith("test_")}


def test_every_line_names_a_test_or_a_file() -> None:
    def named(line: str) -> None:
        path, _, name = line.partition("::")
        assert ROOT / path in MODULES
        assert not name or line.partition("[")[0] in named_in(ROOT / path)

    try_all(SLOW, named)


def test_no_line_stands_there_twice() -> None:
    assert len(set(SLOW)) == len(SLOW)


@pytest.mark.parametrize("folder", FOLDERS)
def test_most_named_in_a_folder_are_quick(folder: str) -> None:
    inside = [path for path in MODULES if path.is_relative_to(ROOT / "tests" / folder)]
    names = set().union(*map(named_in, inside))
    files = {line for line in SLOW if "::" not in line}
    slow = {name for name in names if name in SLOW or name.partition("::")[0] in files}
    assert len(slow) < len(names) / 2


def test_slow_tests_are_marked(request: pytest.FixtureRequest) -> None:
    marked = [item for item in request.session.items if item.get_closest_marker("slow")]
    assert request.node not in marked
    assert all(any(item.nodeid.startswith(line) for line in SLOW) for item in marked)


def test_groups_stay_on_one_worker(request: pytest.FixtureRequest) -> None:
    """pytest-xdist tells its scheduler by the end of the name which group a test belongs to."""
    marks = [(item, item.get_closest_marker("xdist_group")) for item in request.session.items]
    groups = {item.nodeid: mark.args[0] for item, mark in marks if mark is not None}
    if "PYTEST_XDIST_WORKER" not in os.environ or not groups:
        pytest.skip("there is one worker, or no group")
    assert all(name.endswith(f"@{group}") for name, group in groups.items())
