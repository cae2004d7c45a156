"""Reading a sheet as a card file: which kinds of file there are, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Final

from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.cardsource import decode
from rules_check.grammar.cells import Stretch
from rules_check.grammar.findings import Finding, Span
from rules_check.grammar.sheets.making import Defaults, Made, make
from rules_check.grammar.sheets.table import NotATable, Table

SHEETS: Final = (".csv", ".tsv", ".tab", ".json", ".xlsx", ".md", ".markdown")
"""The ends of the names of files that hold cards in a table."""


def is_sheet(name: str) -> bool:
    """Is it a sheet, by its name?"""
    return PurePath(name).suffix.lower() in SHEETS


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as read: its text, its table, and the card file that was made of it.

    `problem` says why there is no table; then the card file has no lines.
    """

    text: str
    table: Table
    made: Made
    problem: Finding | None = None


def read_sheet(data: bytes, name: str, given: Defaults) -> Sheet:
    """The sheet in the bytes of a file; `name` says which kind it is."""
    given = replace(given, set_name=given.set_name or PurePath(name).stem)
    if PurePath(name).suffix.lower() == ".xlsx":
        from rules_check.grammar.sheets.workbook import read_workbook

        return _made("", lambda: read_workbook(data), given)
    source = decode(data)
    if source.problem is not None:
        return Sheet("", Table(), Made(), source.problem)
    return _made(source.text, lambda: _table(source.text, name), given)


def _made(text: str, read: Callable[[], Table], given: Defaults) -> Sheet:
    try:
        table = read()
    except NotATable as error:
        made = Made(cells={-1: (Stretch(1, len(error.cell.text), error.cell),)})
        found = replace(error.finding, span=Span(-1, 1, max(len(error.cell.text), 1)))
        return Sheet(text, Table(), made, found)
    return Sheet(text, table, make(table, given))


def _table(text: str, name: str) -> Table:
    match PurePath(name).suffix.lower():
        case ".json":
            from rules_check.grammar.sheets.objects import read_objects

            return read_objects(text)
        case ".md" | ".markdown":
            from rules_check.grammar.sheets.markdown import read_markdown

            return read_markdown(text)
        case ".csv":
            from rules_check.grammar.sheets.separated import read_separated

            return read_separated(text)
        case _:
            from rules_check.grammar.sheets.separated import read_separated

            return read_separated(text, "\t")


def with_cells(file: CardFile, sheet: Sheet) -> CardFile:
    """The card file that was made of a sheet, with what is to be said of the sheet itself."""
    if sheet.problem is not None:
        return CardFile(file.path, findings=(sheet.problem,), cells=sheet.made.cells)
    found = [_for_a_sheet(finding) for finding in file.findings]
    return replace(file, findings=(*sheet.made.findings, *found), cells=sheet.made.cells)


def _for_a_sheet(finding: Finding) -> Finding:
    """What a header lacks is added in another way to a sheet."""
    if finding.code == "RC005" and "`ruleset`" in finding.message:
        way = "add a column Ruleset, or say it: --ruleset NAME, or `ruleset` in rules-check.toml"
        return replace(finding, message="the sheet has no ruleset", label="", help=way)
    return finding
