"""Workbooks (.xlsx), by way of openpyxl, which is an extra."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec

from rules_check.grammar.cells import Cell
from rules_check.grammar.findings import Finding, Span, quoted
from rules_check.grammar.sheets.table import NotATable, Table, is_heading_row, meanings, record_of

_MOST_CELLS = 200_000
_MOST_BYTES = 64 * 1024 * 1024
"""So large may a workbook be when it is unpacked."""

_BROKEN: tuple[type[Exception], ...] = (zipfile.BadZipFile, zlib.error, OSError, EOFError)
_BROKEN += (SyntaxError, LookupError, ValueError, TypeError, AttributeError, NotImplementedError)
"""What openpyxl raises on a workbook that is damaged."""

_INSTALL = "install it (python -m pip install 'openpyxl>=3.1,<4'), or save the sheet as CSV"


def read_workbook(data: bytes) -> Table:
    """The first sheet of a workbook that has headings; the others are told. Raises NotATable."""
    if find_spec("openpyxl") is None:
        raise NotATable("a workbook needs the package openpyxl to be read", 1, _INSTALL)
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > _MOST_BYTES:
                raise NotATable("the workbook is too large", 1, "split it, or save it as CSV")
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        typed = load_workbook(io.BytesIO(data), read_only=True)
        table, others = None, list[tuple[Finding, Cell]]()
        for sheet in book.worksheets:
            rows = _rows(sheet.iter_rows(values_only=True))
            heads = (at for at, cells in enumerate(rows) if is_heading_row(c.text for c in cells))
            top = next(heads, None)
            if table is None and top is not None:
                table = _table(rows[top], rows[top + 1 :])
                formulas = _rows(typed[sheet.title].iter_rows(values_only=True))
                table.told += _without_value(rows[top], rows[top + 1 :], formulas[top + 1 :])
            elif any(cell.text.strip() for cells in rows for cell in cells):
                others.append(_not_read(sheet.title, top is not None))
        if table is not None:
            table.told += others
            return table
    except (InvalidFileException, *_BROKEN) as error:
        raise NotATable(f"the workbook cannot be read: {error}", 1, "save it anew") from error
    help = "write headings such as Name, Type, Cost, VP, Copies, Text in the first row"
    raise NotATable("no row of the workbook has headings, one of them for names", 1, help)


def _not_read(title: str, cards: bool) -> tuple[Finding, Cell]:
    """What is told of a sheet beside the one that is read: cards on it are missing."""
    cell = Cell(title, 1)
    span = Span(0, 1, max(len(title), 1))
    if not cards:
        message = f"a sheet of the workbook that is not read: {quoted(title)}"
        return Finding("RC020", message, span, "no headings", help="it needs headings, too"), cell
    message = f"a further sheet with cards is not read: {quoted(title)}"
    help = "save it as a file of its own, or copy its rows into the first sheet"
    return Finding("RC021", message, span, "only one sheet is read", help=help), cell


def _without_value(
    top: list[Cell], rows: list[list[Cell]], formulas: list[list[Cell]]
) -> Iterator[tuple[Finding, Cell]]:
    """Formulas of which the workbook has no result: what they would say is missing on the card."""
    for cells, typed in zip(rows, formulas, strict=False):
        for cell, formula, head in zip(cells, typed, top, strict=False):
            if not cell.text and formula.text.startswith("="):
                message = f"the workbook has no value for a formula: {quoted(formula.text)}"
                help = (
                    "open the workbook in a spreadsheet program and save it there, "
                    "or write the value in place of the formula"
                )
                span = Span(0, 1, max(len(formula.text), 1))
                told = Cell(formula.text, formula.row, " ".join(head.text.split()))
                yield Finding("RC021", message, span, "not calculated", help=help), told


def _rows(rows: Iterable[Sequence[object]]) -> list[list[Cell]]:
    found: list[list[Cell]] = []
    number = 0
    for row, values in enumerate(rows, 1):
        found.append([Cell(_said(value), row) for value in values])
        number += len(values)
        if number > _MOST_CELLS:
            message = f"the workbook has more than {_MOST_CELLS:,} cells"
            raise NotATable(message, row, "delete empty rows and columns, or split it")
    return found


def _said(value: object) -> str:
    """A value of a cell as text; 3.0 is 3."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).replace("\r\n", "\n").replace("\r", "\n")


def _table(top: list[Cell], rows: list[list[Cell]]) -> Table:
    table = Table(top=top[0])
    table.why = "a cell of a workbook cannot be changed alone: save it as CSV, and fix that"
    columns = meanings(top, table)
    for cells in rows:
        pairs = zip(cells, top, strict=False)
        named = [Cell(c.text, c.row, " ".join(head.text.split())) for c, head in pairs]
        table.records.append(record_of(named, columns))
    return table
