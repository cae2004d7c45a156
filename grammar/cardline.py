"""The card line: `Villain, Super-Villain, cost 8, 4 VP, x2, source original`.

The type comes first, the other fields in any order, each at most once. Capital letters
and spacing are forgiven, `Super Hero` is a Character and `Super-Villain` at the start a Villain
with that title (the canonical form mends all of this); everything else that is not understood is
a finding with its place, and the remaining fields are still read. A cost or VP with a star (`10*`)
is a number of which the text says more.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from rules_check.grammar.cardmodel import CardLine, CardType, Mark, Starred, Title, Value
from rules_check.grammar.findings import Edit, Finding, Span, closest, quoted, slip, twice

MAX_DIGITS = 4
"""Numbers on a card line have at most so many digits."""

_NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_INTEGER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")


GARBLED: Final = "garbled"
"""The place of the first field that was not understood, among those of the others."""


class Field(NamedTuple):
    """A field that carries a value.

    `typed` is a pattern whose group is the value, `written` the canonical form, `label` what
    messages call it, and `shape` what to write. A number is at least `lowest`, or one of `marks`.
    """

    typed: re.Pattern[str]
    written: str
    label: str
    shape: str
    lowest: int | None = 1
    marks: tuple[Mark, ...] = ()


_VP = r"(?:(?!(?:cost|level|symbol|source) )(\S+) )?VPs?"
_VP_SHAPE = "`2 VP`, `-1 VP`, `? VP` where it is not known, or `* VP` where the text counts it"
_COST_SHAPE = "`cost 5`, or `cost ?` where it is not known"
_STARRED = re.compile(rf"(-?[0-9]{{1,{MAX_DIGITS}}})\*")
_COPIES_SHAPE = "`x3`; leave it out where it is not known"


def _typed(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.I)


FIELDS: Final = {
    "cost": Field(_typed(r"cost(?: (\S+))?"), "cost {}", "cost", _COST_SHAPE, 0, (*Mark,)),
    "vp": Field(_typed(_VP), "{} VP", "VP", _VP_SHAPE, -9999, (Mark.UNKNOWN, Mark.COUNTED)),
    "copies": Field(_typed(r"x([-+]?[0-9?*]\S*)"), "x{}", "number of copies", _COPIES_SHAPE),
    "level": Field(_typed(r"level(?: (\S+))?"), "level {}", "level", "`level 2`"),
    "symbol": Field(_typed(r"symbol(?: (.+))?"), "symbol {}", "symbol", "`symbol NAME`", None),
    "source": Field(
        _typed(r"source(?: (\S+))?"), "source {}", "source", "`source WORD`, one word", None
    ),
}
"""The fields that carry a value, in canonical order, by the attributes of `CardLine`."""

_NAMES: Final[dict[str, CardType | Title]] = {
    name.lower().replace("-", "").replace(" ", ""): name for name in (*CardType, *Title)
}
_NAMES["superhero"] = CardType.CHARACTER

# Near misses that have one clear meaning, and the field that was meant.
_N = r"(-?[0-9]{1,4}|[?*])"
_SLIPS = (
    (r"costs?\s*[:=]?\s*([0-9]{1,4}|\?)(?![\w?*])", "cost {}"),
    (rf"{_N}\s*(?:VPs?|victory points?)(?!\w)", "{} VP"),
    (rf"(?:VPs?|victory points?)\s*[:=]?\s*{_N}(?![\w?*])", "{} VP"),
    (r"(?:x|copies)\s*[:=]?\s*([0-9]{1,4})(?!\w)", "x{}"),
    (r"([0-9]{1,4})\s*(?:x|copies|copy)(?!\w)", "x{}"),
    (r"(?:level|lvl)\.?\s*[:=]?\s*([0-9]{1,4})(?!\w)", "level {}"),
    (r"source\s*[:=]\s*(\w+)", "source {}"),
    *((re.sub("[ -]", r"[\\s-]?", name) + r"(?!\w)", name) for name in (*Title, *CardType)),
)


def means_card_line(text: str) -> bool:
    """Whether a line was meant as a card line, however garbled, and not as rules text."""
    fields = _fields(text)
    if isinstance(kind_of(fields[0]), CardType) or closest(fields[0], CardType):
        return True
    known = sum(1 for part in fields if kind_of(part) or field_of(part))
    return known * 2 >= len(fields) or mended_line(fields[0]) is not None


def opens_with_type(text: str) -> bool:
    """Whether a line begins with a card type, as every card line should."""
    return isinstance(kind_of(text.partition(",")[0].strip()), CardType)


def is_clean_card_line(text: str) -> bool:
    """Whether a line is a card line beyond doubt: a type and at least one more field."""
    first, *more = _fields(text)
    if not more or not isinstance(kind_of(first), CardType):
        return False
    return all(isinstance(kind_of(part), Title) or field_of(part) for part in more)


def parse_card_line(text: str, line: int, column: int) -> tuple[CardLine, list[Finding]]:
    """Read a card line that starts at `line` and `column` of its file."""
    reader = _LineReader(Span(line, column))
    start = 0
    parts = text.split(",")
    for index, part in enumerate(parts):
        if part.strip():
            lead = len(part) - len(part.lstrip())
            reader.take(part.strip(), start + lead, first=index == 0)
        else:
            reader.empty(start - 1 if index else len(part), last=index + 1 == len(parts))
        start += len(part) + 1
    return reader.finish(), reader.findings


class _LineReader:
    """Collects the fields of one card line, and what is wrong with them."""

    def __init__(self, start: Span) -> None:
        self.findings: list[Finding] = []
        self._start = start
        self._values: dict[str, Any] = {}
        self._spans: dict[str, Span] = {}
        self._opening_title: Span | None = None

    def finish(self) -> CardLine:
        """The card line, with None for what was not given or not understood."""
        if "type" not in self._values and self._opening_title is not None:
            self._values["type"] = CardType.VILLAIN
            self._spans["type"] = self._opening_title
        if "type" not in self._values:
            self._no_type()
        return CardLine(**{"type": None, **self._values}, spans=self._spans)

    def empty(self, comma: int, *, last: bool) -> None:
        """Report a comma that has nothing on one side."""
        span = self._span(comma, 1)
        self._report(
            "RC009",
            "the card line ends in a comma" if last else "the card line has an empty field",
            span,
            "nothing stands beside this comma",
            "remove the comma, or write the field that is missing",
            Edit(span, ""),
        )

    def take(self, text: str, offset: int, *, first: bool) -> None:
        """Read one field, the part between two commas."""
        span = self._span(offset, len(text))
        plain = " ".join(text.split())
        named = kind_of(plain)
        if isinstance(named, CardType):
            if self._put("type", "type", named, span) and not first:
                message = "the card type does not come first"
                advice = f"begin the card line with `{named},`"
                self._report("RC009", message, span, "belongs at the start of the line", advice)
        elif named:
            if self._put("titles", "title", (named,), span) and first:
                self._opening_title = span
        elif given := field_of(plain):
            name, typed = given
            value = _value(FIELDS[name], typed)
            if self._put(name, FIELDS[name].label, value, span) and value is None:
                self._no_value(FIELDS[name], typed, span)
        elif first:
            self._unknown_type(text, span)
        else:
            self._garbled(text, span)

    def _span(self, offset: int, length: int) -> Span:
        return Span(self._start.line, self._start.column + offset, length)

    def _put(self, name: str, label: str, value: object, span: Span) -> bool:
        """Note a field and where it stands; a second one is a finding and is left out."""
        before = self._spans.setdefault(name, span)
        if before is span:
            self._values[name] = value
            return True
        self.findings.append(twice(f"the {label} is given twice", span, before))
        return False

    def _no_type(self) -> None:
        where, label, missing = self._start, "a card type belongs before this", ""
        advice = f"begin the card line with one of: {', '.join(CardType)}"
        if "titles" in self._values:
            where, missing = self._spans["titles"], f"{CardType.VILLAIN}, "
            label = f"{self._values['titles'][0]} is a title, not a type"
            advice = f"begin the card line with `{missing}`"
        edits = (Edit(self._span(0, 0), missing),) if missing else ()
        self._report("RC011", "the card line has no card type", where, label, advice, *edits)

    def _no_value(self, field: Field, typed: str | None, span: Span) -> None:
        advice = f"write {field.shape}"
        if typed is None:
            code, what = ("RC009", "a value") if field.lowest is None else ("RC010", "a number")
            self._report(code, f"{field.label} without {what}", span, "", advice)
            return
        lead = 0 if field.written.startswith("{") else span.length - len(typed)
        where = Span(span.line, span.column + lead, len(typed))
        problem = f"the {field.label} {_number_problem(typed)}"
        self.findings.append(slip("RC010", problem, where, _meant(field, typed), "", advice))

    def _unknown_type(self, text: str, span: Span) -> None:
        mended = mended_line(text)
        if mended is not None and mended != text:
            self._garbled(text, span)
            self._values["type"] = next((k for k in CardType if k == mended.split(", ")[0]), None)
            return
        self._values["type"] = None
        near = closest(text, CardType)
        advice = f"write {quoted(near)}" if near else f"the card types are: {', '.join(CardType)}"
        message = f"unknown card type {quoted(text)}"
        self.findings.append(slip("RC011", message, span, near, "not a card type", advice))

    def _garbled(self, text: str, span: Span) -> None:
        self._spans.setdefault(GARBLED, span)
        meant = mended_line(text) or _respelled(text)
        advice = (
            f"write {quoted(meant)}"
            if meant
            else "the fields are: a type, `Super-Villain`, `cost 5`, `2 VP`, `x3`, `level 2`, "
            "`symbol NAME`, `source WORD`, with commas between them; rules text goes on the "
            "lines below"
        )
        what = f"the card line has a field that is not understood: {quoted(text)}"
        self.findings.append(slip("RC009", what, span, meant, "not a field of a card line", advice))

    def _report(
        self, code: str, message: str, span: Span, label: str, advice: str, *edits: Edit
    ) -> None:
        self.findings.append(Finding(code, message, span, label, help=advice, edits=edits))


def _fields(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split(",")]


def kind_of(text: str) -> CardType | Title | None:
    """The type or title that a part is, however it is spelt."""
    return _NAMES.get(text.lower().replace("-", "").replace(" ", ""))


def field_of(text: str) -> tuple[str, str | None] | None:
    """Which field a part is, and the value in it as typed."""
    for name, field in FIELDS.items():
        if match := field.typed.fullmatch(text):
            return name, match[1]
    return None


def _value(field: Field, typed: str | None) -> Value | str | None:
    """The value of a field, or None if it is not one that the field can take."""
    if typed is None or field.lowest is None:
        return typed
    if typed in field.marks:
        return Mark(typed)
    if Mark.COUNTED in field.marks and (starred := _STARRED.fullmatch(typed)):
        return Starred(starred[1]) if int(starred[1]) >= field.lowest else None
    if not _INTEGER.fullmatch(typed) or int(typed) < field.lowest:
        return None
    return int(typed)


def _number_problem(typed: str) -> str:
    if re.fullmatch(r"[-+]?[0-9]+", typed):
        if len(typed.lstrip("-+")) > MAX_DIGITS:
            return f"is too large: {quoted(typed)}"
        if typed.startswith("-") or int(typed) == 0:
            return f"cannot be {typed}"
    return (
        f"cannot be `{typed}`" if typed in (*Mark,) else f"is not a plain number: {quoted(typed)}"
    )


def _meant(field: Field, typed: str) -> str | None:
    """The number that was surely meant by a slip such as `two`, `+3` or a long minus."""
    plain = typed.lower().replace("\u2212", "-").replace("\u2013", "-").strip(".:;+")
    if plain in _NUMBER_WORDS:
        plain = str(_NUMBER_WORDS.index(plain))
    return plain if plain != typed and _value(field, plain) is not None else None


def mended_line(text: str) -> str | None:
    """Known fields run together or slightly misshapen, rewritten with commas."""
    found: list[str] = []
    position = 0
    while position < len(text):
        for pattern, template in _SLIPS:
            slip = re.compile(pattern + r"[\s,;.|/&]*", re.I)
            if match := slip.match(text, position):
                found.append(template.format(*match.groups()))
                position = match.end()
                break
        else:
            return None
    return ", ".join(found) or None


def _respelled(text: str) -> str | None:
    """The field with its misspelt word put right: `cots 3` was meant as `cost 3`."""
    if title := closest(text, Title):
        return title
    words = text.split()
    for index, word in enumerate(words[:2]):
        near = closest(word, ("cost", "level", "symbol", "source", "VP"))
        if near and near.lower() != word.lower():
            fixed = " ".join([*words[:index], near, *words[index + 1 :]])
            if field_of(fixed):
                return fixed
    return None
