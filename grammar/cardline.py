"""The card line: `Villain, Super-Villain, cost 8, 4 VP, x2, source original`.

The type comes first, the other fields in any order, each at most once. Capital letters
and spacing are forgiven (the canonical form mends them); everything else that is not
understood is a finding with its place, and the remaining fields are still read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rules_check.grammar.cardmodel import CardLine, CardType, Mark, Title, Value
from rules_check.grammar.findings import Edit, Finding, Related, Span

MAX_DIGITS = 4
"""Numbers on a card line have at most so many digits."""

_SHOWN = 40
_NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TYPES = {kind.lower().replace(" ", ""): kind for kind in CardType}
_TITLES = {title.lower().replace("-", ""): title for title in Title}

_INTEGER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")

# The fields that carry a value; the group is the value as typed.
_FIELDS = (
    ("cost", re.compile(r"cost(?: (\S+))?", re.I)),
    ("copies", re.compile(r"x([-+]?[0-9?*]\S*)", re.I)),
    ("level", re.compile(r"level(?: (\S+))?", re.I)),
    ("symbol", re.compile(r"symbol(?: (.+))?", re.I)),
    ("source", re.compile(r"source(?: (\S+))?", re.I)),
    ("vp", re.compile(r"(?:(\S+) )?VPs?", re.I)),
)
_LABELS = {"titles": "title", "vp": "VP", "copies": "number of copies"}
_SHAPES = {
    "cost": "`cost 5`, or `cost ?` where it is not known",
    "vp": "`2 VP`, `-1 VP`, `? VP` where it is not known, or `* VP` where the text counts it",
    "copies": "`x3`; leave it out where it is not known",
    "level": "`level 2`",
    "symbol": "`symbol NAME`",
    "source": "`source WORD`, one word",
}

# Near misses that have one clear meaning, and the field that was meant.
_N = r"(-?[0-9]{1,4}|[?*])"
_SLIPS = tuple(
    (re.compile(pattern, re.I), template)
    for pattern, template in (
        (r"costs?\s*[:=]?\s*([0-9]{1,4}|\?)(?![\w?*])", "cost {}"),
        (rf"{_N}\s*(?:VPs?|victory points?)(?!\w)", "{} VP"),
        (rf"(?:VPs?|victory points?)\s*[:=]?\s*{_N}(?![\w?*])", "{} VP"),
        (r"(?:x|copies)\s*[:=]?\s*([0-9]{1,4})(?!\w)", "x{}"),
        (r"([0-9]{1,4})\s*(?:x|copies|copy)(?!\w)", "x{}"),
        (r"(?:level|lvl)\.?\s*[:=]?\s*([0-9]{1,4})(?!\w)", "level {}"),
        (r"source\s*[:=]\s*(\w+)", "source {}"),
        *((re.escape(title).replace(r"\-", r"[\s-]?") + r"(?!\w)", title) for title in Title),
        *((re.escape(kind).replace(r"\ ", r"[\s-]?") + r"(?!\w)", kind) for kind in CardType),
    )
)
_BETWEEN = re.compile(r"[\s,;.|/&]*")


def quoted(text: str) -> str:
    """A piece of the author's text for a message: cut short, nothing invisible in it."""
    cut = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in cut) + '"'


def closest(word: str, options: Iterable[str]) -> str | None:
    """The option that `word` is most likely a slip of, if any comes near."""
    if len(word) > _SHOWN:
        return None
    from difflib import get_close_matches

    by_key = {option.lower(): str(option) for option in options}
    near = get_close_matches(word.lower(), by_key, n=1, cutoff=0.7)
    return by_key[near[0]] if near else None


def means_card_line(text: str) -> bool:
    """Whether a line was meant as a card line, however garbled, and not as rules text."""
    fields = [" ".join(part.split()) for part in text.split(",")]
    if _type_of(fields[0]) or closest(fields[0], CardType):
        return True
    known = sum(1 for part in fields if _type_of(part) or _title_of(part) or _field_of(part))
    if known * 2 >= len(fields):
        return True
    return _mended(fields[0]) is not None


def opens_with_type(text: str) -> bool:
    """Whether a line begins with a card type, as every card line should."""
    return _type_of(text.partition(",")[0].strip()) is not None


def is_clean_card_line(text: str) -> bool:
    """Whether a line is a card line beyond doubt: a type and at least one more field."""
    fields = [" ".join(part.split()) for part in text.split(",")]
    return len(fields) > 1 and bool(
        _type_of(fields[0]) and all(_title_of(part) or _field_of(part) for part in fields[1:])
    )


def parse_card_line(text: str, line: int, column: int, card: str) -> tuple[CardLine, list[Finding]]:
    """Read a card line that starts at `line` and `column` of its file."""
    reader = _LineReader(line, column, card)
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

    def __init__(self, line: int, column: int, card: str) -> None:
        self.findings: list[Finding] = []
        self._line = line
        self._column = column
        self._card = card
        self._type: CardType | None = None
        self._type_settled = False
        self._titles: tuple[Title, ...] = ()
        self._numbers: dict[str, Value | None] = {}
        self._words: dict[str, str | None] = {}
        self._spans: dict[str, Span] = {}

    def finish(self) -> CardLine:
        """The card line, with None for what was not given or not understood."""
        if not self._type_settled:
            self._no_type()
        copies, level = self._numbers.get("copies"), self._numbers.get("level")
        return CardLine(
            type=self._type,
            titles=self._titles,
            cost=self._numbers.get("cost"),
            vp=self._numbers.get("vp"),
            copies=copies if isinstance(copies, int) else None,
            level=level if isinstance(level, int) else None,
            symbol=self._words.get("symbol"),
            source=self._words.get("source"),
            spans=self._spans,
        )

    def empty(self, comma: int, *, last: bool) -> None:
        """Report a comma that has nothing on one side."""
        span = Span(self._line, self._column + comma, 1)
        self._report(
            "RC009",
            "the card line ends in a comma" if last else "the card line has an empty field",
            span,
            "nothing stands beside this comma",
            "remove the comma, or write the field that is missing",
            (Edit(span, ""),),
        )

    def take(self, text: str, offset: int, *, first: bool) -> None:
        """Read one field, the part between two commas."""
        span = Span(self._line, self._column + offset, len(text))
        plain = " ".join(text.split())
        if kind := _type_of(plain):
            if self._once("type", span):
                self._type, self._type_settled = kind, True
                if not first:
                    self._misplaced_type(kind, span)
        elif title := _title_of(plain):
            if self._once("titles", span):
                self._titles = (title,)
        elif given := _field_of(plain):
            name, value = given
            if self._once(name, span):
                self._fill(name, value, span)
        elif first:
            self._unknown_type(text, span)
        else:
            self._garbled(text, span)

    def _no_type(self) -> None:
        start = Span(self._line, self._column, 1)
        title = next(iter(self._titles), None)
        self._report(
            "RC011",
            "the card line has no card type",
            self._spans.get("titles", start),
            f"{title} is a title, not a type" if title else "a card type belongs before this",
            f"begin the card line with `{CardType.VILLAIN}, `"
            if title
            else f"begin the card line with one of: {', '.join(CardType)}",
            (Edit(replace(start, length=0), f"{CardType.VILLAIN}, "),) if title else (),
        )

    def _misplaced_type(self, kind: CardType, span: Span) -> None:
        self._report(
            "RC009",
            "the card type does not come first",
            span,
            "belongs at the start of the line",
            f"begin the card line with `{kind},`",
        )

    def _fill(self, name: str, value: str | None, span: Span) -> None:
        if name in ("symbol", "source"):
            self._words[name] = value
            if value is None:
                self._report("RC009", f"{name} without a value", span, "", f"write {_SHAPES[name]}")
            return
        number = None if value is None else _number(name, value)
        self._numbers[name] = number
        if number is not None:
            return
        advice = f"write {_SHAPES[name]}"
        if value is None:
            label = _LABELS.get(name, name)
            self._report("RC010", f"{label} without a number", span, "", advice)
            return
        lead = 0 if name == "vp" else span.length - len(value)
        where = Span(span.line, span.column + lead, len(value))
        meant = _meant_number(name, value)
        self._report(
            "RC010",
            _number_problem(name, value),
            where,
            f"did you mean {quoted(meant)}?" if meant else "",
            advice,
            (Edit(where, meant),) if meant else (),
        )

    def _once(self, name: str, span: Span) -> bool:
        """Note where a field stands; a second one is a finding and is left out."""
        before = self._spans.get(name)
        if before is None:
            self._spans[name] = span
            return True
        label = _LABELS.get(name, name)
        self._report(
            "RC013",
            f"the {label} is given twice",
            span,
            "given again here",
            "keep one of the two",
            related=(Related(before, "first given here"),),
        )
        return False

    def _unknown_type(self, text: str, span: Span) -> None:
        self._type_settled = True
        mended = _mended(text)
        if mended is not None and mended != text:
            self._garbled(text, span)
            self._type = next((k for k in CardType if mended.split(", ")[0] == k), None)
            return
        near = closest(text, CardType)
        self._report(
            "RC011",
            f"unknown card type {quoted(text)}",
            span,
            f"did you mean {quoted(near)}?" if near else "not a card type",
            f"write {quoted(near)}" if near else f"the card types are: {', '.join(CardType)}",
            (Edit(span, near),) if near else (),
        )

    def _garbled(self, text: str, span: Span) -> None:
        meant = _mended(text) or _respelled(text)
        self._report(
            "RC009",
            f"the card line has a field that is not understood: {quoted(text)}",
            span,
            f"did you mean {quoted(meant)}?" if meant else "not a field of a card line",
            f"write {quoted(meant)}"
            if meant
            else "the fields are: a type, `Super-Villain`, `cost 5`, `2 VP`, `x3`, `level 2`, "
            "`symbol NAME`, `source WORD`, with commas between them; rules text goes on the "
            "lines below",
            (Edit(span, meant),) if meant else (),
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
            Finding(
                code,
                message,
                span,
                label=label,
                card=self._card,
                help=advice,
                edits=edits,
                related=related,
            )
        )


def _squeezed(text: str) -> str:
    return text.lower().replace("-", "").replace(" ", "")


def _type_of(text: str) -> CardType | None:
    return _TYPES.get(_squeezed(text))


def _title_of(text: str) -> Title | None:
    return _TITLES.get(_squeezed(text))


def _field_of(text: str) -> tuple[str, str | None] | None:
    """Which field a part is, and the value in it as typed."""
    for name, pattern in _FIELDS:
        if match := pattern.fullmatch(text):
            return name, match[1]
    return None


def _number(name: str, typed: str) -> Value | None:
    """The value of a number field, or None if it is not one that the field can take."""
    if typed == "?" and name in ("cost", "vp"):
        return Mark.UNKNOWN
    if typed == "*" and name == "vp":
        return Mark.COUNTED
    if not _INTEGER.fullmatch(typed):
        return None
    value = int(typed)
    lowest = {"vp": None, "cost": 0}.get(name, 1)
    return value if lowest is None or value >= lowest else None


def _number_problem(name: str, typed: str) -> str:
    label = _LABELS.get(name, name)
    if re.fullmatch(r"[-+]?[0-9]+", typed):
        if len(typed.lstrip("-+")) > MAX_DIGITS:
            return f"the {label} is too large: {quoted(typed)}"
        if typed.startswith("-") or int(typed) == 0:
            return f"the {label} cannot be {typed}"
    if typed in ("?", "*"):
        return f"the {label} cannot be `{typed}`"
    return f"the {label} is not a plain number: {quoted(typed)}"


def _meant_number(name: str, typed: str) -> str | None:
    """The number that was surely meant by a slip such as `two`, `+3` or a long minus."""
    plain = typed.lower().replace("\u2212", "-").replace("\u2013", "-").strip(".:;+")
    if plain in _NUMBER_WORDS:
        plain = str(_NUMBER_WORDS.index(plain))
    return plain if plain != typed and _number(name, plain) is not None else None


def _mended(text: str) -> str | None:
    """Known fields run together or slightly misshapen, rewritten with commas."""
    found: list[str] = []
    position = 0
    while position < len(text):
        for pattern, template in _SLIPS:
            if match := pattern.match(text, position):
                found.append(template.format(*match.groups()))
                between = _BETWEEN.match(text, match.end())
                position = between.end() if between else match.end()
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
            if _field_of(fixed):
                return fixed
    return None
