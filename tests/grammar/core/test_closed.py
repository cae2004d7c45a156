"""Nothing is forgotten in silence: a `case _` in grammar/core, in the interpreter and in the quick
engine says that it is never reached, or refuses by name; the others are counted, and can only get
fewer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
CORE, LETTER = ROOT / "grammar" / "core", ROOT / "oracle" / "letter"
QUICK = ROOT / "oracle" / "quick"

LEFT = {"abilities.py": 5, "acts.py": 9, "conditions.py": 1}
LEFT |= {"names_in_scope.py": 1, "standing.py": 4}
"""Defaults of the translation that give an answer for all other nodes of the old tree, by file:
questions such as "does this begin later?", to which most nodes say no. It can only shrink."""


def defaults(source: str) -> Iterator[ast.match_case]:
    """The cases that take everything, and neither say that this cannot be nor refuse it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Match):
            for case in node.cases:
                takes_all = ast.unparse(case.pattern) == "_"
                said = ast.unparse(case.body[0])
                if takes_all and case.guard is None and not said.startswith(REFUSES):
                    yield case


REFUSES = ("assert_never(", "raise ", "_wrong(")


LEFT_BY_THE_LETTER = 23
"""Those of the interpreter: mostly "does this form speak of …?", looked for in all its parts."""


def found_in(folder: Path) -> dict[str, int]:
    return {
        path.name: len(cases)
        for path in sorted(folder.rglob("*.py"))
        if (cases := list(defaults(path.read_text(encoding="utf-8"))))
    }


def test_no_form_of_the_core_falls_into_a_default() -> None:
    assert found_in(CORE) == LEFT, "more is a form that is forgotten; fewer: write it into LEFT"


def test_the_interpreter_has_no_more_defaults_than_before() -> None:
    assert sum(found_in(LETTER).values()) == LEFT_BY_THE_LETTER


LEFT_BY_THE_QUICK_ENGINE = 36
"""Those of the quick engine: the same questions, and ways that are quicker for some forms."""


def test_the_quick_engine_has_no_more_defaults_than_before() -> None:
    assert sum(found_in(QUICK).values()) == LEFT_BY_THE_QUICK_ENGINE


def test_a_default_would_be_found() -> None:
    source = "match x:\n  case 1:\n    pass\n  case _:\n    {}"
    assert len(list(defaults(source.format("return 0")))) == 1
    assert list(defaults(source.format("assert_never(x)"))) == []
