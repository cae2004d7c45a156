"""The table of docs/extending.md names the tests of additions, and the programs that they touch."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.together import all_of

ROOT = Path(__file__).parents[2]
ADDITIONS = sorted(
    path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)
)
BROKEN = {"test_property.py": {"oracle/quick/turn.py"}}
"""What a test breaks, to see that its addition notices."""


def rows() -> list[list[str]]:
    """The cells of the table."""
    text = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
    table = text[text.index("| to add |") :].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table]


def named(cell: str) -> set[str]:
    """The files and folders that a cell names."""
    return set(re.findall(r"`([^`]+)`", cell))


def touched(test: Path) -> set[str]:
    """The programs and the words that a test changes in a copy of the project."""
    calls = [x for x in ast.walk(ast.parse(test.read_text("utf-8"))) if isinstance(x, ast.Call)]
    changes = [x for x in calls if getattr(x.func, "attr", "") in ("add", "append", "put_in")]
    files = {x.args[0].value for x in changes if isinstance(x.args[0], ast.Constant)}
    added = {str(x) for x in files} - BROKEN.get(test.name, set())
    return {x for x in added if "/" in x and x.endswith((".py", ".lark"))}


def test_every_row_names_tests_that_there_are() -> None:
    assert all(len(row) == 3 for row in rows())
    tests = {test for row in rows() for test in named(row[2])}
    assert [test for test in tests if not (ROOT / test).is_file()] == []
    assert [path.name for path in ADDITIONS if f"tests/additions/{path.name}" not in tests] == []


@all_of("test", ADDITIONS)
def test_what_a_test_touches_is_what_the_table_says(test: Path) -> None:
    cells = [named(row[1]) for row in rows() if test.name in row[2]]
    told = set().union(*cells)
    folders = tuple(name for name in told if name.endswith("/"))
    untold = [file for file in touched(test) if file not in told and not file.startswith(folders)]
    assert untold == []


def test_a_file_that_the_table_leaves_out_is_found(tmp_path: Path) -> None:
    test = tmp_path / "test_more.py"
    test.write_text('def f(c):\n    c.add("oracle/game.py", "a", "b")\n    c.append("x.txt", "")\n')
    assert touched(test) == {"oracle/game.py"}
