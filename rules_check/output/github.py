"""The report as workflow commands, which GitHub shows beside the lines of a change."""

from __future__ import annotations

from typing import Final

from rules_check.codes import Severity
from rules_check.diagnostics import Diagnostic
from rules_check.glyphs import visible
from rules_check.output.paths import relative
from rules_check.output.report import Report
from rules_check.output.text import fix_line

_COMMANDS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "notice",
}


def render_github(report: Report, *, root: str | None = None) -> str:
    """One command a finding, then the count; paths are relative to `root`."""
    return "".join(f"{line}\n" for line in (*_commands(report, root), report.count_line()))


def _commands(report: Report, root: str | None) -> list[str]:
    return [_command(d, root) for d in report.ordered()]


def _command(d: Diagnostic, root: str | None) -> str:
    place = d.place
    properties = {
        "file": visible(relative(place.file, root)),
        "line": str(place.line),
        "col": str(place.column),
        "endColumn": str(place.end_column),
        "title": d.code,
    }
    fields = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    lines = [d.headline]
    if place.heading:
        lines.append(f"column {place.heading}")
    if place.label:
        lines.append(place.label)
    lines += [f"see {p.file}:{p.line}: {p.label}" for p in d.related]
    lines += d.notes
    if d.rules:
        lines.append(f"{'rule' if len(d.rules) == 1 else 'rules'}: {', '.join(d.rules)}")
    if d.help:
        lines.append(f"help: {d.help}")
    if d.fix:
        lines.append(f"fix: {fix_line(d.fix, place.line)}")
    return f"::{_COMMANDS[d.severity]} {fields}::{_data(chr(10).join(map(visible, lines)))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
