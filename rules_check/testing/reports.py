"""The report on scenarios: the formats of a check, and a JSON document of its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from rules_check.checker import FileResult
from rules_check.diagnostics import Diagnostic
from rules_check.glyphs import visible
from rules_check.output import CheckedCard, CheckedFile, Format, Report, plural, render
from rules_check.output.json_ import diagnostic, tool
from rules_check.output.report import numbered_fingerprints
from rules_check.testing.findings import numbered
from rules_check.testing.runs import Played, PlayedFile, Word
from rules_check.version import VERSION

FORMAT_VERSION: Final = 1
"""Raised when a program that reads the document would have to be changed."""


def render_tests(
    files: Sequence[PlayedFile],
    cards: Sequence[FileResult],
    errors: Sequence[Diagnostic],
    format_: Format,
    *,
    colour: bool = False,
    width: int = 0,
    quiet: bool = False,
    verbose: bool = False,
) -> str:
    """What came of the scenarios of some files; `cards` are the card files that they name, and
    `errors` what is wrong with these. Ends with a newline."""
    found = (*errors, *(d for file in files for d in file.diagnostics))
    with_errors = {error.place.file for error in errors}
    report = Report(
        (
            *(result.checked() for result in cards if result.file.path in with_errors),
            *(CheckedFile(file.path, "", _as_cards(file)) for file in files),
        ),
        found,
        summary=tuple(_told(files)) if verbose else (),
        last_line=count_line(files),
    )
    if format_ == "json":
        return json.dumps(_document(files, report), indent=2) + "\n"
    return render(report, format_, colour=colour, quiet=quiet, width=width)


def count_line(files: Sequence[PlayedFile]) -> str:
    """The last line: `3 scenarios in 1 file: 2 passed, 1 failed`."""
    played = _played(files)
    words = Counter(one.word for one in played)
    parts = [f"{words[word]} {word}" for word in Word if words[word]]
    if drafts := sum(one.draft for one in played):
        parts.append(f"{drafts} to be confirmed")
    unreadable = sum(not file.readable for file in files)
    if unreadable:
        parts.append(f"{plural(unreadable, 'file')} cannot be read")
    said = f"{plural(len(played), 'scenario')} in {plural(len(files), 'file')}"
    return f"{said}: {', '.join(parts)}" if parts else said


def list_lines(files: Iterable[PlayedFile]) -> Iterator[str]:
    """Every scenario: where it stands, its name, and what it shows."""
    for file in files:
        for one in file.played:
            yield visible(f"{file.path}:{one.line}  {_name(one)}")


def _played(files: Iterable[PlayedFile]) -> list[Played]:
    return [one for file in files for one in file.played]


def _name(one: Played) -> str:
    return f"{one.id}: {one.title}" if one.title else one.id


def _as_cards(file: PlayedFile) -> tuple[CheckedCard, ...]:
    """Scenarios stand where a check has cards: a test of JUnit, for example, is one of them."""
    return tuple(CheckedCard(one.id, one.line) for one in file.played)


def _told(files: Iterable[PlayedFile]) -> Iterator[str]:
    """Each scenario with its game."""
    for file in files:
        for one in file.played:
            yield f"{file.path}:{one.line}  {one.word}  {_name(one)}"
            yield from (f"      {line}" for line in numbered(one.transcript))
            yield ""


def _document(files: Sequence[PlayedFile], report: Report) -> dict[str, Any]:
    found = report.ordered()
    marks = numbered_fingerprints(found)
    words = Counter(one.word for one in _played(files))
    counts = report.counts()
    return {
        "version": FORMAT_VERSION,
        "tool": tool(VERSION),
        "files": [
            {"path": file.path, "scenarios": [_scenario(one) for one in file.played]}
            for file in files
        ],
        "diagnostics": [diagnostic(d, next(marks)) for d in found],
        "summary": {
            "files": len(files),
            "scenarios": len(_played(files)),
            "passed": words[Word.PASSED],
            "failed": words[Word.FAILED],
            "not_run": words[Word.NOT_RUN],
            "drafts": sum(one.draft for one in _played(files)),
            "errors": counts.errors,
            "warnings": counts.warnings,
        },
    }


def _scenario(one: Played) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "line": one.line,
        "result": one.word.value,
        "draft": one.draft,
        "transcript": list(one.transcript),
    }
