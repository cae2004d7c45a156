"""A table as it stands in a file: cells, the columns that are known by their headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from rules_check.grammar.cells import Cell
from rules_check.grammar.findings import Finding, Span, closest, quoted

HEADER: Final = ("set", "ruleset", "names", "keyword")
"""The columns that belong to the header of the card file."""

ON_CARD_LINE: Final = ("type", "titles", "cost", "vp", "copies", "level", "symbol", "source")
"""The columns that make the card line, in the order in which they are written."""

COLUMNS: Final = ("comment", *HEADER, "name", *ON_CARD_LINE, "text")
"""All columns, in the order in which their lines stand in a block."""

Record = dict[str, list[Cell]]
"""The cells of a row that are not empty, by the meaning of their column (`text` may have more)."""


class NotATable(Exception):
    """A file that is no table; says why, and where."""

    def __init__(self, message: str, row: int, help: str, source: str = "") -> None:
        self.cell = Cell(source, row)
        self.finding = Finding("RC022", message, Span(0, 1), help=help)
        super().__init__(message)


@dataclass(slots=True)
class Table:
    """The rows of a file, and what is to be said of its headings.

    `written` gives the text that stands for a value in the file, of the cell that it replaces;
    None where a cell cannot be changed and nothing else (`why` says so).
    """

    records: list[Record] = field(default_factory=list)
    top: Cell = field(default_factory=lambda: Cell("", 1))
    told: list[tuple[Finding, Cell]] = field(default_factory=list)
    written: Callable[[str, Cell], str] | None = None
    why: str = ""


@cache
def synonyms() -> dict[str, str]:
    """The meaning of every known heading."""
    return {plain(word): meaning for meaning, words in _columns().items() for word in words}


@cache
def headings() -> dict[str, str]:
    """The heading that is written for every meaning."""
    return {meaning: words[0] for meaning, words in _columns().items()}


def _columns() -> dict[str, list[str]]:
    import tomllib

    text = files("rules_check.grammar.sheets").joinpath("columns.toml").read_text("utf-8")
    return tomllib.loads(text)


def plain(heading: str) -> str:
    """A heading as it is compared."""
    return re.sub(r"[\W_]+", "", heading.casefold())


def meanings(cells: Iterable[Cell], table: Table, word: str = "column") -> list[str | None]:
    """What each heading means; what is wrong with the headings is told in the table."""
    found: list[str | None] = []
    first: dict[str, Cell] = {}
    unknown: list[Cell] = []
    for cell in cells:
        meaning = synonyms().get(plain(cell.text))
        if meaning is None and cell.text.strip():
            unknown.append(cell)
        elif meaning in first and meaning not in ("text", "comment"):
            table.told.append((_twice(cell, first[meaning], word), cell))
            meaning = None
        elif meaning is not None:
            first.setdefault(meaning, cell)
        found.append(meaning)
    if unknown:
        table.told.append((unknown_columns(unknown, word), unknown[0]))
    return found


def unknown_columns(unknown: list[Cell], word: str) -> Finding:
    """The one finding for all columns that are not read."""
    names = list(dict.fromkeys(cell.text.strip() for cell in unknown))
    said = ", ".join(map(quoted, names))
    many = len(names) > 1
    known = list(headings().values())
    near = closest(names[0], known)
    meant = f"; did you mean {quoted(near)}?" if near else ""
    return Finding(
        "RC020",
        f"{word}s that are not read: {said}" if many else f"a {word} that is not read: {said}",
        Span(0, 1, max(len(unknown[0].text), 1)),
        "not a heading that is known",
        help=f"the headings are {', '.join(known)}{meant}",
    )


def _twice(cell: Cell, first: Cell, word: str) -> Finding:
    message = f"two {word}s mean the same: {quoted(first.text)} and {quoted(cell.text)}"
    help = f"keep one of the two; this {word} is not read"
    return Finding("RC013", message, Span(0, 1, max(len(cell.text), 1)), "again here", help=help)


def record_of(cells: Iterable[Cell], columns: list[str | None]) -> Record:
    """The cells of a row by their meaning, empty ones left out."""
    record: Record = {}
    for cell, meaning in zip(cells, columns, strict=False):
        if meaning is not None and cell.text.strip():
            record.setdefault(meaning, []).append(cell)
    return record


def is_heading_row(texts: Iterable[str]) -> bool:
    """Does a row hold the headings: one for names, and another one that is known?"""
    known = {synonyms().get(plain(text)) for text in texts} - {None}
    return "name" in known and len(known) > 1
