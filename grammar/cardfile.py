"""Reading card files: a header, then one block a card, empty lines between blocks.

Whatever is wrong with a file becomes a finding, never an exception, and the rest of the
file is still read. A card whose card line is broken keeps its printed lines.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, groupby, islice
from pathlib import PurePath

from rules_check.grammar import cardline
from rules_check.grammar.cardheader import HeaderReader, allowance_of, continues_nothing
from rules_check.grammar.cardmodel import (
    Allowance,
    Card,
    CardFile,
    CardLine,
    CardType,
    Piece,
    PrintedLine,
)
from rules_check.grammar.cardsource import (
    MAX_TEXT,
    Role,
    Row,
    Source,
    binary,
    decode,
    excerpt,
    load,
    load_bytes,
    rows_of,
    too_much_text,
)
from rules_check.grammar.findings import Finding, Related, Span, quoted
from rules_check.grammar.sheets.making import Defaults
from rules_check.grammar.sheets.reading import Sheet, is_sheet, read_sheet, with_cells
from rules_check.rules.folders import ruleset_names

UNREADABLE = frozenset({"RC001", "RC002", "RC003", "RC022"})
"""Codes that say a file could not be read as it stands: exit status 2, not 1."""


def read_card_file(path: str | os.PathLike[str], given: Defaults | None = None) -> CardFile:
    """Read the card file or the sheet at `path`; what cannot be read is told in `findings`.

    `given` says which set a file is, if it does not say so itself.
    """
    name = os.fspath(path)
    if not is_sheet(name):
        return _read_source(load(name), name, given)
    data = load_bytes(name)
    if isinstance(data, Finding):
        return CardFile(name, findings=(data,))
    return file_of(read_sheet(data, name, given or Defaults()), name)


def file_of(sheet: Sheet, name: str) -> CardFile:
    """The card file that was made of a sheet."""
    return with_cells(read_card_text(sheet.made.text, name), sheet)


def read_card_bytes(data: bytes, path: str, given: Defaults | None = None) -> CardFile:
    """Read the bytes of a card file; `path` is only what findings call it."""
    return _read_source(decode(data), path, given)


def _read_source(source: Source, name: str, given: Defaults | None) -> CardFile:
    if source.problem is None:
        return lay_out(source.text, name, given)[0]
    file = lay_out(source.text, name, given)[0] if source.text else CardFile(name)
    return replace(file, findings=(source.problem, *file.findings))


def read_card_text(text: str, path: str) -> CardFile:
    """Read the text of a card file; `path` is only what findings call it."""
    return lay_out(text, path)[0]


def lay_out(text: str, path: str, given: Defaults | None = None) -> tuple[CardFile, list[Row]]:
    """Read the text of a card file and tell what each physical line of it is."""
    if "\0" in text:
        return CardFile(path, findings=(binary(text.index("\0")),)), []
    reader = _Reader(text, _said(given, path))
    return reader.read(path), reader.rows


def _said(given: Defaults | None, path: str) -> dict[str, str]:
    """What a header would say, of what is given; with a game, the file gives the set its name."""
    if given is None:
        return {}
    name = given.set_name or (PurePath(path).stem if given.ruleset else "")
    said = {"set": name, "ruleset": given.ruleset}
    return {key: value for key, value in said.items() if value}


class _Reader:
    """Walks over the blocks of one file once."""

    def __init__(self, text: str, given: Mapping[str, str]) -> None:
        self._given = given
        self.rows, self._noticed = rows_of(text)
        self._header = HeaderReader()
        self._cards: list[Card] = []
        self._by_name: dict[str, dict[int | None, tuple[Span, CardType | None]]] = {}
        self._allowances: list[Allowance] = []
        self._stray: list[Finding] = []

    def read(self, path: str) -> CardFile:
        """Read all blocks."""
        for blank, block in groupby(self.rows, lambda row: not row.text):
            if not blank:
                self._read_block(list(block))
        top = next((row for row in self.rows if row.text and row.role is not Role.COMMENT), None)
        if top is not None:
            self._header.finish(top, self._given)
        header = self._header.values
        ruleset = header.get("ruleset")
        return CardFile(
            path=path,
            header=header,
            set_name=header.get("set", ""),
            ruleset=ruleset if ruleset in ruleset_names() else None,
            names=tuple(self._header.names),
            cards=tuple(self._cards),
            findings=tuple(sorted(self._findings(empty=top is None), key=_order)),
            lines=tuple(excerpt(row) for row in self.rows),
            allowances=tuple(self._allowances),
            keywords=tuple(self._header.keywords),
        )

    def _read_block(self, block: list[Row]) -> None:
        comments = [row for row in block if row.role is Role.COMMENT]
        content = [row for row in block if row.role is not Role.COMMENT]
        first = block[0].number
        if content and self._header.claims(content, cards_before=bool(self._cards)):
            content = content[self._header.read(content, cards_before=bool(self._cards)) :]
            first = content[0].number if content else 0
        if content:
            self._loose(row for row in comments if row.number < first)
            self._read_card(content, [row for row in comments if row.number >= first])
        else:
            self._loose(comments)

    def _loose(self, comments: Iterable[Row]) -> None:
        """Comments outside of cards: above the first card they speak for the whole file."""
        for allowance in _allowed(comments, self._stray):
            if not self._cards:
                self._allowances.append(allowance)
                continue
            self._stray.append(
                Finding(
                    "RC016",
                    "the comment allows a finding, but belongs to no card",
                    allowance.span,
                    label="nothing is allowed by this",
                    help="move it next to the lines of its card, with no empty line "
                    "between; to speak for the whole file, it goes in the header",
                )
            )

    def _read_card(self, rows: list[Row], comments: list[Row]) -> None:
        name = rows[0]
        findings: list[Finding] = []
        if name.indented:
            findings.append(continues_nothing(name))
        elif not name.too_long:
            name.role = Role.NAME
        line, rest = self._read_card_line(rows, findings)
        printed = _printed_lines(rest, findings)
        allowances = tuple(_allowed(comments, findings))
        numbers = [row.number for row in (*rows, *comments) if row.number in self._noticed]
        findings += [self._noticed.pop(number) for number in numbers]
        findings += self._same_name(name, line)
        told = tuple(replace(finding, card=name.text) for finding in sorted(findings, key=_order))
        self._cards.append(Card(name.text, name.span, line, printed, allowances, told))

    def _read_card_line(
        self, rows: list[Row], findings: list[Finding]
    ) -> tuple[CardLine | None, list[Row]]:
        """The card line of a block, and the rows of rules text after it."""
        name, rest = rows[0], rows[1:]
        unnamed = cardline.is_clean_card_line(name.text)
        if unnamed and not (rest and cardline.opens_with_type(rest[0].text)):
            message = "the card has no name: its first line is already a card line"
            advice = "write the name on the line above"
            findings.append(self._incomplete(name, message, "a card line", advice))
            row, rest = name, rows
        elif rest and (rest[0].too_long or cardline.means_card_line(rest[0].text)):
            row = rest[0]
        else:
            advice = (
                "below the name, write the type and the numbers of the card, for example "
                "`Hero, cost 3, 1 VP, x2`"
            )
            label = "the line below this name should be a card line"
            findings.append(self._incomplete(name, "the card line is missing", label, advice))
            return None, rest
        if row.too_long:
            return None, rest[1:]
        line, wrong = cardline.parse_card_line(row.text, row.number, row.column)
        if row.indented and row is not name:
            wrong.append(continues_nothing(row))
        if not wrong and row is not name:
            row.role = Role.CARD_LINE
        findings += wrong
        return line, rest[1:]

    def _incomplete(self, row: Row, message: str, label: str, advice: str) -> Finding:
        if self._cards:
            before = quoted(self._cards[-1].name)
            advice += f"; if this belongs to {before}, remove the empty line above it"
        return Finding("RC008", message, row.span, label, help=advice)

    def _same_name(self, name: Row, line: CardLine | None) -> Iterator[Finding]:
        """A finding if an earlier card has this name, unless both are levels of a Character."""
        kind = line.type if line else None
        level = line.level if line and kind is CardType.CHARACTER else None
        namesakes = self._by_name.setdefault(" ".join(name.text.casefold().split()), {})
        others = [namesakes.get(level), namesakes.get(None)]
        if level is None:
            others += list(islice(namesakes.values(), 1))
        namesakes.setdefault(level, (name.span, kind))
        for place, other in filter(None, others):
            if {kind, other} == {None, CardType.CHARACTER}:
                continue  # The broken card line may turn out to be another level.
            yield Finding(
                "RC012",
                f"a second card is called {quoted(name.text)}",
                name.span,
                label="the same name again",
                help="give each of these Characters a `level` of its own"
                if kind is other is CardType.CHARACTER
                else "rename one of the two, or write the number of copies as `x2`",
                related=(Related(place, "first defined here"),),
            )
            return

    def _findings(self, *, empty: bool) -> Iterator[Finding]:
        """All that is wrong with the file."""
        yield from (*self._header.findings, *self._stray, *self._noticed.values())
        for card in self._cards:
            yield from card.findings
        if not self._cards:
            message = "the file is empty" if empty else "the file has no cards"
            last = 1 if empty else max(row.number for row in self.rows if row.text)
            advice = (
                "write a card as a name, a card line such as `Hero, cost 3, 1 VP, x2`, and its "
                "text, each on a line of its own"
            )
            yield Finding("RC004", message, Span(last, 1), help=advice)


def _order(finding: Finding) -> tuple[Span, str]:
    return finding.span, finding.code


def _allowed(comments: Iterable[Row], findings: list[Finding]) -> Iterator[Allowance]:
    """What comments allow; those that are malformed go to the findings."""
    for found in map(allowance_of, comments):
        if isinstance(found, Finding):
            findings.append(found)
        elif found is not None:
            yield found


def _printed_lines(rows: list[Row], findings: list[Finding]) -> tuple[PrintedLine, ...]:
    """The printed lines; one with a physical line that is too long is left out."""
    groups: list[list[Row]] = []
    for row in rows:
        if row.indented and groups:
            groups[-1].append(row)
            role = Role.CONTINUATION
        else:
            groups.append([row])
            role = Role.BROKEN if row.indented else Role.TEXT
            if row.indented:
                findings.append(continues_nothing(row))
        row.role = Role.BROKEN if row.too_long else role
    groups = _within_bounds(groups, findings)
    return tuple(_join(group) for group in groups if not any(row.too_long for row in group))


def _within_bounds(groups: list[list[Row]], findings: list[Finding]) -> list[list[Row]]:
    """The printed lines up to the length that the text of a card may have."""
    length = 0
    for number, group in enumerate(groups):
        length += sum(len(row.text) + 1 for row in group)
        if length > MAX_TEXT:
            findings.append(too_much_text(group[0]))
            for row in chain.from_iterable(groups[number:]):
                row.role = Role.BROKEN
            return groups[:number]
    return groups


def _join(rows: list[Row]) -> PrintedLine:
    pieces: list[Piece] = []
    offset = 0
    for row in rows:
        pieces.append(Piece(offset, row.number, row.column))
        offset += len(row.text) + 1
    return PrintedLine(" ".join([row.text for row in rows]), tuple(pieces))
