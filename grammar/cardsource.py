"""From a file on disk to numbered rows: what can be said before a card is looked for.

Reading is bounded (a file may have 8 MB, a line 2,000 characters, the text of a card 5,000)
and takes time linear in the size of the file. Only LF, CRLF and CR end a line.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from rules_check.grammar.filekinds import kind_of_bytes
from rules_check.grammar.findings import Edit, Finding, Span, closest, quoted

MAX_BYTES = 8 * 1024 * 1024
"""A larger file is refused."""

MAX_LINE = 2_000
"""A physical line may have so many characters, white space at its ends not counted."""

MAX_TEXT = 5_000
"""The text of a card may have so many; the longest printed ones have some hundred."""

WHITE = " \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
WHITE += "\u202f\u205f\u3000"
_TO_SPACE = str.maketrans(dict.fromkeys(WHITE, " "))
_LINE_END = re.compile("\r\n|\r|\n")
_SAVE_AS_UTF8 = "save the file with the encoding UTF-8"

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]+"
)
# Joiners between two pictures and the tags of a regional flag are part of an emoji.
_EMOJI = re.compile(
    "(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])"
    "|(?<=\U0001f3f4)[\U000e0020-\U000e007f]{1,16}"
)


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file, and why it is not to be trusted, if so.

    With a `problem`, `text` is empty, or has U+FFFD where a byte is not UTF-8.
    """

    text: str
    problem: Finding | None = None


class Role(Enum):
    """What a physical line is, for those who rewrite the file."""

    BLANK = auto()
    COMMENT = auto()
    KEY = auto()
    NAME = auto()
    CARD_LINE = auto()
    TEXT = auto()
    CONTINUATION = auto()
    BROKEN = auto()


@dataclass(slots=True)
class Row:
    """A physical line: its text without white space at the ends, and where that starts.

    A line with text is `BROKEN` until the reader finds nothing wrong with it.
    """

    number: int
    raw: str
    text: str
    column: int
    too_long: bool
    role: Role

    @property
    def indented(self) -> bool:
        """Whether white space comes first."""
        return self.column > 1

    @property
    def span(self) -> Span:
        """The text of the line."""
        return Span(self.number, self.column, 1 if self.too_long else max(1, len(self.text)))


def load(path: str | os.PathLike[str]) -> Source:
    """Read a file as UTF-8, with a finding instead of an error where that fails."""
    data = load_bytes(path)
    return Source("", data) if isinstance(data, Finding) else decode(data)


def load_bytes(path: str | os.PathLike[str]) -> bytes | Finding:
    """The bytes of a file, or why it cannot be read; no more than can be used."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        return _unreadable(Path(path), error)


def decode(data: bytes) -> Source:
    """The bytes of a card file as text, with a finding instead of an error where that fails."""
    if len(data) > MAX_BYTES:
        message = f"the file is too large: more than {MAX_BYTES // 1024 // 1024} MB"
        advice = "check that it is a card file; if so, split it into several"
        return Source("", Finding("RC001", message, Span(1, 1), help=advice))
    if what := kind_of_bytes(data):
        return Source("", other_kind(what))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = "the file is UTF-16, not UTF-8"
        return Source("", Finding("RC002", message, Span(1, 1), help=_SAVE_AS_UTF8))
    if b"\0" in data:
        return Source("", binary(data.index(b"\0")))
    try:
        return Source(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Source(data.decode("utf-8", errors="replace"), _bad_byte(data, error.start))


def other_kind(what: str) -> Finding:
    """The finding for a file that is known to be something else."""
    message = f"the file is {what}, not a card file"
    advice = "copy the card texts into a plain text file, or save its table as CSV"
    return Finding("RC003", message, Span(1, 1), help=advice)


def binary(offset: int) -> Finding:
    """The finding for a text that has a NUL in it."""
    message = f"the file looks binary: there is a NUL at offset {offset:,}"
    advice = "a card file is plain text; save it as UTF-8 text, or name another file"
    return Finding("RC003", message, Span(1, 1), help=advice)


def split_lines(text: str) -> list[str]:
    """The physical lines of a text, without their ends.

    Byte order marks before the first line that holds something are dropped.
    """
    lines = _LINE_END.split(text)
    for index, line in enumerate(lines):
        lines[index] = line.lstrip("\ufeff")
        if lines[index].strip(WHITE):
            break
    if not lines[-1]:
        lines.pop()
    return lines


def rows_of(text: str) -> tuple[list[Row], dict[int, Finding]]:
    """The physical lines as rows, and what is wrong with them as lines, by their numbers."""
    rows: list[Row] = []
    findings: dict[int, Finding] = {}
    for number, raw in enumerate(split_lines(text), start=1):
        content = raw.strip(WHITE)
        column = 1 + len(raw) - len(raw.lstrip(WHITE)) if content else 1
        role = Role.COMMENT if content.startswith("#") else Role.BROKEN if content else Role.BLANK
        too_long = len(content) > MAX_LINE
        shown = _spaced(content[:60]) + "…" if too_long else _spaced(content)
        row = Row(number, raw, shown, column, too_long, role)
        if too_long:
            findings[number] = _too_long(row, len(content))
        elif not (raw.isascii() and raw.isprintable()) and (hidden := _hidden(row)):
            findings[number] = _invisible(raw, hidden)
        rows.append(row)
    return rows, findings


def excerpt(row: Row) -> str:
    """The line as typed, for showing it; a line that is too long is cut short."""
    return row.raw[:120] + "…" if row.too_long or len(row.raw) > 2 * MAX_LINE else row.raw


def _spaced(text: str) -> str:
    """The text with a plain space for every white space character, same length."""
    return text if text.isascii() and "\t" not in text else text.translate(_TO_SPACE)


def _hidden(row: Row) -> list[Span]:
    """The stretches of invisible characters in a line."""
    emoji = {i for match in _EMOJI.finditer(row.raw) for i in range(*match.span())}
    return [
        Span(row.number, 1 + match.start(), match.end() - match.start())
        for match in _HIDDEN.finditer(row.raw)
        if not emoji.issuperset(range(*match.span()))
    ]


def _invisible(raw: str, hidden: list[Span]) -> Finding:
    from unicodedata import name

    character = raw[hidden[0].column - 1]
    called = name(character, "control character").lower()
    more = f"{len(hidden)} places on this line have such characters"
    return Finding(
        "RC015",
        f"invisible character U+{ord(character):04X} ({called})",
        hidden[0],
        label="cannot be seen here",
        notes=(more,) if len(hidden) > 1 else (),
        help="remove it: a text must be what it looks like",
        edits=tuple(Edit(span, "") for span in hidden),
    )


def _too_long(row: Row, length: int) -> Finding:
    message = f"the line is too long: {length:,} characters, and {MAX_LINE:,} are allowed"
    advice = "break it up; a line that starts with two spaces continues the one before"
    return Finding("RC014", message, row.span, "this line is not checked", help=advice)


def too_much_text(row: Row) -> Finding:
    """The finding for a card with more text than a card can have, at the first line beyond."""
    message = f"the text of the card is too long: {MAX_TEXT:,} characters are allowed"
    advice = "leave an empty line between two cards, or shorten the text"
    return Finding("RC024", message, row.span, "from here on it is not checked", help=advice)


def _bad_byte(data: bytes, offset: int) -> Finding:
    lines = split_lines(data[:offset].decode("utf-8") + "\ufffd")
    byte, where = data[offset], Span(len(lines), len(lines[-1]))
    looks = bytes([byte]).decode("cp1252", errors="ignore")
    note = f"as Windows-1252 or Latin-1, this byte would be {quoted(looks)}"
    message = f"the file is not UTF-8: byte 0x{byte:02X} at offset {offset:,}, line {len(lines):,}"
    return Finding("RC002", message, where, notes=(note,) if looks else (), help=_SAVE_AS_UTF8)


def _unreadable(path: Path, error: OSError | ValueError) -> Finding:
    why, advice = str(getattr(error, "strerror", None) or error), "check the path"
    match error:
        case FileNotFoundError():
            why = "there is no such file"
            try:
                near = closest(path.name, (file.name for file in path.parent.iterdir()))
                advice = f"did you mean {path.with_name(near)}?" if near else advice
            except OSError:
                advice = f"check the path: there is no folder {path.parent} either"
        case IsADirectoryError():
            why = "it is a directory"
            advice = f"name the card files in it, for example {path / '*.txt'}"
        case PermissionError():
            why = "permission denied"
            advice = "ask for the right to read it"
        case OSError():
            why = why.lower()
        case _:
            pass
    return Finding("RC001", f"the file cannot be read: {why}", Span(1, 1), help=advice)
