"""Every way to write a report. Nothing here prints: `render` returns the whole text."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, Literal, TextIO, assert_never

from rules_check.output.report import CheckedCard, CheckedFile, Counts, Report, plural
from rules_check.version import VERSION

__all__ = [
    "FORMATS",
    "CheckedCard",
    "CheckedFile",
    "Counts",
    "Format",
    "Report",
    "plural",
    "render",
    "wants_colour",
]

Format = Literal["text", "json", "sarif", "github", "junit"]

FORMATS: Final[tuple[Format, ...]] = ("text", "json", "sarif", "github", "junit")


def render(
    report: Report,
    format: Format = "text",
    *,
    colour: bool = False,
    quiet: bool = False,
    width: int = 0,
    version: str = VERSION,
    root: str | None = None,
) -> str:
    """`report` in one of the formats, ending with a newline.

    `colour`, `quiet` and `width` (of the terminal, 0 for none) concern text only. `version` is
    the tool's own and `root` the directory that paths are relative to; both have sensible
    defaults.
    """
    match format:
        case "text":
            from rules_check.output.text import render_text

            return render_text(report, colour=colour, quiet=quiet, width=width)
        case "json":
            from rules_check.output.json_ import render_json

            return render_json(report, version=version)
        case "sarif":
            from rules_check.output.sarif import render_sarif

            return render_sarif(report, version=version, root=root)
        case "github":
            from rules_check.output.github import render_github

            return render_github(report, root=root)
        case "junit":
            from rules_check.output.junit import render_junit

            return render_junit(report)
        case _:
            assert_never(format)


def wants_colour(
    stream: TextIO, *, no_color: bool = False, environ: Mapping[str, str] = os.environ
) -> bool:
    """Whether to write colours to `stream`: only to a terminal, or if FORCE_COLOR is set, and only
    if nobody objects. An objection goes first."""
    if no_color or environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return environ.get("TERM") != "dumb" and stream.isatty()
