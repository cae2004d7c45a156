"""Where a line that was made of a sheet stands in it: row, column, and which part of the cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules_check.grammar.findings import Span


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a sheet: its text with "\\n" for line breaks, its row, the name of its column.

    `start` and `end` are the stretch of the file that holds it, with its quotes; -1 where the
    file cannot be changed in one place.
    """

    text: str
    row: int
    column: str = ""
    start: int = -1
    end: int = -1


class Stretch(NamedTuple):
    """A part of a line that was made of a cell.

    `column` is where it starts in the line (from 1), `length` how long it is there, `offset` where
    it starts in the text of the cell.
    """

    column: int
    length: int
    cell: Cell
    offset: int = 0


Cells = Mapping[int, tuple[Stretch, ...]]
"""The stretches of each line, by its number. A number below 1 is a cell that gave no line."""


class InCell(NamedTuple):
    """A place in a cell: the line of its text (from 1), that line as it is, and where in it."""

    cell: Cell
    line: int
    source: str
    column: int
    length: int


def in_cell(cells: Cells, span: Span) -> InCell | None:
    """The place of a stretch of the made text in its sheet; the nearest cell if it is in none."""
    stretches = cells.get(span.line)
    if not stretches:
        return None
    before = [one for one in stretches if one.column <= span.column] or [stretches[0]]
    found = before[-1]
    start = min(max(span.column - found.column, 0), found.length)
    stop = min(max(span.column + span.length - found.column, start), found.length)
    offset = min(found.offset + start, len(found.cell.text))
    first = found.cell.text.rfind("\n", 0, offset) + 1
    last = found.cell.text.find("\n", first)
    source = found.cell.text[first : last if last >= 0 else None]
    length = min(stop - start, max(len(source) - (offset - first), 0))
    if span.length and not length:
        length = 1
    line = found.cell.text.count("\n", 0, first) + 1
    return InCell(found.cell, line, source, offset - first + 1, length)
