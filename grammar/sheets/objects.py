"""Cards as JSON: a list of objects, or an object with `cards` and the header around it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from rules_check.grammar.cells import Cell
from rules_check.grammar.findings import Finding, Span, quoted
from rules_check.grammar.sheets.table import NotATable, Table, meanings

_SPACE = re.compile(r"[ \t\r\n]*")
_ATOM = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null")
_DEEPEST = 20
_DECODER = json.JSONDecoder(strict=False)
_FORM = 'write [{"name": …, "type": …, "text": …}, …], or {"set": …, "ruleset": …, "cards": […]}'


class Value(NamedTuple):
    """A value with its stretch of the file: a str, None, a list of values, or a dict of them."""

    value: Any
    start: int
    end: int


def read_objects(text: str) -> Table:
    """The table of a JSON file. Raises NotATable."""
    scanner = _Scanner(text)
    top = scanner.document()
    table = Table(top=Cell("", 1))
    table.written = lambda value, cell: _written(value, text[cell.start : cell.end])
    cards: Value | None = top
    if isinstance(top.value, dict):
        cards = top.value.pop("cards", None)
        _take(scanner, top, table)
        if cards is None:
            raise NotATable("there are no `cards`", 1, _FORM)
    assert cards is not None
    if not isinstance(cards.value, list):
        raise NotATable("the cards are no list", scanner.line(cards.start), _FORM)
    for card in cards.value:
        if not isinstance(card.value, dict):
            raise NotATable("a card is no object", scanner.line(card.start), _FORM)
        _take(scanner, card, table)
    _merge(table)
    return table


def _take(scanner: _Scanner, one: Value, table: Table) -> None:
    """Add the object to the table."""
    keys = [Cell(key, scanner.line(value.start), key) for key, value in one.value.items()]
    columns = meanings(keys, table, "key")
    record: dict[str, list[Cell]] = {}
    for (key, value), meaning in zip(one.value.items(), columns, strict=True):
        cell = _cell(scanner, key, value)
        if meaning is not None and isinstance(cell, Finding):
            said = scanner.text[value.start : value.end].split("\n")[0]
            table.told.append((cell, Cell(said, scanner.line(value.start), key)))
        elif meaning is not None and isinstance(cell, Cell) and cell.text.strip():
            record.setdefault(meaning, []).append(cell)
    table.records.append(record)


def _cell(scanner: _Scanner, key: str, value: Value) -> Cell | Finding:
    """The value of a key as a cell; lines may be a list."""
    line = scanner.line(value.start)
    parts = value.value if isinstance(value.value, list) else [value]
    if not all(isinstance(part.value, str | None) for part in parts):
        message = f"the value of {quoted(key)} is neither a text, a number nor a list of lines"
        return Finding("RC021", message, Span(0, 1), "not read", help=_FORM)
    lines = [part.value for part in parts if part.value is not None]
    return Cell("\n".join(lines), line, key, value.start, value.end)


def _merge(table: Table) -> None:
    """Tell unknown keys once, not for each card."""
    seen: set[str] = set()
    kept = []
    for finding, cell in table.told:
        if finding.code == "RC020":
            if finding.message in seen:
                continue
            seen.add(finding.message)
        kept.append((finding, cell))
    table.told = kept


def _written(value: str, before: str) -> str:
    """A text as it stands in the file: a list of lines stays one, laid out as it was."""
    plain = before.isascii()
    if not before.startswith("["):
        return json.dumps(value, ensure_ascii=plain)
    first = before.find('"')
    between = re.search(r'",(\s*)"', before)
    gap = between[1] if between else " "
    lines = [json.dumps(line, ensure_ascii=plain) for line in value.split("\n")]
    last = before.rfind('"') + 1
    return before[:first] + f",{gap}".join(lines) + before[last:]


class _Scanner:
    """Reads JSON and remembers where each value stands."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self._shift = len(text) - len(self.text)

    def line(self, at: int) -> int:
        """The line of an offset of the file."""
        return self.text.count("\n", 0, max(at - self._shift, 0)) + 1

    def document(self) -> Value:
        """The value of the whole text."""
        value, at = self._value(self._skip(0), 0)
        if self._skip(at) < len(self.text):
            raise self._wrong(self._skip(at), "something stands behind the end")
        return value

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def _wrong(self, at: int, what: str) -> NotATable:
        line = self.line(at + self._shift)
        rows = self.text.split("\n")
        said = rows[line - 1].strip()[:120] if line <= len(rows) else ""
        return NotATable(f"the file is not JSON: {what}", line, "mend this line", said)

    def _value(self, at: int, depth: int) -> tuple[Value, int]:
        if depth > _DEEPEST:
            raise self._wrong(at, "it is nested too deeply")
        start = at
        sign = self.text[at : at + 1]
        value: Any
        if sign == '"':
            value, at = self._string(at)
        elif sign == "{":
            value = {}
            for key, item, behind in self._items(at, "}", depth):
                if key in value:
                    raise self._wrong(behind, f"the key {quoted(key)} stands twice in one object")
                value[key] = item
            at = self._end
        elif sign == "[":
            value = [item for _, item, _ in self._items(at, "]", depth)]
            at = self._end
        elif atom := _ATOM.match(self.text, at):
            value, at = None if atom[0] == "null" else atom[0], atom.end()
        else:
            raise self._wrong(at, "a value is missing here")
        return Value(value, start + self._shift, at + self._shift), at

    def _string(self, at: int) -> tuple[str, int]:
        try:
            value, end = _DECODER.raw_decode(self.text, at)
        except ValueError:
            raise self._wrong(at, "a quote is not closed, or an escape is wrong") from None
        return str(value), end

    def _items(self, at: int, close: str, depth: int) -> Iterator[tuple[str, Value, int]]:
        at = self._skip(at + 1)
        if self.text[at : at + 1] == close:
            self._end = at + 1
            return
        while True:
            key = ""
            if close == "}":
                if self.text[at : at + 1] != '"':
                    raise self._wrong(at, "a key in quotes is missing here")
                key, at = self._string(at)
                at = self._skip(at)
                if self.text[at : at + 1] != ":":
                    raise self._wrong(at, "a colon is missing here")
                at = self._skip(at + 1)
            item, at = self._value(at, depth + 1)
            yield key, item, at
            at = self._skip(at)
            sign = self.text[at : at + 1]
            if sign == close:
                self._end = at + 1
                return
            if sign != ",":
                raise self._wrong(at, f"a comma or {close} is missing here")
            at = self._skip(at + 1)
