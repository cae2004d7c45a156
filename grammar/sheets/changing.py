"""Bringing changes of the made card file back into the cells of its sheet, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_check.grammar.cells import Cell, Stretch
from rules_check.grammar.sheets.reading import Sheet


class CannotChange(Exception):
    """A change that no cell can take; says why."""


def changed_sheet(sheet: Sheet, text: str) -> str:
    """The text of a sheet whose cells say what `text`, a change of its card file, says.

    Raises CannotChange for a kind of file in which a cell cannot be changed alone, and for a
    change that is none of a cell.
    """
    if text == sheet.made.text:
        return sheet.text
    if sheet.table.written is None:
        raise CannotChange(sheet.table.why or "a cell of this kind of file cannot be changed")
    lines = text.split("\n")
    before = sheet.made.text.split("\n")
    if len(lines) != len(before):
        raise CannotChange("the change adds or takes away lines")
    changes: dict[Cell, list[tuple[int, int, str]]] = {}
    for number, (old, new) in enumerate(zip(before, lines, strict=True), 1):
        if old != new:
            for stretch, value in _values(old, new, sheet.made.cells.get(number, ())):
                span = (stretch.offset, stretch.offset + stretch.length, value)
                changes.setdefault(stretch.cell, []).append(span)
    result = sheet.text
    for cell in sorted(changes, key=lambda one: -one.start):
        value = cell.text
        for start, end, said in sorted(changes[cell], reverse=True):
            value = value[:start] + said + value[end:]
        result = result[: cell.start] + sheet.table.written(value, cell) + result[cell.end :]
    return result


def _values(old: str, new: str, cells: tuple[Stretch, ...]) -> Iterator[tuple[Stretch, str]]:
    """What each cell of a line says now, where that has changed."""
    pattern, at = "", 0
    for one in cells:
        pattern += re.escape(old[at : one.column - 1]) + "(.*?)"
        at = one.column - 1 + one.length
    found = re.fullmatch(pattern + re.escape(old[at:]), new) if cells else None
    if found is None:
        raise CannotChange(f"no cell says this line: {new}")
    for one, value in zip(cells, found.groups(), strict=True):
        if value != old[one.column - 1 : one.column - 1 + one.length]:
            yield one, value
