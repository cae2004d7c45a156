"""The one record behind every report: what is wrong, where, and what to do about it.

Earlier stages return `grammar.findings.Finding`s; `diagnose` makes a `Diagnostic` of one by
adding the severity of its code, the author's own text at each place, the anchor of its
documentation and a fingerprint that stays the same when lines move.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from rules_check.codes import Severity, severity
from rules_check.grammar.cells import in_cell

if TYPE_CHECKING:
    from rules_check.grammar.cells import Cells
    from rules_check.grammar.findings import Finding, Span, Witness

DOCS: Final = "docs/codes.md"
"""The page that explains every code, from the root of the project."""

_POSITION: Final = re.compile(r"\b(line|column|offset) \d[\d,]*")


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one line of a file; line and column count from 1.

    `source` is the whole line as the author typed it, or None if it is not at hand. In a sheet,
    `line` is the row and `heading` that of the column; `source` is a line of the cell, the
    `cell_line`th one, and columns count in it.
    """

    file: str
    line: int
    column: int
    length: int
    label: str = ""
    card: str = ""
    source: str | None = None
    heading: str = ""
    cell_line: int = 0

    @property
    def text(self) -> str:
        """The author's text under the caret."""
        if self.source is None:
            return ""
        return self.source[self.column - 1 : self.column - 1 + self.length]

    @property
    def end_column(self) -> int:
        """The column behind the last character."""
        return self.column + self.length


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replace `original`, which stands at this place of the diagnostic's file, by `replacement`."""

    line: int
    column: int
    length: int
    replacement: str
    original: str = ""
    heading: str = ""
    cell_line: int = 0


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to repair the text, and whether the card still does the same afterwards."""

    edits: tuple[TextEdit, ...]
    keeps_meaning: bool


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding as every report shows it. `witness` is a game that shows it."""

    code: str
    severity: Severity
    message: str
    place: Place
    related: tuple[Place, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fix: Fix | None = None
    rules: tuple[str, ...] = ()
    witness: Witness | None = None
    docs: str = ""
    fingerprint: str = ""

    @property
    def headline(self) -> str:
        """The message, led by the name of the card it is about."""
        return f"{self.place.card}: {self.message}" if self.place.card else self.message


def diagnose(
    finding: Finding,
    file: str,
    source_lines: Sequence[str],
    other_files: Mapping[str, Sequence[str]] | None = None,
    cells: Cells | None = None,
) -> Diagnostic:
    """The diagnostic for `finding`, which was made about `file`.

    `source_lines` are the lines of `file`, without or with their line ends. `other_files`
    holds the lines of files that related places lie in, so that these can be shown too. `cells`
    says where the lines of a file come from that was made of a sheet: places are told there.
    Raises `codes.UnknownCode` for a code that the catalogue does not have.
    """
    files = {**(other_files or {}), file: source_lines}

    def place(span: Span, label: str, card: str = "", where: str = "") -> Place:
        name = where or file
        found = in_cell(cells, span) if cells is not None and name == file else None
        if found is not None:
            row, head = found.cell.row, found.cell.column
            at = (row, found.column, found.length, label, card, found.source or None)
            return Place(name, *at, head, found.line)
        source = _line(files.get(name, ()), span.line)
        return Place(name, span.line, span.column, span.length, label, card, source)

    primary = place(finding.span, finding.label, finding.card)
    return Diagnostic(
        code=finding.code,
        severity=severity(finding.code),
        message=finding.message,
        place=primary,
        related=tuple(place(r.span, r.label, where=r.file) for r in finding.related),
        notes=finding.notes,
        help=finding.help,
        fix=_fix(finding, source_lines, cells),
        rules=finding.rules,
        witness=finding.witness,
        docs=help_page(finding.code),
        fingerprint=fingerprint(finding.code, finding.card, primary.text, finding.message),
    )


def help_page(code: str) -> str:
    """The address of what a code means, from the root of the project."""
    return f"{DOCS}#{code.lower()}"


def fingerprint(code: str, card: str, text: str, message: str) -> str:
    """A short hash of what was found, in which no position takes part."""
    parts = (code, card, text, _POSITION.sub(r"\1", message))
    return sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _fix(finding: Finding, source_lines: Sequence[str], cells: Cells | None) -> Fix | None:
    if not finding.edits:
        return None
    edits = []
    for edit in finding.edits:
        at = edit.span
        before = (_line(source_lines, at.line) or "")[at.column - 1 : at.column - 1 + at.length]
        found = in_cell(cells, at) if cells is not None else None
        if found is None:
            edits.append(TextEdit(at.line, at.column, at.length, edit.replacement, before))
            continue
        where = (found.cell.row, found.column, min(at.length, found.length))
        edits.append(TextEdit(*where, edit.replacement, before, found.cell.column, found.line))
    return Fix(tuple(edits), finding.keeps_meaning)


def _line(lines: Sequence[str], number: int) -> str | None:
    if not 1 <= number <= len(lines):
        return None
    return lines[number - 1].rstrip("\r\n")
