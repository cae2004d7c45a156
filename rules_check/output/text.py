"""The report for people: a headline, the author's own text with a caret, and advice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.codes import Severity
from rules_check.diagnostics import Diagnostic, Fix, Place, TextEdit
from rules_check.glyphs import excerpt, shorten, visible
from rules_check.output.report import Report

_GUTTER: Final = 5
_QUOTE_LIMIT: Final = 80
_STYLES: Final = {
    Severity.ERROR.value: "1;31",
    Severity.WARNING.value: "1;33",
    Severity.NOTE.value: "1;36",
    "place": "1",
    "gutter": "2",
    "related": "36",
    "advice": "1",
}


def render_text(report: Report, *, colour: bool = False, quiet: bool = False) -> str:
    """The report as text; `quiet` leaves only the errors and the count."""
    blocks = [
        "\n".join(block(d, colour=colour))
        for d in report.ordered()
        if not quiet or d.severity is Severity.ERROR
    ]
    ending = [] if quiet else [visible(line) for line in report.summary]
    blocks.append("\n".join([*ending, report.count_line()]))
    return "\n\n".join(blocks) + "\n"


def block(diagnostic: Diagnostic, *, colour: bool = False) -> Iterator[str]:
    """The lines that show one finding."""
    d, place = diagnostic, diagnostic.place
    paint = _Paint(colour)
    where = place_name(place)
    kind = paint(f"{d.severity} {d.code}", d.severity)
    yield f"{paint(where, 'place')}  {kind}  {visible(d.headline)}"
    gutter = max(_GUTTER, *(len(str(p.line)) for p in (place, *d.related)))
    bullet = " " * gutter + paint(" = ", "gutter")
    yield from _excerpt(place, gutter, paint, "^", d.severity)
    if place.source is None and place.label:
        yield bullet + visible(place.label)
    for other in d.related:
        if other.file != place.file or other.source is None:
            at = place_name(other)
            label = f"  {visible(other.label)}" if other.source is None else ""
            yield f"{' ' * gutter}{paint('-->', 'gutter')} {at}{label}"
        yield from _excerpt(other, gutter, paint, "-", "related")
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


def _excerpt(place: Place, gutter: int, paint: _Paint, mark: str, style: str) -> Iterator[str]:
    if place.source is None:
        return
    shown = excerpt(place.source, place.column - 1, place.length)
    bar = paint("│", "gutter")
    marks = paint(mark * shown.width, style)
    label = f" {paint(visible(place.label), style)}" if place.label else ""
    yield f"{paint(str(place.line).rjust(gutter), 'gutter')} {bar} {shown.text}".rstrip()
    yield f"{' ' * gutter} {bar} {' ' * shown.offset}{marks}{label}"


class _Paint:
    """Colours a text if colour is wanted."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colour else text
