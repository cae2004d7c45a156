"""The header of a card file (`key: value` lines), and comments that allow findings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules_check.grammar.cardkeyword import own_keyword
from rules_check.grammar.cardline import opens_with_type
from rules_check.grammar.cardmodel import Allowance, OwnKeyword
from rules_check.grammar.cardsource import Role, Row
from rules_check.grammar.findings import Edit, Finding, Span, closest, quoted, slip, twice
from rules_check.rules.folders import ruleset_names

KEYS = ("set", "ruleset", "names", "keyword")
"""The keys of a header, in canonical order; the last two may be given more than once."""

_KEYWORD = re.compile(r"keyword\s+(?P<head>[^:]*?)\s*:\s*(?P<text>.*)", re.I)
_KEY = re.compile(r"([^\s:,.#][^:,.]{0,30}?)\s*:\s*(.*)")

_INSTRUCTION = re.compile(r"#+\s*rules[-_ ]?check(?:\s*:|\s+allow\b)", re.I)
_CODE = r"RC[0-9]{3}"
_ALLOW = re.compile(
    rf"#+\s*rules-check\s*:\s*allow\s+({_CODE}(?:[\s,]+{_CODE})*)\s*,?\s+because\s+(\S.*)", re.I
)
_NEEDED = {
    r"\ballow\b": "this comment is addressed to rules-check, but does not say `allow`",
    rf"\b{_CODE}\b": "the comment does not say which code it allows",
    r"\bbecause\s+\S": "the comment does not say why the finding is allowed",
    r"(?!)": "the comment that allows a finding is malformed",
}
"""What has to stand in a comment that allows a finding, and what is said where it does not."""


def _purpose(key: str) -> str:
    """The line of a header that is missing."""
    if key == "set":
        return "a line such as `set: My Cards`"
    return f"a line `ruleset: NAME`, where NAME is one of {', '.join(ruleset_names())}"


def key_of(row: Row) -> tuple[str, str]:
    """The key (in small letters) and the value of a `key: value` line; else the key is ""."""
    if _KEYWORD.fullmatch(row.text):
        return "keyword", row.text[len("keyword") :].strip()
    match = _KEY.fullmatch(row.text)
    return (match[1].lower(), match[2]) if match else ("", "")


def header_line(key: str, value: str) -> str:
    """The canonical spelling of a line of the header, of what `key_of` gives."""
    if key == "keyword":
        head, _, text = value.partition(":")
        return f"keyword {' '.join(head.split())}: {text.strip()}"
    said = ", ".join(names_in(value)) if key == "names" else value
    return f"{key}: {said}".rstrip()


def names_in(value: str) -> list[str]:
    """The names in the value of a `names` line."""
    return [name.strip() for name in value.split(",") if name.strip()]


def continues_nothing(row: Row) -> Finding:
    """The finding for an indented line that has no rules text before it."""
    return Finding(
        "RC017",
        "the line starts with white space, but there is no rules text that it could continue",
        row.span,
        help="start it at the left edge",
        edits=(Edit(Span(row.number, 1, row.column - 1), ""),),
        keeps_meaning=True,
    )


class HeaderReader:
    """Collects the header of one file, and what is wrong with it."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.names: list[str] = []
        self.keywords: list[OwnKeyword] = []
        self.findings: list[Finding] = []
        self._first: dict[str, Row] = {}
        self._top: Row | None = None

    def claims(self, rows: Sequence[Row], *, cards_before: bool) -> bool:
        """Whether a block is the header, or a further part of it, and not a card."""
        keys = [key_of(row)[0] for row in rows]
        known = [key in KEYS for key in keys]
        if cards_before or self._top is not None:
            return all(known)
        if known[0] or (len(rows) > 1 and opens_with_type(rows[1].text)):
            return known[0]
        return any(known) or all(keys) or closest(keys[0], KEYS) is not None

    def read(self, rows: Sequence[Row], *, cards_before: bool) -> int:
        """Read a block of the header; tells how many of its rows belong to it."""
        if cards_before:
            advice = (
                "keep one header a file: move these cards to a file of their own, "
                "or remove these lines"
            )
            place = "the header belongs at the top of the file"
            self._report("a header stands between the cards", rows[0].span, place, advice)
            return len(rows)
        self._top = self._top or rows[0]
        for index, row in enumerate(rows):
            key, value = key_of(row)
            if key not in KEYS and index + 1 < len(rows) and opens_with_type(rows[index + 1].text):
                self._report(
                    "the header runs into the first card",
                    row.span,
                    "the first card starts here",
                    "put an empty line above the name of the card",
                    Edit(Span(row.number, 1, 0), "\n"),
                )
                return index
            before = len(self.findings)
            if row.indented:
                self.findings.append(continues_nothing(row))
            if key in KEYS:
                self._take(row, key, value)
            elif not row.too_long:
                self._unknown(row, key, value)
            if len(self.findings) == before and not row.too_long:
                row.role = Role.KEY
        return len(rows)

    def finish(self, top: Row, given: Mapping[str, str]) -> None:
        """Report what the header lacks; `top` is the first row that is not a comment. What the
        file does not say is taken from `given`."""
        for key, value in given.items():
            if key not in self._first:
                self.values[key] = value
        if self._top is None and "ruleset" not in given:
            self._report(
                "the header is missing",
                Span(top.number, top.column),
                "the header belongs above this",
                "begin the file with `set: NAME` and `ruleset: NAME` on two lines, then an "
                f"empty line; the rulesets are {', '.join(ruleset_names())}",
            )
            return
        for key in ("set", "ruleset"):
            if self._top is not None and key not in self._first and key not in given:
                message, place = f"the header has no `{key}`", "the header starts here"
                self._report(message, self._top.span, place, f"add {_purpose(key)}")

    def _take(self, row: Row, key: str, value: str) -> None:
        if key == "keyword":
            found = own_keyword(row, self.keywords)
            if isinstance(found, Finding):
                self.findings.append(found)
            else:
                self.keywords.append(found)
            return
        first = self._first.setdefault(key, row)
        if first is not row and key != "names":
            message = f"the header gives `{key}` twice"
            self.findings.append(twice(message, row.span, first.span))
            return
        if row.too_long:
            return
        if not value and key in ("set", "ruleset"):
            self._report(f"`{key}` has no value", row.span, "", f"write {_purpose(key)}")
        if key == "names":
            self.names += names_in(value)
            value = ", ".join(self.names)
        self.values[key] = value
        if key == "ruleset" and value and value not in ruleset_names():
            near = closest("-".join(value.lower().split()), ruleset_names())
            span = Span(row.number, row.column + len(row.text) - len(value), len(value))
            advice = f"the rulesets are {', '.join(ruleset_names())}"
            message = f"unknown ruleset {quoted(value)}"
            self.findings.append(slip("RC007", message, span, near, "not a ruleset", advice))

    def _unknown(self, row: Row, key: str, value: str) -> None:
        if not key:
            message = f"a line of the header is not `key: value`: {quoted(row.text)}"
            advice = (
                "write `key: value`, or put an empty line between the header and the first card"
            )
            self._report(message, row.span, "", advice)
            return
        near = closest(key, [known for known in KEYS if known not in self._first])
        span = Span(row.number, row.column, len(key))
        message = f"unknown header key {quoted(row.text[: len(key)])}"
        advice = f"the keys are {', '.join(KEYS)}; a note of your own can go in a comment (`# …`)"
        self.findings.append(slip("RC006", message, span, near, "not a key of the header", advice))
        if near and near != "keyword":
            self._take(row, near, value)

    def _report(self, message: str, span: Span, label: str, advice: str, *edits: Edit) -> None:
        self.findings.append(Finding("RC005", message, span, label, help=advice, edits=edits))


def allowance_of(row: Row) -> Allowance | Finding | None:
    """What a comment allows; a finding if it is meant so but malformed."""
    if row.too_long or not _INSTRUCTION.match(row.text):
        return None
    match = _ALLOW.fullmatch(row.text)
    if match:
        codes = re.findall(_CODE, match[1].upper())
        return Allowance(tuple(dict.fromkeys(codes)), match[2], row.span)
    missing = (what for need, what in _NEEDED.items() if not re.search(need, row.text, re.I))
    return Finding(
        "RC016",
        next(missing),
        row.span,
        label="nothing is allowed by this",
        help="write `# rules-check: allow RC301 because REASON`; several codes are "
        "separated by commas",
    )
