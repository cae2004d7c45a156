"""Text that was copied from a PDF or a web page: signs to mend, and the layout of a page.

`SIGNS` are mended wherever they stand. `laid_out` finds the cards of a page without empty lines
between them, and says of every line that it changes what it did.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rules_check.grammar.cardline import is_clean_card_line, mended_line, opens_with_type
from rules_check.grammar.cardsource import WHITE, split_lines

SIGNS: Final = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
    **dict.fromkeys(WHITE.replace(" ", "").replace("\t", ""), " "),
    "\u00ad": "", "\u200b": "", "\ufeff": "",
}  # fmt: skip
"""Ligatures, spaces that do not break, and signs that nobody sees, and what is meant."""

LIGATURES: Final = frozenset("ﬀﬁﬂﬃﬄﬅﬆ")
QUOTES: Final = str.maketrans("‘’‚‛“”„‟", "''''\"\"\"\"")
DASHES: Final = frozenset("-–—")
BULLET: Final = re.compile(
    r"(?P<space>\s*)(?P<sign>[•‣▪▫●○◦∙·■□*](?=[\s+])|[-–—](?=\s+[^\d\s]))\s*"
)
"""A sign of a list at the beginning of a line; a dash before a number may be a minus."""

HYPHEN: Final = re.compile(r"(?P<before>.*?\s)?(?P<part>\S*[^\W\d_])[-‐](?P<behind>\s*)$")
_PAGE = re.compile(r"[-–—\s]*(?:page\s*)?[0-9]{1,4}(?:\s*(?:of|/)\s*[0-9]{1,4})?[-–—\s]*", re.I)
_KEY = re.compile(r"\s*(?:set|ruleset|names|keyword\b[^:]*)\s*:", re.I)
_SEPARATORS = re.compile(r"\s*[·•|∙]\s*")


class Change(NamedTuple):
    """A line of the text as it was given, and what was done to it."""

    line: int
    what: str


def plain_signs(line: str) -> str:
    """A line with plain signs."""
    for sign, plain in SIGNS.items():
        line = line.replace(sign, plain)
    return line.translate(QUOTES)


def card_line(line: str) -> str | None:
    """A line that is a card line but for what parts its fields; None if it is not one."""
    said = _SEPARATORS.sub(", ", line.strip()).replace("×", "x")
    if is_clean_card_line(said):
        return said
    mended = mended_line(said)
    return mended if mended is not None and is_clean_card_line(mended) else None


def laid_out(text: str, set_name: str = "", ruleset: str = "") -> tuple[str, list[Change]]:
    """The cards of a page as a card file, and what was changed; a card file stays as it is."""
    changes: list[Change] = []
    lines = [_mended(number, line, changes) for number, line in enumerate(split_lines(text), 1)]
    starts = {at - 1 for at, line in enumerate(lines) if at and opens(line) and lines[at - 1]}
    out: list[str] = []
    for at, line in enumerate(lines):
        before = lines[at - 1] if at else ""
        if at in starts and before and not before.lstrip().startswith("#"):
            out.append("")
            changes.append(Change(at + 1, "an empty line above this card"))
        alone = not before and (at + 1 == len(lines) or not lines[at + 1])
        top = not any(start <= at for start in starts)
        free = line and alone and not line.startswith("#") and not _KEY.match(line)
        if free and (_PAGE.fullmatch(line) or top):
            changes.append(Change(at + 1, "belongs to no card, and is a comment now"))
            line = f"# {line.strip()}"
        out.append(line)
    if changes or not _has_header(lines):
        out = _with_header(out, set_name, ruleset, changes)
    return "".join(f"{line}\n" for line in out), changes


def opens(line: str) -> bool:
    """Is it a card line beyond doubt?"""
    return is_clean_card_line(line) and opens_with_type(line)


def _mended(number: int, line: str, changes: list[Change]) -> str:
    """A line with plain signs, without the sign of a list; a card line with commas."""
    if line.lstrip().startswith("#"):
        return line
    said = plain_signs(line)
    if said != line:
        changes.append(Change(number, "signs of a typesetter are plain now"))
    if bullet := BULLET.match(said):
        said = bullet["space"] + said[bullet.end() :]
        changes.append(Change(number, f'the list sign "{bullet["sign"]}" is left out'))
    if not said.strip():
        return ""
    if (better := card_line(said)) is not None and not is_clean_card_line(said.strip()):
        changes.append(Change(number, f"a card line: {better}"))
        return better
    return said.rstrip()


def _has_header(lines: list[str]) -> bool:
    return any(_KEY.match(line) for line in lines)


def _with_header(lines: list[str], set_name: str, ruleset: str, changes: list[Change]) -> list[str]:
    """The lines below a header, as far as it is known."""
    if _has_header(lines):
        return lines
    said = {"set": set_name, "ruleset": ruleset}
    header = [f"{key}: {value}" for key, value in said.items() if value]
    if header:
        changes.append(Change(1, f"a header above this: {', '.join(header)}"))
    return [*header, "", *lines] if header else lines
