"""Nothing is forgotten in silence: a `case _` in grammar/core says that it is never reached, or
refuses by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

CORE = Path(__file__).parents[3] / "grammar" / "core"

LEFT = {"abilities.py": 5, "acts.py": 9, "attacks.py": 2, "cards.py": 1, "conditions.py": 1}
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


def test_no_form_of_the_core_falls_into_a_default() -> None:
    found = {
        path.name: len(cases)
        for path in sorted(CORE.rglob("*.py"))
        if (cases := list(defaults(path.read_text(encoding="utf-8"))))
    }
    more = {name: number for name, number in found.items() if number > LEFT.get(name, 0)}
    assert more == {}
    fewer = {name: found.get(name, 0) for name in LEFT if found.get(name, 0) < LEFT[name]}
    assert fewer == {}, "write the smaller number into LEFT"


def test_a_default_would_be_found() -> None:
    source = "match x:\n  case 1:\n    pass\n  case _:\n    {}"
    assert len(list(defaults(source.format("return 0")))) == 1
    assert list(defaults(source.format("assert_never(x)"))) == []
