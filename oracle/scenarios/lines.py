"""Where the keys and texts of a scenario file stand, for messages.

The TOML reader of Python tells no places. This one tells nothing else: it looks at brackets,
keys and texts, and what it cannot find is said to stand where its scenario begins.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field

from rules_check.grammar.findings import Span

_TOKEN = re.compile(
    r'''
    (?P<text>"""(?:\\.|[^\\])*?"{3,5} | \'\'\'.*?\'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
    | (?P<space>[ \t\r]+|\#[^\n]*)
    | (?P<name>[\w.+-]+)
    | (?P<sign>.)
    ''',
    re.VERBOSE | re.DOTALL,
)
_HEADER = re.compile(r"[ \t]*\[\[?[ \t]*([^\]\n]*?)[ \t]*\]")
_ERROR = re.compile(r"\(at line (\d+), column (\d+)\)")
SCENARIO = "scenario"


@dataclass(frozen=True, slots=True)
class _Text:
    """A text as typed, from its first quote on, and where that is."""

    raw: str
    at: int

    @property
    def value(self) -> str:
        """What the text says; what it looks like, if that cannot be told."""
        try:
            return str(tomllib.loads(f"text = {self.raw}")["text"])
        except tomllib.TOMLDecodeError:
            return self.raw


@dataclass(slots=True)
class _Entry:
    """A key of a scenario (0: of the file), where it stands, and the texts of its value."""

    number: int
    key: str
    at: int
    end: int
    texts: list[_Text] = field(default_factory=list)


class Lines:
    """The places of one scenario file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: dict[int, int] = {}
        self._entries = list(self._read())

    def start(self, number: int) -> Span:
        """Where a scenario begins (0: the file)."""
        at = self._starts.get(number, 0)
        return self._span(at, self._line_end(at))

    def item(self, number: int, key: str, index: int) -> Span:
        """One of the texts in the list of a key, counted from 0."""
        texts = [text for entry in self._of(number, key) for text in entry.texts]
        return self._inside(texts[index]) if index < len(texts) else self.find(number, key)

    def find(self, number: int, key: str, words: str = "") -> Span:
        """Some words in the value of a key, or the key itself, which may be one of the whole file;
        else where the scenario begins."""
        entries = self._of(number, key) or self._of(0, key)
        if words:
            of_key = [text for entry in entries for text in entry.texts]
            others = [t for entry in self._entries if entry.number == number for t in entry.texts]
            for texts in (of_key, others):
                for text in texts:
                    if text.value == words:
                        return self._inside(text)
                for text in texts:
                    if (at := text.raw.find(words)) >= 0:
                        return self._span(text.at + at, text.at + at + len(words))
        for entry in entries:
            return self._span(entry.at, entry.end)
        return self.start(number)

    def mistake(self, message: str) -> Span:
        """Where the reader of TOML says that something is wrong; else the end of the file."""
        if match := _ERROR.search(message):
            return Span(int(match[1]), int(match[2]))
        return self._span(max(0, len(self._text.rstrip()) - 1), len(self._text.rstrip()))

    # ------------------------------------------------------------------------- reading

    def _read(self) -> Iterator[_Entry]:
        """Every key of the file in order, those in braces included."""
        number = count = at = 0
        prefix = ""
        while at < len(self._text):
            if header := _HEADER.match(self._text, at):
                name = header[1]
                if name == SCENARIO:
                    count += 1
                    self._starts[count] = at
                within = name == SCENARIO or name.startswith(f"{SCENARIO}.")
                number = count if within else 0
                prefix = name.removeprefix(SCENARIO).lstrip(".") if within else name
                at = self._line_end(at) + 1
                continue
            entries, at = self._statement(at, number, prefix)
            yield from entries

    def _statement(self, at: int, number: int, prefix: str) -> tuple[list[_Entry], int]:
        """The keys from here to the end of the line that closes all brackets, and what follows."""
        found: list[_Entry] = []
        open_: list[tuple[str, str]] = []  # each bracket, and the key that it is the value of
        name, name_at, name_end = "", at, at
        while match := _TOKEN.match(self._text, at):
            token, start, at = match[0], at, match.end()
            if match["space"]:
                continue
            if match["name"] or match["text"]:
                if name.endswith(".") or token.startswith("."):
                    name += token
                else:
                    name, name_at = token, start
                name_end = at
                if match["text"] and found and not self._is_key(at):
                    found[-1].texts.append(_Text(token, start))
            elif token == "=":
                inside = open_[-1][1] if open_ else prefix
                key = ".".join(filter(None, (inside, name.replace('"', ""))))
                found.append(_Entry(number, key, name_at, name_end))
                name = ""
            elif token in "[{":
                open_.append((token, found[-1].key if found else prefix))
            elif token in "]}" and open_:
                open_.pop()
            elif token == "\n" and not open_:
                break
        return found, at

    def _is_key(self, at: int) -> bool:
        """Whether the text that ends here is a key."""
        return self._text[at : self._line_end(at)].lstrip().startswith("=")

    # ------------------------------------------------------------------------- places

    def _of(self, number: int, key: str) -> list[_Entry]:
        """The entries of a key; else those of a key above or below it."""
        mine = [entry for entry in self._entries if entry.number == number]
        same = [entry for entry in mine if entry.key == key]
        near = [e for e in mine if f"{e.key}.".startswith(f"{key}.")]
        above = [e for e in mine if f"{key}.".startswith(f"{e.key}.")]
        return same or near or above[-1:] if key else []

    def _inside(self, text: _Text) -> Span:
        """A text without its quotes; of a long one, the first line that is not empty."""
        quotes = 3 if text.raw[:3] in ('"""', "'" * 3) else 1
        start, end = text.at + quotes, text.at + len(text.raw) - quotes
        while start < end and self._text[start] in "\r\n":
            start += 1
        return self._span(start, end)

    def _span(self, start: int, end: int) -> Span:
        """A stretch of the text, as far as it lies in one line."""
        line = self._text.count("\n", 0, start) + 1
        column = start - (self._text.rfind("\n", 0, start) + 1) + 1
        return Span(line, column, max(1, min(end, self._line_end(start)) - start))

    def _line_end(self, at: int) -> int:
        end = self._text.find("\n", at)
        end = len(self._text) if end < 0 else end
        return end - 1 if end > at and self._text[end - 1] == "\r" else end
