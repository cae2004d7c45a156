"""The header of a card file (`key: value` lines), and comments that allow findings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules_check.grammar.cardline import closest, opens_with_type, quoted
from rules_check.grammar.cardmodel import Allowance
from rules_check.grammar.cardsource import Row
from rules_check.grammar.findings import Edit, Finding, Related, Span
from rules_check.rules.folders import ruleset_names

KEYS = ("set", "ruleset", "names")
"""The keys of a header, in canonical order; `names` may be given more than once."""

_KEY = re.compile(r"([^\s:,.#][^:,.]{0,30}?)\s*:\s*(.*)")
_NEEDED = ("set", "ruleset")

_INSTRUCTION = re.compile(r"#+\s*rules[-_ ]?check(?:\s*:|\s+allow\b)", re.I)
_CODE = r"RC[0-9]{3}"
_ALLOW = re.compile(
    rf"#+\s*rules-check\s*:\s*allow\s+({_CODE}(?:[\s,]+{_CODE})*)\s*,?\s+because\s+(\S.*)", re.I
)


def _purpose(key: str) -> str:
    """The line of a header that is missing."""
    if key == "set":
        return "a line such as `set: My Cards`"
    return f"a line `ruleset: NAME`, where NAME is one of {', '.join(ruleset_names())}"


def key_of(row: Row) -> tuple[str, str] | None:
    """The key (in small letters) and the value of a `key: value` line."""
    match = _KEY.fullmatch(row.text)
    return (match[1].lower(), match[2]) if match else None


def names_in(value: str) -> list[str]:
    """The names in the value of a `names` line."""
    return [name.strip() for name in value.split(",") if name.strip()]


def continues_nothing(row: Row, card: str = "") -> Finding:
    """The finding for an indented line that has no rules text before it."""
    return Finding(
        "RC017",
        "the line starts with white space, but there is no rules text that it could continue",
        row.span,
        card=card,
        help="start it at the left edge",
        edits=(Edit(Span(row.number, 1, row.column - 1), ""),),
        keeps_meaning=True,
    )


class HeaderReader:
    """Collects the header of one file, and what is wrong with it."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.ruleset: str | None = None
        self.names: list[str] = []
        self.findings: list[Finding] = []
        self.sound: list[Row] = []
        """The header lines that have nothing wrong with them."""
        self._first: dict[str, Row] = {}
        self._top: Row | None = None

    def claims(self, rows: Sequence[Row], *, cards_before: bool) -> bool:
        """Whether a block is the header, or a further part of it, and not a card."""
        keys = [pair[0] if (pair := key_of(row)) else None for row in rows]
        if cards_before or self._top is not None:
            return all(key in KEYS for key in keys)
        if keys[0] in KEYS:
            return True
        if len(rows) > 1 and opens_with_type(rows[1].text):
            return False
        if any(key in KEYS for key in keys):
            return True
        return keys[0] is not None and (
            closest(keys[0], KEYS) is not None or all(key is not None for key in keys)
        )

    def read(self, rows: Sequence[Row], *, cards_before: bool) -> int:
        """Read a block of the header; tells how many of its rows belong to it."""
        if cards_before:
            self._report(
                "RC005",
                "a header stands between the cards",
                rows[0].span,
                "the header belongs at the top of the file",
                "keep one header a file: move these cards to a file of their own, "
                "or remove these lines",
            )
            return len(rows)
        self._top = self._top or rows[0]
        for index, row in enumerate(rows):
            pair = key_of(row)
            known = pair is not None and pair[0] in KEYS
            if not known and index + 1 < len(rows) and opens_with_type(rows[index + 1].text):
                self._run_together(row)
                return index
            before = len(self.findings)
            if row.indented:
                self.findings.append(continues_nothing(row))
            if pair is not None and known:
                self._take(row, *pair)
            elif not row.too_long:
                self._unknown(row, pair)
            if len(self.findings) == before and not row.too_long:
                self.sound.append(row)
        return len(rows)

    def finish(self, top: Row) -> None:
        """Report what the header lacks; `top` is the first row that is not a comment."""
        missing = [key for key in _NEEDED if key not in self._first]
        if self._top is None:
            self._report(
                "RC005",
                "the header is missing",
                Span(top.number, top.column),
                "the header belongs above this",
                "begin the file with `set: NAME` and `ruleset: NAME` on two lines, then an "
                f"empty line; the rulesets are {', '.join(ruleset_names())}",
            )
            return
        for key in missing:
            self._report(
                "RC005",
                f"the header has no `{key}`",
                self._top.span,
                "the header starts here",
                f"add {_purpose(key)}",
            )

    def _take(self, row: Row, key: str, value: str) -> None:
        if key in self._first and key != "names":
            self._report(
                "RC013",
                f"the header gives `{key}` twice",
                row.span,
                "given again here",
                "keep one of the two",
                related=(Related(self._first[key].span, "first given here"),),
            )
            return
        self._first.setdefault(key, row)
        if row.too_long:
            return
        if not value and key in _NEEDED:
            self._report("RC005", f"`{key}` has no value", row.span, "", f"write {_purpose(key)}")
        if key == "names":
            self.names += names_in(value)
            value = ", ".join(self.names)
        self.values[key] = value
        if key == "ruleset" and value:
            self._take_ruleset(row, value)

    def _take_ruleset(self, row: Row, value: str) -> None:
        if value in ruleset_names():
            self.ruleset = value
            return
        near = closest("-".join(value.lower().split()), ruleset_names())
        start = row.column + len(row.text) - len(value)
        span = Span(row.number, start, len(value))
        self._report(
            "RC007",
            f"unknown ruleset {quoted(value)}",
            span,
            f"did you mean {quoted(near)}?" if near else "not a ruleset",
            f"the rulesets are {', '.join(ruleset_names())}",
            (Edit(span, near),) if near else (),
        )

    def _unknown(self, row: Row, pair: tuple[str, str] | None) -> None:
        if pair is None:
            self._report(
                "RC005",
                f"a line of the header is not `key: value`: {quoted(row.text)}",
                row.span,
                "",
                "write `key: value`, or put an empty line between the header and the first card",
            )
            return
        key, value = pair
        near = closest(key, [known for known in KEYS if known not in self._first])
        span = Span(row.number, row.column, len(key))
        self._report(
            "RC006",
            f"unknown header key {quoted(row.text[: len(key)])}",
            span,
            f"did you mean {quoted(near)}?" if near else "not a key of the header",
            f"the keys are {', '.join(KEYS)}; a note of your own can go in a comment (`# …`)",
            (Edit(span, near),) if near else (),
        )
        if near:
            self._take(row, near, value)

    def _run_together(self, row: Row) -> None:
        self._report(
            "RC005",
            "the header runs into the first card",
            row.span,
            "the first card starts here",
            "put an empty line above the name of the card",
            (Edit(Span(row.number, 1, 0), "\n"),),
        )

    def _report(
        self,
        code: str,
        message: str,
        span: Span,
        label: str,
        advice: str,
        edits: tuple[Edit, ...] = (),
        related: tuple[Related, ...] = (),
    ) -> None:
        self.findings.append(
            Finding(code, message, span, label=label, help=advice, edits=edits, related=related)
        )


def allowance_of(row: Row, card: str = "") -> Allowance | Finding | None:
    """What a comment allows; a finding if it is meant so but malformed."""
    if row.too_long or not _INSTRUCTION.match(row.text):
        return None
    match = _ALLOW.fullmatch(row.text)
    if match:
        codes = re.findall(_CODE, match[1].upper())
        return Allowance(tuple(dict.fromkeys(codes)), match[2], row.span)
    if not re.search(r"\ballow\b", row.text, re.I):
        problem = "this comment is addressed to rules-check, but does not say `allow`"
    elif not re.search(rf"\b{_CODE}\b", row.text, re.I):
        problem = "the comment does not say which code it allows"
    elif not re.search(r"\bbecause\s+\S", row.text, re.I):
        problem = "the comment does not say why the finding is allowed"
    else:
        problem = "the comment that allows a finding is malformed"
    return Finding(
        "RC016",
        problem,
        row.span,
        label="nothing is allowed by this",
        card=card,
        help="write `# rules-check: allow RC301 because REASON`; several codes are "
        "separated by commas",
    )
