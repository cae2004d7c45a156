"""Fixes of a sheet: made in the card file that it stands for, written into its cells alone."""

from __future__ import annotations

from dataclasses import dataclass

from rules_check.checker import Checker
from rules_check.fixing.apply import Fixed, fix_text
from rules_check.fixing.options import CannotFix
from rules_check.glyphs import visible
from rules_check.grammar.cardfile import file_of
from rules_check.grammar.cardsource import load_bytes
from rules_check.grammar.findings import Finding
from rules_check.grammar.sheets.changing import CannotChange, changed_sheet
from rules_check.grammar.sheets.making import Defaults
from rules_check.grammar.sheets.reading import Sheet, read_sheet


@dataclass(frozen=True, slots=True)
class FixedSheet:
    """A sheet before and after, and what was applied."""

    before: str
    after: str
    fixed: Fixed
    sheet: Sheet
    path: str

    def row(self, line: int) -> int:
        """The row of a line of the card file."""
        return file_of(self.sheet, self.path).row(line)


def fix_sheet(path: str, given: Defaults, checker: Checker, *, unsafe: bool) -> FixedSheet | None:
    """The sheet at a path with its fixes; None if it cannot be read. Raises CannotFix."""
    data = load_bytes(path)
    if isinstance(data, Finding):
        return None
    sheet = read_sheet(data, path, given)
    if sheet.problem is not None:
        return None
    fixed = fix_text(sheet.made.text, lambda text: checker.check_text(text, path), unsafe=unsafe)
    try:
        after = changed_sheet(sheet, fixed.text)
    except CannotChange as error:
        raise CannotFix(f"{visible(path)}: {visible(str(error))}") from error
    again = read_sheet(after.encode("utf-8"), path, given)
    if after != sheet.text and again.made.text != fixed.text:
        raise CannotFix(f"{visible(path)}: the fixes cannot be written into single cells")
    return FixedSheet(sheet.text, after, fixed, sheet, path)
