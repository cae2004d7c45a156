"""The report as JUnit XML: a suite for each file, a test for each card.

A card with an error has failed; warnings and notes are its output. What belongs to no card
goes to a test named after the file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from rules_check.codes import Severity
from rules_check.diagnostics import Diagnostic
from rules_check.glyphs import visible
from rules_check.output.report import CheckedFile, Report, plural
from rules_check.output.text import block

WHOLE_FILE: Final = "(the file)"
"""The name of the test that stands for a file as a whole."""


@dataclass(slots=True)
class _Test:
    name: str
    line: int
    understood: bool = True
    found: list[Diagnostic] = field(default_factory=list)
    allowed: list[tuple[Diagnostic, str]] = field(default_factory=list)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.found if d.severity is Severity.ERROR]

    @property
    def is_skipped(self) -> bool:
        return not self.understood and not self.errors


def render_junit(report: Report) -> str:
    """The report as XML; the same report gives the same bytes."""
    suites = [(file, _tests(file, report)) for file in _files(report)]
    every = [test for _, tests in suites for test in tests]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f"<testsuites {_attributes(name='rules-check', **_totals(every))}>")
    for file, tests in suites:
        lines.append(f"  <testsuite {_attributes(name=file.path, **_totals(tests))}>")
        for test in tests:
            lines += _testcase(file, test)
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _files(report: Report) -> list[CheckedFile]:
    """The files of the report, and any further one that a finding speaks of."""
    files = {file.path: file for file in report.files}
    for diagnostic in (*report.ordered(), *(d for d, _ in report.ordered_suppressed())):
        path = diagnostic.place.file
        files.setdefault(path, CheckedFile(path))
    return list(files.values())


def _tests(file: CheckedFile, report: Report) -> list[_Test]:
    whole = _Test(WHOLE_FILE, 1)
    tests = [whole]
    by_name: dict[str, list[_Test]] = defaultdict(list)
    seen: Counter[str] = Counter()
    for card in file.cards:
        seen[card.name] += 1
        number = f" ({seen[card.name]})" if seen[card.name] > 1 else ""
        test = _Test(card.name + number, card.line, card.understood)
        tests.append(test)
        by_name[card.name].append(test)

    def owner(d: Diagnostic) -> _Test:
        """The card a finding is about; of several with the name, the last that starts above it."""
        named = by_name.get(d.place.card, [whole])
        return next((test for test in reversed(named) if test.line <= d.place.line), named[0])

    for diagnostic in report.ordered():
        if diagnostic.place.file == file.path:
            owner(diagnostic).found.append(diagnostic)
    for diagnostic, reason in report.ordered_suppressed():
        if diagnostic.place.file == file.path:
            owner(diagnostic).allowed.append((diagnostic, reason))
    return tests


def _testcase(file: CheckedFile, test: _Test) -> list[str]:
    attributes = _attributes(
        classname=file.set_name or file.path,
        name=test.name,
        file=file.path,
        line=str(test.line),
        time="0",
    )
    inside: list[str] = []
    if errors := test.errors:
        more = f" (and {plural(len(errors) - 1, 'more error')})" if len(errors) > 1 else ""
        head = _attributes(type=errors[0].code, message=errors[0].message + more)
        inside.append(f"<failure {head}>{_blocks(errors)}</failure>")
    elif test.is_skipped:
        inside.append('<skipped message="not understood, and allowed to be"/>')
    others = [d for d in test.found if d.severity is not Severity.ERROR]
    output = [_blocks(others)] if others else []
    output += [
        escape(visible(f"allowed: {d.code} {d.message} ({reason})")) for d, reason in test.allowed
    ]
    if output:
        inside.append(f"<system-out>{chr(10).join(output)}</system-out>")
    if not inside:
        return [f"    <testcase {attributes}/>"]
    return [f"    <testcase {attributes}>", *(f"      {i}" for i in inside), "    </testcase>"]


def _blocks(diagnostics: list[Diagnostic]) -> str:
    return escape("\n\n".join("\n".join(block(d)) for d in diagnostics))


def _totals(tests: list[_Test]) -> dict[str, str]:
    return {
        "tests": str(len(tests)),
        "failures": str(sum(bool(test.errors) for test in tests)),
        "errors": "0",
        "skipped": str(sum(test.is_skipped for test in tests)),
    }


def _attributes(**values: str) -> str:
    return " ".join(f"{key}={quoteattr(visible(value))}" for key, value in values.items())
