"""From the rows of a sheet to the text of a card file, and where each part of it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rules_check.grammar.cardline import FIELDS, field_of
from rules_check.grammar.cells import Cell, Stretch
from rules_check.grammar.findings import Finding, Span, quoted
from rules_check.grammar.sheets.table import HEADER, ON_CARD_LINE, Record, Table

_FLOAT = re.compile(r"(-?[0-9]+)[.,]0+")
_FORMULA = re.compile(r"'[-+=@]")
"""The sign that spreadsheets have before a text that looks like a formula, such as '+1 Power."""

_NONE = frozenset("-–—−")
"""A dash alone in a column of numbers: there is none."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a sheet that does not say it itself is a set of."""

    set_name: str = ""
    ruleset: str = ""


@dataclass(slots=True)
class Made:
    """The text of a card file, and the cells of its lines."""

    lines: list[str] = field(default_factory=list)
    cells: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "".join(f"{line}\n" for line in self.lines)

    def tell(self, finding: Finding, cell: Cell) -> None:
        """Add a finding about a cell that gave no line."""
        number = min([0, *self.cells]) - 1
        self.cells[number] = (Stretch(1, len(cell.text), cell),)
        span = Span(number, finding.span.column, finding.span.length)
        self.findings.append(
            Finding(finding.code, finding.message, span, finding.label, help=finding.help)
        )

    def add(self, line: str, *stretches: Stretch) -> None:
        """Add a line."""
        self.lines.append(line)
        if stretches:
            self.cells[len(self.lines)] = stretches

    def gap(self) -> None:
        """End a block."""
        if self.lines and self.lines[-1]:
            self.lines.append("")


def make(table: Table, defaults: Defaults) -> Made:
    """The card file of a table."""
    made = Made()
    for finding, cell in table.told:
        made.tell(finding, cell)
    header = next((at for at, row in enumerate(table.records) if _is_header(row)), None)
    if header is None:
        _header(made, table, {}, defaults)
        made.gap()
    for at, record in enumerate(table.records):
        if at == header:
            _header(made, table, record, defaults)
        elif _is_header(record):
            _more_of_header(made, record)
        elif "name" in record:
            _card(made, record)
        elif record:
            _nameless(made, record)
        made.gap()
    while made.lines and not made.lines[-1]:
        made.lines.pop()
    return made


def _is_header(record: Record) -> bool:
    return "name" not in record and any(key in record for key in HEADER)


def _header(made: Made, table: Table, record: Record, defaults: Defaults) -> None:
    """The header: from its own row, from the columns of the cards, or as given."""
    for cell in record.get("comment", ()):
        _comments(made, cell)
    for key, default in (("set", defaults.set_name), ("ruleset", defaults.ruleset)):
        own = record.get(key) or _of_cards(made, table, key)
        for cell in own[:1]:
            _keyed(made, f"{key}: ", cell)
        if not own and default:
            made.add(f"{key}: {default}", Stretch(1, 0, table.top))
    for cell in record.get("names", ()):
        _keyed(made, "names: ", cell)
    for cell in record.get("keyword", ()):
        _keyed(made, "keyword ", cell)


def _more_of_header(made: Made, record: Record) -> None:
    """A further row of the header."""
    for cell in record.get("comment", ()):
        _comments(made, cell)
    for key in HEADER:
        for cell in record.get(key, ()):
            _keyed(made, "keyword " if key == "keyword" else f"{key}: ", cell)


def _of_cards(made: Made, table: Table, key: str) -> list[Cell]:
    """The value that the cards give in a column of the header; another one is told."""
    cells = [cell for row in table.records if "name" in row for cell in row.get(key, ())]
    for cell in cells:
        if cell.text.strip() != cells[0].text.strip():
            message = f"the {key} is {quoted(cells[0].text)} above, and {quoted(cell.text)} here"
            help = f"one sheet holds the cards of one {key}: part it into two files"
            made.tell(Finding("RC021", message, Span(0, 1), "another one", help=help), cell)
            break
    return cells[:1]


def _pieces(cell: Cell) -> Iterator[tuple[str, int]]:
    """The lines of a cell that hold something, without white space at the end, and their place."""
    at = 0
    for line in cell.text.split("\n"):
        if line.strip():
            yield line.rstrip(), at
        at += len(line) + 1


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _comments(made: Made, cell: Cell) -> None:
    """The comments of a cell; the `#` may be left out there."""
    for line, at in _pieces(cell):
        lead = 0 if _is_comment(line) else 2
        made.add("# " * (lead // 2) + line, Stretch(1 + lead, len(line), cell, at))


def _keyed(made: Made, key: str, cell: Cell) -> None:
    """The lines of the header that a cell gives, and comments below them."""
    for line, at in _pieces(cell):
        if _is_comment(line):
            made.add(line, Stretch(1, len(line), cell, at))
        else:
            _line(made, key, line, cell, at)


def _line(made: Made, key: str, line: str, cell: Cell, at: int) -> None:
    said = line.strip()
    lead = line.index(said[0])
    made.add(key + said, Stretch(1 + len(key), len(said), cell, at + lead))


def _card(made: Made, record: Record) -> None:
    """The block of a card."""
    for cell in record.get("comment", ()):
        _comments(made, cell)
    name = record["name"][0]
    if _is_comment(name.text):
        message = f"a name cannot begin with #: {quoted(name.text)}"
        help = "write the name without it; a row that begins with # would be a comment"
        made.tell(Finding("RC021", message, Span(0, 1), "not read", help=help), name)
        return
    _one_line(made, [(name, "{}")])
    _card_line(made, record)
    for cell in record.get("text", ()):
        _text(made, cell)


def _card_line(made: Made, record: Record) -> None:
    cells = [(key, cell) for key in ON_CARD_LINE for cell in record.get(key, ())]
    if cells:
        _one_line(made, [(cell, _template(key, cell)) for key, cell in cells if _says(key, cell)])


def _says(key: str, cell: Cell) -> bool:
    """Is there a value? A dash stands for none where a number is expected."""
    return FIELDS.get(key) is None or cell.text.strip() not in _NONE


def _template(key: str, cell: Cell) -> str:
    """What is written around a value on the card line: nothing if the cell has it already."""
    if key not in FIELDS:
        return "{}"
    given = field_of(" ".join(cell.text.split()))
    return "{}" if given and given[0] == key else FIELDS[key].written


def _one_line(made: Made, cells: list[tuple[Cell, str]]) -> None:
    """One line of several cells; lines of a cell that are comments go below it."""
    line = ""
    stretches: list[Stretch] = []
    comments: list[tuple[str, Stretch]] = []
    for cell, template in cells:
        said: list[tuple[str, int]] = []
        for piece, at in _pieces(cell):
            if _is_comment(piece):
                comments.append((piece, Stretch(1, len(piece), cell, at)))
            else:
                lead = len(piece) - len(piece.lstrip())
                said.append((piece.lstrip(), at + lead))
        before, _, after = template.partition("{}")
        line += (", " if line else "") + before
        for number, (piece, at) in enumerate(said):
            value = _whole(piece) if template != "{}" else piece
            line += " " if number else ""
            stretches.append(Stretch(len(line) + 1, len(value), cell, at))
            line += value
        line += after
    if line:
        made.add(line, *stretches)
    for piece, stretch in comments:
        made.add(piece, stretch)


def _whole(value: str) -> str:
    """3.0, as spreadsheets write it, is 3."""
    found = _FLOAT.fullmatch(value)
    return found[1] if found else value


def _text(made: Made, cell: Cell) -> None:
    """The printed lines of a cell: each of its lines is one, unless it is indented."""
    first = True
    for line, at in _pieces(cell):
        lead = len(line) - len(line.lstrip()) if first else 0
        if _FORMULA.match(line, lead):
            lead += 1
        made.add(line[lead:], Stretch(1, len(line) - lead, cell, at + lead))
        first = first and _is_comment(line)


def _nameless(made: Made, record: Record) -> None:
    """A row without a name: comments, or something that cannot be read."""
    others = [cell for key, cells in record.items() if key != "comment" for cell in cells]
    if others:
        message = "the row has no name"
        help = "write the name of the card, or leave all but the comment empty"
        span = Span(0, 1, max(len(others[0].text.split("\n")[0]), 1))
        made.tell(Finding("RC021", message, span, "whose is this?", help=help), others[0])
        return
    for cell in record.get("comment", ()):
        _comments(made, cell)
