"""The badge of a run: the JSON that shields.io and others draw a badge from."""

from __future__ import annotations

import json

from rules_check.conform.outcomes import Conformance


def badge(run: Conformance) -> str:
    """A badge: how many of those that were tried pass. An incomplete run says so."""
    passed = run.tried - run.failed
    if not run.complete:
        message, colour = "incomplete", "lightgrey"
    elif not run.tried:
        message, colour = "nothing tried", "lightgrey"
    else:
        message = f"{passed} of {run.tried}"
        part = passed / run.tried
        colour = "brightgreen" if part == 1 else "yellow" if part >= 0.9 else "red"
    told = {
        "schemaVersion": 1,
        "label": f"rules-check {run.what}s",
        "message": message,
        "color": colour,
        "isError": run.complete and run.failed > 0,
    }
    return json.dumps(told, indent=1) + "\n"
