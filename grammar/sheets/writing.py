"""From a card file to the rows of a sheet, and those as CSV, TSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby

from rules_check.grammar.cardfile import lay_out
from rules_check.grammar.cardheader import key_of
from rules_check.grammar.cardline import FIELDS, field_of, kind_of
from rules_check.grammar.cardmodel import Card, CardType, Title
from rules_check.grammar.cardsource import Role, Row
from rules_check.grammar.cardwriter import format_card_file
from rules_check.grammar.sheets.separated import written
from rules_check.grammar.sheets.table import COLUMNS, HEADER, ON_CARD_LINE, headings

Line = dict[str, list[str]]
"""A row of a sheet: the lines of each of its cells, by the meaning of the column."""


def tidy(text: str, path: str = "") -> str:
    """A card file in its standard layout."""
    return format_card_file(*lay_out(text, path))


def rows_of_sheet(text: str) -> list[Line]:
    """The rows that say what a card file in its standard layout says."""
    file, rows = lay_out(text, "")
    by_line = {card.name_span.line: card for card in file.cards}
    found: list[Line] = []
    for blank, block in groupby(rows, lambda row: row.role is Role.BLANK):
        if not blank:
            found.append(_row(list(block), by_line))
    return found


def _row(block: Sequence[Row], cards: dict[int, Card]) -> Line:
    """The row of a block: comments, a part of the header, or a card."""
    line: Line = {}
    column = "comment"
    card: Card | None = None
    for row in block:
        raw = row.raw.rstrip()
        if row.role is Role.COMMENT:
            line.setdefault(column, []).append(_comment(raw) if column == "comment" else raw)
        elif row.role is Role.KEY:
            key, value = key_of(row)
            column = key
            line.setdefault(key, []).append(value)
        elif card is None and row.number in cards:
            card, column = cards[row.number], "name"
            line["name"] = [raw]
        elif card is not None and column == "name" and card.line is not None:
            line.update(_card_line(raw))
            column = "text"
        else:
            column = "text"
            line.setdefault("text", []).append(raw)
    return line


def _comment(raw: str) -> str:
    """A comment without its sign, if it is one that comes back."""
    said = raw.removeprefix("# ")
    return said if raw.startswith("# ") and said == said.strip() and said[:1] != "#" else raw


def _card_line(raw: str) -> Line:
    """The cells of a card line; one that is not written as it should be is kept as a whole."""
    cells: Line = {}
    for part in raw.split(", "):
        kind = kind_of(part)
        if isinstance(kind, CardType) and not cells:
            cells["type"] = [part]
        elif isinstance(kind, Title):
            cells["titles"] = [part]
        elif given := field_of(part):
            cells[given[0]] = [given[1] or ""]
    parts = [
        (FIELDS[key].written if key in FIELDS else "{}").format(cells[key][0])
        for key in ON_CARD_LINE
        if key in cells
    ]
    return cells if ", ".join(parts) == raw else {"type": [raw]}


def as_separated(rows: Sequence[Line], delimiter: str) -> str:
    """The rows as a file whose cells are parted by a sign."""
    names = [column for column in headings() if any(column in row for row in rows)]
    out = [delimiter.join(headings()[name] for name in names)]
    for row in rows:
        cells = ("\n".join(row.get(name, ())) for name in names)
        out.append(delimiter.join(written(cell, delimiter) for cell in cells))
    return "".join(f"{line}\n" for line in out)


def as_objects(rows: Sequence[Line]) -> str:
    """The rows as JSON: what the header says around the cards, if it comes first."""
    objects = [
        {
            headings()[column].lower(): _value(column, row[column])
            for column in ("name", *(c for c in COLUMNS if c != "name"))
            if column in row
        }
        for row in rows
    ]
    first = bool(rows) and "name" not in rows[0] and any(key in rows[0] for key in HEADER)
    if first and any(key in row for row in rows[1:] for key in HEADER):
        first = False
    top = {**objects[0], "cards": objects[1:]} if first else {"cards": objects}
    return json.dumps(top, indent=2, ensure_ascii=False) + "\n"


def _value(column: str, lines: list[str]) -> str | int | list[str]:
    if len(lines) > 1 or column in ("text", "comment"):
        return lines
    said = lines[0]
    if column in FIELDS and FIELDS[column].lowest is not None and said.lstrip("-").isdigit():
        return int(said) if str(int(said)) == said else said
    return said
