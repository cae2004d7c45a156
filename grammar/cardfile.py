"""Reading card files: a header, then one block a card, empty lines between blocks.

Whatever is wrong with a file becomes a finding, never an exception, and the rest of the
file is still read. A card whose card line is broken keeps its printed lines.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import islice

from rules_check.grammar.cardheader import HeaderReader, allowance_of, continues_nothing
from rules_check.grammar.cardline import (
    is_clean_card_line,
    means_card_line,
    opens_with_type,
    parse_card_line,
    quoted,
)
from rules_check.grammar.cardmodel import (
    COUNTED,
    UNKNOWN,
    Allowance,
    Card,
    CardFile,
    CardLine,
    CardType,
    Mark,
    Piece,
    PrintedLine,
    Title,
    Value,
)
from rules_check.grammar.cardsource import Row, Source, binary, decode, excerpt, load, rows_of
from rules_check.grammar.findings import Finding, Related, Span

__all__ = [
    "COUNTED",
    "UNKNOWN",
    "UNREADABLE",
    "Allowance",
    "Card",
    "CardFile",
    "CardLine",
    "CardType",
    "Mark",
    "Piece",
    "PrintedLine",
    "Title",
    "Value",
    "read_card_file",
    "read_card_text",
]

UNREADABLE = frozenset({"RC001", "RC002", "RC003"})
"""Codes that say a file could not be read as it stands: exit status 2, not 1."""


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


@dataclass(frozen=True, slots=True)
class Layout:
    """A card file together with its physical lines and the role of each."""

    file: CardFile
    rows: tuple[Row, ...]
    roles: tuple[Role, ...]


def read_card_file(path: str | os.PathLike[str]) -> CardFile:
    """Read the card file at `path`; what cannot be read is told in `findings`."""
    name = os.fspath(path)
    return _read_source(load(name), name)


def read_card_bytes(data: bytes, path: str) -> CardFile:
    """Read the bytes of a card file; `path` is only what findings call it."""
    return _read_source(decode(data), path)


def _read_source(source: Source, name: str) -> CardFile:
    if source.problem is None:
        return read_card_text(source.text, name)
    if not source.text:
        return CardFile(name, findings=(source.problem,))
    file = read_card_text(source.text, name)
    return replace(file, findings=(source.problem, *file.findings))


def read_card_text(text: str, path: str) -> CardFile:
    """Read the text of a card file; `path` is only what findings call it."""
    return lay_out(text, path).file


def lay_out(text: str, path: str) -> Layout:
    """Read the text of a card file and tell what each physical line of it is."""
    if "\0" in text:
        return Layout(CardFile(path, findings=(binary(text.index("\0")),)), (), ())
    return _Reader(text, path).read()


class _Reader:
    """Walks over the blocks of one file once."""

    def __init__(self, text: str, path: str) -> None:
        self._path = path
        self._rows, noticed = rows_of(text)
        self._noticed = {finding.span.line: finding for finding in noticed}
        self._roles = [Role.BROKEN if row.text else Role.BLANK for row in self._rows]
        self._header = HeaderReader()
        self._cards: list[Card] = []
        self._by_name: dict[str, dict[int | None, tuple[Span, CardType | None]]] = {}
        self._allowances: list[Allowance] = []
        self._stray: list[Finding] = []

    def read(self) -> Layout:
        """Read all blocks."""
        for block in self._blocks():
            self._read_block(block)
        top = next((row for row in self._rows if row.text and not row.comment), None)
        if top is not None:
            self._header.finish(top)
        for row in self._header.sound:
            self._roles[row.number - 1] = Role.KEY
        header = self._header
        file = CardFile(
            path=self._path,
            header=header.values,
            set_name=header.values.get("set", ""),
            ruleset=header.ruleset,
            names=tuple(header.names),
            cards=tuple(self._cards),
            findings=self._all_findings(top),
            lines=tuple(excerpt(row) for row in self._rows),
            allowances=tuple(self._allowances),
        )
        return Layout(file, tuple(self._rows), tuple(self._roles))

    def _blocks(self) -> Iterator[list[Row]]:
        block: list[Row] = []
        for row in self._rows:
            if row.text:
                block.append(row)
            elif block:
                yield block
                block = []
        if block:
            yield block

    def _read_block(self, block: list[Row]) -> None:
        comments = [row for row in block if row.comment]
        content = [row for row in block if not row.comment]
        for row in comments:
            self._roles[row.number - 1] = Role.COMMENT
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
        for row in comments:
            match allowance_of(row):
                case Finding() as malformed:
                    self._stray.append(malformed)
                case Allowance() as allowance if not self._cards:
                    self._allowances.append(allowance)
                case None:
                    pass
                case _:
                    self._stray.append(
                        Finding(
                            "RC016",
                            "the comment allows a finding, but belongs to no card",
                            row.span,
                            label="nothing is allowed by this",
                            help="move it next to the lines of its card, with no empty line "
                            "between; to speak for the whole file, it goes in the header",
                        )
                    )

    def _read_card(self, rows: list[Row], comments: list[Row]) -> None:
        name = rows[0]
        findings: list[Finding] = []
        if name.indented:
            findings.append(continues_nothing(name, name.text))
        elif not name.too_long:
            self._roles[name.number - 1] = Role.NAME
        line, rest = self._read_card_line(rows, findings)
        printed = self._read_text(rest, name.text, findings)
        allowances: list[Allowance] = []
        for row in comments:
            match allowance_of(row, name.text):
                case Finding() as malformed:
                    findings.append(malformed)
                case Allowance() as allowance:
                    allowances.append(allowance)
                case None:
                    pass
        for row in (*rows, *comments):
            if noticed := self._noticed.pop(row.number, None):
                findings.append(replace(noticed, card=name.text))
        findings += self._same_name(name, line)
        findings.sort(key=_order)
        self._cards.append(
            Card(name.text, name.span, line, printed, tuple(allowances), tuple(findings))
        )

    def _read_card_line(
        self, rows: list[Row], findings: list[Finding]
    ) -> tuple[CardLine | None, list[Row]]:
        """The card line of a block, and the rows of rules text after it."""
        name, rest = rows[0], rows[1:]
        if is_clean_card_line(name.text) and not (rest and opens_with_type(rest[0].text)):
            findings.append(self._no_name(name))
            row, rest = name, rows
        elif rest and (rest[0].too_long or means_card_line(rest[0].text)):
            row = rest[0]
        else:
            findings.append(self._no_card_line(name))
            return None, rest
        if row.too_long:
            return None, rest[1:]
        line, wrong = parse_card_line(row.text, row.number, row.column, name.text)
        if row.indented and row is not name:
            wrong.append(continues_nothing(row, name.text))
        if not wrong and row is not name:
            self._roles[row.number - 1] = Role.CARD_LINE
        findings += wrong
        return line, rest[1:]

    def _no_name(self, row: Row) -> Finding:
        return Finding(
            "RC008",
            "the card has no name: its first line is already a card line",
            row.span,
            label="a card line",
            card=row.text,
            help=f"write the name on the line above{self._belongs()}",
        )

    def _no_card_line(self, row: Row) -> Finding:
        return Finding(
            "RC008",
            "the card line is missing",
            row.span,
            label="the line below this name should be a card line",
            card=row.text,
            help="below the name, write the type and the numbers of the card, for example "
            f"`Hero, cost 3, 1 VP, x2`{self._belongs()}",
        )

    def _belongs(self) -> str:
        if not self._cards:
            return ""
        before = quoted(self._cards[-1].name)
        return f"; if this belongs to {before}, remove the empty line above it"

    def _read_text(
        self, rows: list[Row], name: str, findings: list[Finding]
    ) -> tuple[PrintedLine, ...]:
        """The printed lines; one with a physical line that is too long is left out."""
        groups: list[list[Row]] = []
        for row in rows:
            if row.indented and groups:
                groups[-1].append(row)
                role = Role.CONTINUATION
            else:
                groups.append([row])
                role = Role.TEXT
                if row.indented:
                    role = Role.BROKEN
                    findings.append(continues_nothing(row, name))
            self._roles[row.number - 1] = Role.BROKEN if row.too_long else role
        return tuple(_join(group) for group in groups if not any(row.too_long for row in group))

    def _same_name(self, name: Row, line: CardLine | None) -> list[Finding]:
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
            return [
                Finding(
                    "RC012",
                    f"a second card is called {quoted(name.text)}",
                    name.span,
                    label="the same name again",
                    card=name.text,
                    help="give each of these Characters a `level` of its own"
                    if kind is other is CardType.CHARACTER
                    else "rename one of the two, or write the number of copies as `x2`",
                    related=(Related(place, "first defined here"),),
                )
            ]
        return []

    def _all_findings(self, top: Row | None) -> tuple[Finding, ...]:
        findings = [*self._header.findings, *self._stray, *self._noticed.values()]
        for card in self._cards:
            findings += card.findings
        if top is None:
            findings.append(_no_cards("the file is empty"))
        elif not self._cards:
            last = max(row.number for row in self._rows if row.text)
            findings.append(_no_cards("the file has no cards", last))
        return tuple(sorted(findings, key=_order))


def _order(finding: Finding) -> tuple[Span, str]:
    return finding.span, finding.code


def _join(rows: list[Row]) -> PrintedLine:
    pieces: list[Piece] = []
    offset = 0
    for row in rows:
        pieces.append(Piece(offset, row.number, row.column))
        offset += len(row.text) + 1
    return PrintedLine(" ".join(row.text for row in rows), tuple(pieces))


def _no_cards(message: str, line: int = 1) -> Finding:
    return Finding(
        "RC004",
        message,
        Span(line, 1),
        help="write a card as a name, a card line such as `Hero, cost 3, 1 VP, x2`, and its "
        "text, each on a line of its own",
    )
