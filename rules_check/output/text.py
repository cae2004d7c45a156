"""The report for people: a headline, the author's own text with a caret, and advice."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from rules_check.codes import Severity
from rules_check.diagnostics import Diagnostic, Fix, Place, TextEdit
from rules_check.glyphs import LIMIT, Excerpt, columns_of, excerpt, shorten, visible
from rules_check.output.paint import Paint
from rules_check.output.report import Report

_GUTTER: Final = 5
_QUOTE_LIMIT: Final = 80
_LEAST: Final = 24
"""The least room for a line of the author, and for a label below its mark."""


def render_text(
    report: Report, *, colour: bool = False, quiet: bool = False, width: int = 0
) -> str:
    """The report as text; `quiet` leaves only the errors and the count. `width` is that of the
    terminal; 0 is none."""
    ending = [] if quiet else [visible(line) for line in report.summary]
    last = "\n".join([*ending, report.count_line()])
    found = blocks(report, colour=colour, quiet=quiet, width=width)
    return "\n\n".join([*found, last]) + "\n"


def blocks(
    report: Report, *, colour: bool = False, quiet: bool = False, width: int = 0
) -> Iterator[str]:
    """The findings that were not told before, each as text."""
    told = {(d.place, d.code, d.message) for d in report.told}
    for d in report.ordered():
        if (d.place, d.code, d.message) not in told and (not quiet or d.severity is Severity.ERROR):
            yield "\n".join(block(d, colour=colour, width=width))


def block(diagnostic: Diagnostic, *, colour: bool = False, width: int = 0) -> Iterator[str]:
    """The lines that show one finding; the author's own line and the caret below it fit `width`."""
    d, place = diagnostic, diagnostic.place
    paint = Paint(colour)
    where = place_name(place)
    kind = paint(f"{d.severity} {d.code}", d.severity)
    yield f"{paint(where, 'place')}  {kind}  {visible(d.headline)}"
    gutter = max(_GUTTER, *(len(str(p.line)) for p in (place, *d.related)))
    bullet = " " * gutter + paint(" = ", "gutter")
    room = max(_LEAST, width - gutter - len(" │ ")) if width else LIMIT
    shown = _Excerpts(gutter, paint, min(room, LIMIT))
    yield from shown.of(place, "^", d.severity)
    if place.source is None and place.label:
        yield bullet + visible(place.label)
    for other in d.related:
        if other.file != place.file or other.source is None:
            at = place_name(other)
            label = f"  {visible(other.label)}" if other.source is None else ""
            yield f"{' ' * gutter}{paint('-->', 'gutter')} {at}{label}"
        yield from shown.of(other, "-", "related")
    for note in d.notes:
        yield bullet + visible(note)
    if d.rules:
        name = "rule" if len(d.rules) == 1 else "rules"
        yield bullet + visible(f"{name}: {', '.join(d.rules)}")
    if d.help:
        yield bullet + paint("help", "advice") + visible(f": {d.help}")
    if d.fix:
        yield bullet + paint("fix", "advice") + visible(f": {fix_line(d.fix, place.line)}")


def place_name(place: Place) -> str:
    """File, line and column; of a sheet the row, and the heading of the column."""
    where = f"{visible(place.file)}:{place.line}"
    if place.cell_line:
        return f"{where} column {visible(place.heading)}" if place.heading else where
    return f"{where}:{place.column}"


def fix_line(fix: Fix, line: int | None = None) -> str:
    """What a fix does, in words; `line` is the line the reader is looking at."""
    said = "; ".join(_edit(edit, line) for edit in fix.edits)
    return f"{said} ({'keeps' if fix.keeps_meaning else 'may change'} the meaning)"


def _edit(edit: TextEdit, line: int | None) -> str:
    old, new = _quoted(edit.original), _quoted(edit.replacement)
    at = "" if line is None or edit.line == line else f" in line {edit.line}"
    if not edit.length:
        return f"insert {new}{at or f' at column {edit.column}'}"
    if not edit.replacement:
        return f"delete {old}{at}"
    return f"replace {old} by {new}{at}"


def _quoted(text: str) -> str:
    return "a line break" if text == "\n" else f'"{shorten(text, _QUOTE_LIMIT)}"'


class _Excerpts:
    """Lines of the author, each with a mark and a label below it, in so much room."""

    def __init__(self, gutter: int, paint: Paint, room: int) -> None:
        self._gutter, self._paint, self._room = gutter, paint, room

    def of(self, place: Place, mark: str, style: str) -> Iterator[str]:
        """The lines for one place; none if its source is not at hand."""
        if place.source is None:
            return
        paint, blank = self._paint, " " * self._gutter
        shown = excerpt(place.source, place.column - 1, place.length, self._room)
        bar = paint("│", "gutter")
        number = paint(str(place.line).rjust(self._gutter), "gutter")
        yield f"{number} {bar} {shown.text}".rstrip()
        first, *further = self._label(shown, visible(place.label))
        marks = paint(mark * shown.width, style)
        said = f" {paint(first, style)}" if first else ""
        yield f"{blank} {bar} {' ' * shown.offset}{marks}{said}"
        for at, line in further:
            yield f"{blank} {bar} {' ' * at}{paint(line, style)}"

    def _label(self, shown: Excerpt, label: str) -> tuple[str, *tuple[tuple[int, str], ...]]:
        """What stands beside the mark, and the lines below it, each with its column."""
        behind = shown.offset + shown.width + 1
        if columns_of(label) <= self._room - behind:
            return (label,)
        at = max(0, min(shown.offset, self._room - max(_LEAST, columns_of(label))))
        return "", *((at, line) for line in wrap(label, self._room - at))
