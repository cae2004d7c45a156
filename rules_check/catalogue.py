"""What every code means: the pages of `catalogue.toml`, read when first asked for.

`python -m rules_check.catalogue` writes the same pages as Markdown (`docs/codes.md`).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules_check.codes import CODES, Severity, UnknownCode, find
from rules_check.glyphs import visible
from rules_check.output.paint import Paint

__all__ = ["Entry", "UnknownCode", "entry", "load", "markdown", "page"]

_SOURCE: Final = Path(__file__).with_name("catalogue.toml")
WIDTH: Final = 78
"""Columns of a page."""
_FIELDS: Final = {"summary", "explanation", "bad", "bad_how", "good", "good_how", "rules"}
_GROUPS: Final = {
    "RC0": "The file",
    "RC1": "Reading the text",
    "RC2": "What the text says",
    "RC3": "More than one meaning",
    "RC4": "The set",
    "RC5": "House style",
    "RC6": "Proofs",
    "RC7": "Scenarios",
    "RC8": "Cards together",
    "RC9": "The tool itself",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One code: its page for a rules editor.

    `bad` is a card file (for RC7, a scenario file) that gives the code and `good` one that does
    not; where a file cannot show it, `bad_how` or `good_how` tell in words.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    explanation: str
    bad: str = ""
    bad_how: str = ""
    good: str = ""
    good_how: str = ""
    rules: tuple[str, ...] = ()


@cache
def load() -> dict[str, Entry]:
    """All entries by code, in the order of `codes.CODES`."""
    import tomllib

    tables = tomllib.loads(_SOURCE.read_text(encoding="utf-8"))
    if tables.keys() != CODES.keys():
        differing = ", ".join(sorted(tables.keys() ^ CODES.keys()))
        raise ValueError(f"{_SOURCE.name} and codes.py do not list the same codes: {differing}")
    return {code: _entry(code, tables[code]) for code in CODES}


def entry(code: str) -> Entry:
    """The entry of a code, in capital or small letters, or by its name; raises `UnknownCode`."""
    return load()[find(code)]


def page(code: str, *, colour: bool = False, width: int = WIDTH) -> str:
    """What `rules-check explain CODE` prints: plain text, prose of so many columns."""
    from textwrap import fill

    e, paint = entry(code), Paint(colour)
    head = f"{paint(e.code, 'place')}  {e.name}  ({paint(e.severity, e.severity)})"
    parts = [head, fill(e.summary, width)]
    parts += [fill(paragraph, width) for paragraph in _paragraphs(e.explanation)]
    for title, example, how in _examples(e):
        parts.append(paint(title, "heading"))
        if example:
            parts.append(_indented(example, "    "))
        if how:
            parts.append(fill(how, width, initial_indent="    ", subsequent_indent="    "))
    if e.rules:
        parts.append(fill(f"Rules: {', '.join(e.rules)}", width))
    return "\n\n".join(parts) + "\n"


def markdown() -> str:
    """The whole catalogue as one Markdown page."""
    entries = load().values()
    lines = [
        "# Diagnostic codes",
        "",
        "<!-- Made by `python -m rules_check.catalogue`; edit rules_check/catalogue.toml. -->",
        "",
        "Every finding of `rules-check` carries one of these codes. `rules-check explain CODE`",
        "shows the same page in the terminal.",
    ]
    for prefix, title in _GROUPS.items():
        group = [e for e in entries if e.code.startswith(prefix)]
        lines += [
            "",
            f"**{title}**",
            "",
            "| code | name | severity | meaning |",
            "|---|---|---|---|",
        ]
        lines += [
            f"| [{e.code}](#{e.code.lower()}) | {e.name} | {e.severity} | {e.summary} |"
            for e in group
        ]
    for e in entries:
        lines += _section(e)
    return "\n".join(lines) + "\n"


def _section(e: Entry) -> list[str]:
    lines = ["", f'<a id="{e.code.lower()}"></a>', "", f"## {e.code} {e.name}", ""]
    lines += [f"*{e.severity.capitalize()}.* {e.summary}"]
    for paragraph in _paragraphs(e.explanation):
        lines += ["", paragraph]
    for title, example, how in _examples(e):
        lines += ["", title]
        if example:
            lines += ["", "```text", _indented(example, ""), "```"]
        if how:
            lines += ["", how]
    if e.rules:
        lines += ["", f"Rules: {', '.join(e.rules)}"]
    return lines


def _examples(e: Entry) -> list[tuple[str, str, str]]:
    return [
        (f"This gives {e.code}:", e.bad, e.bad_how),
        ("This does not:", e.good, e.good_how),
    ]


def _indented(example: str, indent: str) -> str:
    lines = (visible(line) for line in example.rstrip("\n").split("\n"))
    return "\n".join((indent + line).rstrip() for line in lines)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]


def _entry(code: str, table: dict[str, Any]) -> Entry:
    if unknown := table.keys() - _FIELDS:
        raise ValueError(f"{_SOURCE.name}: {code} has unknown fields: {', '.join(sorted(unknown))}")
    name, severity = CODES[code]
    fields = {**table, "rules": tuple(table.get("rules", ()))}
    fields["explanation"] = "\n\n".join(_paragraphs(table["explanation"].strip()))
    return Entry(code, name, severity, **fields)


if __name__ == "__main__":
    sys.stdout.write(markdown())
