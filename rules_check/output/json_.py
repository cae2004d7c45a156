"""The report as one JSON document, described by `schemas/report.schema.json`."""

from __future__ import annotations

import json
from typing import Any, Final

from rules_check.diagnostics import Diagnostic, Fix, Place, TextEdit
from rules_check.glyphs import shorten
from rules_check.output.report import CheckedFile, ProofSummary, Report, numbered_fingerprints

FORMAT_VERSION: Final = 1
"""Raised when a program that reads the document would have to be changed."""

_TEXT_LIMIT: Final = 200

_Object = dict[str, Any]


def render_json(report: Report, *, version: str) -> str:
    """The report as JSON; the same report gives the same bytes."""
    return json.dumps(document(report, version=version), indent=2) + "\n"


def document(report: Report, *, version: str) -> _Object:
    """The report as the value that `render_json` writes."""
    found = report.ordered()
    allowed = report.ordered_suppressed()
    marks = numbered_fingerprints([*found, *(d for d, _ in allowed)])
    counts = report.counts()
    cards = [card for file in report.files for card in file.cards]
    return {
        "version": FORMAT_VERSION,
        "tool": tool(version),
        "files": [_file(file) for file in report.files],
        "diagnostics": [diagnostic(d, next(marks)) for d in found],
        "suppressed": [
            {"diagnostic": diagnostic(d, next(marks)), "reason": reason} for d, reason in allowed
        ],
        "summary": {
            "files": len(report.files),
            "cards": len(cards),
            "understood": sum(card.understood for card in cards),
            "errors": counts.errors,
            "warnings": counts.warnings,
            "notes": counts.notes,
            "suppressed": counts.suppressed,
            "lines": list(report.summary),
        },
        "proofs": _proofs(report.proofs),
    }


def _file(file: CheckedFile) -> _Object:
    return {
        "path": file.path,
        "set": file.set_name,
        "cards": [
            {"name": card.name, "line": card.line, "understood": card.understood}
            for card in file.cards
        ],
    }


def _proofs(proofs: ProofSummary | None) -> _Object | None:
    if proofs is None:
        return None
    return {
        "bound": proofs.bound,
        "paths_per_card": proofs.card_paths,
        "paths_per_file": proofs.file_paths,
        "with_errors": proofs.with_errors,
        "cards": [
            {
                "file": proof.file,
                "card": proof.card,
                "line": proof.line,
                "verdict": proof.word,
                "paths": proof.paths,
                "properties": dict(proof.properties),
            }
            for proof in proofs.cards
        ],
    }


def tool(version: str) -> _Object:
    """Which program wrote a document."""
    return {"name": "rules-check", "version": version}


def diagnostic(d: Diagnostic, fingerprint: str) -> _Object:
    """A finding; the fingerprint is unique within its file."""
    return {
        "code": d.code,
        "severity": d.severity.value,
        "message": d.message,
        "place": _place(d.place, {"card": d.place.card}),
        "related": [_place(place) for place in d.related],
        "notes": list(d.notes),
        "help": d.help,
        "fix": _fix(d.fix),
        "rules": list(d.rules),
        "witness": None if d.witness is None else d.witness._asdict(),
        "docs": d.docs,
        "fingerprint": fingerprint,
    }


def _place(place: Place, more: _Object | None = None) -> _Object:
    return {
        "file": place.file,
        **(more or {}),
        "line": place.line,
        "column": place.column,
        "length": place.length,
        "label": place.label,
        "text": shorten(place.text, _TEXT_LIMIT),
        **_cell(place),
    }


def _cell(at: Place | TextEdit) -> _Object:
    """The cell of a sheet in which a place is."""
    return {"cell": {"heading": at.heading, "line": at.cell_line}} if at.cell_line else {}


def _fix(fix: Fix | None) -> _Object | None:
    if fix is None:
        return None
    return {
        "keeps_meaning": fix.keeps_meaning,
        "edits": [
            {
                "line": edit.line,
                "column": edit.column,
                "length": edit.length,
                "replacement": edit.replacement,
                **_cell(edit),
            }
            for edit in fix.edits
        ],
    }
