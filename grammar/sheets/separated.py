"""Comma, semicolon and tab separated files, each cell with its stretch of the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from rules_check.grammar.cells import Cell
from rules_check.grammar.sheets.table import NotATable, Table, is_heading_row, meanings, record_of

DELIMITERS = ",;\t"


def read_separated(text: str, delimiter: str = "") -> Table:
    """The table of a file; the delimiter is found in its headings. Raises NotATable."""
    start = 1 if text.startswith("\ufeff") else 0
    if text[start:].lower().startswith("sep=") and len(text) > start + 4:  # written by Excel
        delimiter = text[start + 4]
    delimiter = delimiter or _delimiter(text, start)
    rows = list(_rows(text, start, delimiter))
    for at, cells in enumerate(rows):
        if is_heading_row(cell.text for cell in cells):
            table = _table(cells, rows[at + 1 :], delimiter)
            table.written = lambda value, cell: _changed(
                value, text[cell.start : cell.end], delimiter
            )
            return table
    first = next((cells[0] for cells in rows if any(c.text.strip() for c in cells)), Cell("", 1))
    raise NotATable(
        "no row has headings: a column for the names of the cards, and others",
        first.row,
        "write headings such as Name, Type, Cost, VP, Copies, Text in the first row",
        first.text.split("\n")[0],
    )


def _table(top: list[Cell], rows: list[list[Cell]], delimiter: str) -> Table:
    table = Table(top=top[0])
    columns = meanings(top, table)
    for cells in rows:
        named = [
            replace(cell, column=" ".join(head.text.split()))
            for cell, head in zip(cells, top, strict=False)
        ]
        for extra in cells[len(top) :]:
            if extra.text.strip():
                raise NotATable(
                    f"the row has {len(cells)} cells, and there are {len(top)} headings",
                    extra.row,
                    f"put quotes around a cell that holds {_name(delimiter)}, or add a heading",
                    extra.text.split("\n")[0],
                )
        table.records.append(record_of(named, columns))
    return table


def _changed(value: str, before: str, delimiter: str) -> str:
    """A value as it stands in the file, with quotes and line ends as they were before."""
    said = written(value, delimiter, quotes=before.startswith('"'))
    return said.replace("\n", "\r\n") if "\r\n" in before else said


def _name(delimiter: str) -> str:
    return {",": "a comma", ";": "a semicolon"}.get(delimiter, "a tab")


def _delimiter(text: str, start: int) -> str:
    """What parts the headings: the sign that gives most cells that are headings."""

    def known(sign: str) -> int:
        with suppress(NotATable):  # another sign stands behind a closing quote
            for cells in _rows(text, start, sign):
                if is_heading_row(cell.text for cell in cells):
                    return len(cells)
        return 0

    return max(DELIMITERS, key=known)


def written(value: str, delimiter: str, *, quotes: bool = False) -> str:
    """A value as it stands in the file."""
    if quotes or any(sign in value for sign in f'{delimiter}"\r\n') or value != value.strip():
        return '"' + value.replace('"', '""') + '"'
    return value


def _rows(text: str, at: int, delimiter: str) -> Iterator[list[Cell]]:
    """The rows, each a list of cells; quotes as RFC 4180 has them."""
    row = 1
    cells: list[Cell] = []
    while at < len(text) or cells:
        start = at
        if text[at : at + 1] == '"':
            value, at = _quoted(text, at + 1, row)
        else:
            while at < len(text) and text[at] not in f"{delimiter}\r\n":
                at += 1
            value = text[start:at]
        cells.append(Cell(value, row, start=start, end=at))
        if at < len(text) and text[at] == delimiter:
            at += 1
            if at < len(text):
                continue
            cells.append(Cell("", row, start=at, end=at))
        elif at < len(text) and text[at] not in "\r\n":
            said = text[start : at + 20].split("\n")[0]
            raise NotATable(
                "something stands behind the closing quote of a cell",
                row,
                'write a quote inside of a quoted cell twice (""), or take the quotes away',
                said,
            )
        at += 2 if text[at : at + 2] == "\r\n" else 1
        yield cells
        cells, row = [], row + 1


def _quoted(text: str, at: int, row: int) -> tuple[str, int]:
    """The value of a quoted cell, and where it ends."""
    start = at
    while True:
        end = text.find('"', at)
        if end < 0:
            message = "a cell begins with a quote, and its other quote is missing"
            said = text[start - 1 : start + 60].split("\n")[0]
            raise NotATable(message, row, "close the quote", said)
        if text[end + 1 : end + 2] != '"':
            value = text[start:end].replace('""', '"')
            return value.replace("\r\n", "\n").replace("\r", "\n"), end + 1
        at = end + 2
