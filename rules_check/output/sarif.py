"""The report as SARIF 2.1.0, for code scanning and editors.

Every code of the catalogue is declared, also those that were not found, so that a dashboard
can close what has been repaired. Allowed findings stay in the file as suppressed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from rules_check import catalogue
from rules_check.diagnostics import Diagnostic, Fix, Place, help_page
from rules_check.glyphs import shorten, visible
from rules_check.grammar.cardfile import UNREADABLE
from rules_check.output.paths import uri
from rules_check.output.report import Report, numbered_fingerprints
from rules_check.output.text import fix_line

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_FINGERPRINT: Final = "rulesCheck/v1"
_FAILED: Final = UNREADABLE | {"RC901"}
"""Codes that say that the run, or a file of it, did not come to its end."""
_SCENARIOS: Final = "RC7"
"""Codes about a scenario, whose name stands where other codes have the card."""
_SNIPPET_LIMIT: Final = 200

_Object = dict[str, Any]


def render_sarif(report: Report, *, version: str, root: str | None = None) -> str:
    """The report as SARIF; paths are relative to `root`, the working directory by default."""
    return json.dumps(document(report, version=version, root=root), indent=2) + "\n"


def document(report: Report, *, version: str, root: str | None = None) -> _Object:
    """The report as the value that `render_sarif` writes."""
    entries = catalogue.load()
    index = {code: number for number, code in enumerate(entries)}
    found: list[tuple[Diagnostic, str | None]] = [(d, None) for d in report.ordered()]
    found += report.ordered_suppressed()
    marks = numbered_fingerprints(d for d, _ in found)
    writer = _Writer(root, index)
    driver = {
        "name": "rules-check",
        "version": version,
        "rules": [_rule(entry) for entry in entries.values()],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [_invocation([d for d, _ in found if d.code in _FAILED])],
        "columnKind": "unicodeCodePoints",
        "results": [writer.result(d, reason, next(marks)) for d, reason in found],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _invocation(failed: Sequence[Diagnostic]) -> _Object:
    """Whether the run looked at all that it was given, and if not, why."""
    told: _Object = {"executionSuccessful": not failed}
    if failed:
        told["toolExecutionNotifications"] = [
            {
                "level": "error",
                "message": {"text": visible(f"{d.place.file}: {d.message}")},
                "associatedRule": {"id": d.code},
            }
            for d in failed
        ]
    return told


def _rule(entry: catalogue.Entry) -> _Object:
    return {
        "id": entry.code,
        "name": "".join(part.capitalize() for part in entry.name.split("-")),
        "shortDescription": {"text": entry.summary},
        "fullDescription": {"text": entry.explanation},
        "help": {"text": catalogue.page(entry.code)},
        "helpUri": help_page(entry.code),
        "defaultConfiguration": {"level": entry.severity.value},
    }


class _Writer:
    """Writes results; knows the root of the paths and the number of each code."""

    def __init__(self, root: str | None, index: dict[str, int]) -> None:
        self.root = root
        self.index = index

    def result(self, d: Diagnostic, reason: str | None, fingerprint: str) -> _Object:
        location = self.location(d.place)
        if d.place.card:
            kind = "scenario" if d.code.startswith(_SCENARIOS) else "card"
            location["logicalLocations"] = [{"name": visible(d.place.card), "kind": kind}]
        result = {
            "ruleId": d.code,
            "ruleIndex": self.index[d.code],
            "level": d.severity.value,
            "message": {"text": _message(d)},
            "locations": [location],
            "partialFingerprints": {_FINGERPRINT: fingerprint},
            # The standard wants this for all results of a run or for none.
            "suppressions": [],
        }
        if reason is not None:
            result["suppressions"] = [{"kind": "inSource", "justification": reason}]
        if d.related:
            result["relatedLocations"] = [
                {"id": number, **self.location(place), "message": {"text": place.label}}
                for number, place in enumerate(d.related, 1)
            ]
        if d.fix and not d.place.cell_line:  # a cell has no place that SARIF could name
            result["fixes"] = [self.fix(d.fix, d.place.file)]
        if d.rules:
            result["properties"] = {"rules": list(d.rules)}
        return result

    def location(self, place: Place) -> _Object:
        region = _region(place.line, place.column, place.length)
        if place.text:
            region["snippet"] = {"text": shorten(place.text, _SNIPPET_LIMIT)}
        return {
            "physicalLocation": {"artifactLocation": self.artifact(place.file), "region": region}
        }

    def artifact(self, file: str) -> _Object:
        name = uri(file, self.root)
        if name.startswith(("file:", "../")):
            return {"uri": name}
        return {"uri": name, "uriBaseId": "%SRCROOT%"}

    def fix(self, fix: Fix, file: str) -> _Object:
        replacements = [
            {
                "deletedRegion": _region(edit.line, edit.column, edit.length),
                "insertedContent": {"text": edit.replacement},
            }
            for edit in fix.edits
        ]
        return {
            "description": {"text": fix_line(fix)},
            "artifactChanges": [
                {"artifactLocation": self.artifact(file), "replacements": replacements}
            ],
        }


def _message(d: Diagnostic) -> str:
    lines = [d.headline]
    if d.place.heading:
        lines.append(f"column {d.place.heading}")
    if d.place.label:
        lines.append(d.place.label)
    lines += d.notes
    if d.help:
        lines.append(f"help: {d.help}")
    return "\n".join(lines)


def _region(line: int, column: int, length: int) -> _Object:
    return {"startLine": line, "startColumn": column, "endColumn": column + length}
