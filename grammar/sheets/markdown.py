"""Cards in Markdown: a table, or a list with an item or a heading for each card.

- **Lighthouse Keeper** (Hero, cost 3, 1 VP): +1 Power and draw a card.
  - A further line of its text.

## Lighthouse Keeper
Hero, cost 3, 1 VP
+1 Power and draw a card.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rules_check.grammar.cardline import means_card_line
from rules_check.grammar.cells import Cell
from rules_check.grammar.findings import Finding, Span, quoted
from rules_check.grammar.sheets.table import (
    NotATable,
    Record,
    Table,
    is_heading_row,
    meanings,
    record_of,
)

_ITEM = re.compile(
    r"[-*+]\s+(?P<mark>\*\*|__)(?P<name>.+?)(?P=mark)\s*"
    r"(?:[(\[](?P<line>[^)\]]*)[)\]])?\s*(?:[:–—-]\s*)?(?P<text>.*)"
)
_HEADING = re.compile(r"#{1,6}\s+(?P<name>.*?)\s*#*")
_POINT = re.compile(r"\s*(?:[-*+]\s+)?(?P<text>.*?)\s*")
_HEADER = re.compile(r"(?P<key>set|ruleset|names|keyword)\b\s*:?\s*(?P<value>.*)", re.I)
_RULE = re.compile(r"\s*:?-{1,}:?\s*")
_FORM = (
    "write a table with the headings Name, Type, Text, or an item for each card: "
    "`- **Name** (Hero, cost 3, 1 VP): text`"
)
_WHY = "a card in a Markdown list cannot be changed alone: convert it to a card file, and fix that"


def read_markdown(text: str) -> Table:
    """The cards of a page. Raises NotATable."""
    lines = re.split(r"\r\n|\r|\n", text)
    starts = [0]
    for found in re.finditer(r"\r\n|\r|\n", text):
        starts.append(found.end())
    for at, line in enumerate(lines):
        if "|" in line and is_heading_row(cell.text for cell in _cells(line, at + 1, starts[at])):
            return _table(lines, starts, at)
    table = _list(lines)
    if not any("type" in record for record in table.records):
        raise NotATable("the page has neither a table nor a list of cards", 1, _FORM)
    return table


def _cells(line: str, row: int, start: int) -> list[Cell]:
    """The cells of a row; `\\|` is a bar, `<br>` a line break."""
    found: list[Cell] = []
    inner = line.strip().removeprefix("|")
    at = line.index(inner) if inner else 0
    inner = inner.removesuffix("|") if not inner.endswith("\\|") else inner
    for part in re.split(r"(?<!\\)\|", inner):
        said = part.strip()
        lead = part.index(said) if said else 0
        value = re.sub(r"\s*<br\s*/?>\s*", "\n", said).replace("\\|", "|")
        value = re.sub(r"(\*\*|__)(.*?)\1", r"\2", value)
        found.append(Cell(value, row, "", start + at + lead, start + at + lead + len(said)))
        at += len(part) + 1
    return found


def _table(lines: list[str], starts: list[int], at: int) -> Table:
    top = _cells(lines[at], at + 1, starts[at])
    table = Table(top=top[0], written=lambda value, _: _written(value))
    columns = meanings(top, table)
    for number in range(at + 1, len(lines)):
        if "|" not in lines[number]:
            break
        cells = _cells(lines[number], number + 1, starts[number])
        if all(_RULE.fullmatch(cell.text) or not cell.text for cell in cells):
            continue
        named = [
            replace(cell, column=" ".join(head.text.split()))
            for cell, head in zip(cells, top, strict=False)
        ]
        table.records.append(record_of(named, columns))
    return table


def _written(value: str) -> str:
    return value.replace("|", "\\|").replace("\n", "<br>")


def _list(lines: list[str]) -> Table:
    """The cards of a list, or of headings with lines below them."""
    table = Table(top=Cell("", 1), why=_WHY)
    card: Record | None = None
    for row, line in enumerate(lines, 1):
        said = _POINT.fullmatch(line)
        plain = _plain(said["text"]) if said else ""
        if found := _ITEM.fullmatch(line):
            card = {"name": [Cell(found["name"].strip().rstrip(":"), row)]}
            table.records.append(card)
            if found["line"]:
                card["type"] = [Cell(found["line"], row)]
            _take(card, _plain(found["text"]), row)
        elif heading := _HEADING.fullmatch(line):
            card = {"name": [Cell(heading["name"], row, "#")]}
            table.records.append(card)
        elif key := _HEADER.fullmatch(plain) if card is None or "type" not in card else None:
            value = Cell(key["value"], row)
            table.records.append({key["key"].lower(): [value]})
        elif plain and card is not None:
            _take(card, plain, row)
    _sort(table)
    return table


def _plain(text: str) -> str:
    return re.sub(r"(\*\*|__)(.*?)\1", r"\2", text)


def _take(card: Record, line: str, row: int) -> None:
    """A line below the name of a card: its card line, or a printed line."""
    if not line:
        return
    first = "type" not in card and "text" not in card
    if first and means_card_line(line):
        card["type"] = [Cell(line, row)]
    else:
        card.setdefault("text", []).append(Cell(line, row))


def _sort(table: Table) -> None:
    """Headings of the page that are no cards are left out, and told if there is text below them;
    the header becomes one row."""
    header: Record = {}
    kept: list[Record] = []
    for record in table.records:
        if "name" not in record:
            for key, cells in record.items():
                header.setdefault(key, []).extend(cells)
        elif record["name"][0].column != "#" or "type" in record:
            kept.append(record)
        elif "text" in record:
            name = record["name"][0]
            message = f"a section that is not read: {quoted(name.text)}"
            help = "the line below the name of a card is its card line: `Hero, cost 3, 1 VP`"
            span = Span(0, 1, max(len(name.text), 1))
            table.told.append((Finding("RC020", message, span, "no card", help=help), name))
    table.records = [header, *kept] if header else kept
