"""The page about the core shows every form and every row; its tables are made from the code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path

from rules_check.grammar.core import rows
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.forms import FORMS, Form, Settled
from rules_check.grammar.core.reader import read_core
from tests.conftest import Golden

PAGE = Path(__file__).parents[3] / "docs" / "meaning.md"
MARKER = "<!-- From here on: written by `make golden`, from grammar/core -->"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def table(head: Iterable[str], lines: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table of a page."""
    head = list(head)
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    yield from (f"| {' | '.join(line)} |" for line in lines)
    yield ""


def told(text: str | None) -> str:
    """The first sentences of a docstring, on one line."""
    return re.sub(r"\s+", " ", (text or "").partition("\n\n")[0]).replace("|", "\\|")


def of(row: rows.Row, name: str) -> str:
    return f"`{name}({', '.join(row.of)})`" if row.of else f"`{name}`"


def with_arguments(title: str, table_: Mapping[str, rows.Row]) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    yield from table(("row", "is"), ((of(row, name), row.says) for name, row in table_.items()))


def reference() -> Iterator[str]:
    """The tables, from the forms and the rows."""
    yield MARKER
    yield ""
    yield "## Forms"
    yield ""
    yield f"The {len(FORMS)} forms by their names in JSON; every form may have `at`, its words."
    yield ""
    yield from table(
        ("form", "is", "fields"),
        ((f"`{name}`", told(form.__doc__), named(form)) for name, form in FORMS.items()),
    )
    yield "## Verbs"
    yield ""
    yield from table(
        ("verb", "is", "moves cards", "implies, where the book says so"),
        (
            (f"`{name}`", row.says, "yes" if row.moves else "", ", ".join(row.implies))
            for name, row in rows.VERBS.items()
        ),
    )
    yield from with_arguments("Places", rows.PLACES)
    yield "## Attributes"
    yield ""
    yield from table(
        ("row", "gives", "is"),
        (
            (of(row, name), row.gives, row.says)
            for name, several in rows.ATTRIBUTES.items()
            for row in several
        ),
    )
    yield from with_arguments("Players", rows.GROUPS)
    yield from with_arguments("Windows", rows.SPANS)
    yield from with_arguments("Arithmetic", rows.ARITHMETIC)
    yield "## Acts of the rules"
    yield ""
    yield from table(
        ("act", "is"),
        ((f"`{name}({', '.join(row.of)})`", row.says) for name, row in rows.ACTS.items()),
    )
    yield "## Homes"
    yield ""
    yield from table(("home", "is"), ((f"`{n}`", says) for n, says in rows.HOMES.items()))
    yield "## Settings"
    yield ""
    yield from table(
        ("setting", "of", "asks", "answers"),
        (
            (f"`{name}`", f"`{row.form}`", row.asks, ", ".join(f"`{one}`" for one in row.answers))
            for name, row in rows.SETTINGS.items()
        ),
    )


def named(form: type[Form]) -> str:
    hidden = {field.name for field in fields(Settled)}
    return ", ".join(f"`{one.name}`" for one in fields(form) if one.name not in hidden)


def test_its_tables_are_those_of_the_code(golden: Golden) -> None:
    written, found, _ = PAGE.read_text(encoding="utf-8").partition(MARKER)
    assert found
    golden(PAGE, written + "\n".join(reference()))


def test_its_examples_are_cores() -> None:
    fenced = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    blocks = [block for language, block in fenced if not language]
    assert len(blocks) >= 2
    for block in blocks:
        lines = [line for line in block.splitlines() if not line.startswith(">")]
        assert check(read_core("\n".join(lines))) == []


def test_a_form_that_is_missing_on_the_page_is_noticed() -> None:
    page = "\n".join(reference())
    assert all(f"| `{name}` |" in page for name in FORMS)
    assert all(told(form.__doc__) for form in FORMS.values())
