"""What a card file holds, as plain data that remembers where it was typed.

All records are frozen. Positions count from 1; columns count characters of the line as
typed (a byte order mark at the start of the file is not counted).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules_check.grammar.cells import Cells, in_cell
from rules_check.grammar.coined import Definition
from rules_check.grammar.findings import Finding, Span


class CardType(StrEnum):
    """The type that opens a card line; the value is its canonical spelling."""

    STARTER = "Starter"
    VILLAIN = "Villain"
    LOCATION = "Location"
    HERO = "Hero"
    SUPER_POWER = "Super Power"
    EQUIPMENT = "Equipment"
    WEAKNESS = "Weakness"
    CHARACTER = "Character"


class Title(StrEnum):
    """A title that a card carries beside its type."""

    SUPER_VILLAIN = "Super-Villain"


class Mark(StrEnum):
    """What may stand on a card line where a number would: `?` or `*`."""

    UNKNOWN = "?"
    COUNTED = "*"


UNKNOWN = Mark.UNKNOWN
COUNTED = Mark.COUNTED


class Starred(int):
    """A number printed with a star, such as `10*`: the text of the card says more of it."""

    def __str__(self) -> str:
        return f"{int(self)}{COUNTED}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


Value = int | Mark


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a printed line that one physical line holds, from `offset` on."""

    offset: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One printed line of rules text.

    Physical continuation lines are joined by one space, and every white space character
    counts as a plain space; otherwise `text` is what the author typed, so an offset in it
    is a place in the file.
    """

    text: str
    pieces: tuple[Piece, ...]

    def span(self, start: int, end: int) -> Span:
        """The stretch `text[start:end]`, clipped to the physical line where it starts.

        A stretch that is not empty never becomes empty by clipping.
        """
        after = bisect_right(self.pieces, start, key=lambda piece: piece.offset) or 1
        piece = self.pieces[after - 1]
        stop = self.pieces[after].offset - 1 if after < len(self.pieces) else len(self.text)
        length = max(min(end, stop) - start, 1 if end > start else 0)
        return Span(piece.line, piece.column + start - piece.offset, length)


@dataclass(frozen=True, slots=True)
class CardLine:
    """The second line of a card: what is printed around its text box.

    A field that was not given, or could not be understood, is None; `spans` tells where
    each understood field stands, by the names of the attributes.
    """

    type: CardType | None
    titles: tuple[Title, ...] = ()
    cost: Value | None = None
    vp: Value | None = None
    copies: int | None = None
    level: int | None = None
    symbol: str | None = None
    source: str | None = None
    spans: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Allowance:
    """A comment that allows findings: their codes, and the author's reason."""

    codes: tuple[str, ...]
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Card:
    """One card: name, card line, printed lines, and what was noticed in its block.

    `line` is None where the card line is missing or unusable; the printed lines are there
    all the same.
    """

    name: str
    name_span: Span
    line: CardLine | None
    printed: tuple[PrintedLine, ...]
    allowances: tuple[Allowance, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnKeyword:
    """A keyword that the header defines: its name, where that stands, and the text it stands for.

    `numbered`: it is used with a number.
    """

    name: str
    span: Span
    text: PrintedLine
    numbered: bool = False

    @property
    def definition(self) -> Definition:
        """What reading a text has to know of it."""
        return Definition(self.name, self.text.text, self.numbered)


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card file as read, with everything noticed on the way.

    `ruleset` is None unless the header names a known one; `header` keeps the values as
    typed. `names` are cards printed elsewhere that texts may speak of. `findings` holds
    those of the header and of every card, in the order of the file. `lines` are the
    physical lines for excerpts, with lines that are too long cut short. `keywords` are those
    that the header defines. `cells` tells of a file that was made of a sheet where its lines
    come from.
    """

    path: str
    header: Mapping[str, str] = field(default_factory=dict)
    set_name: str = ""
    ruleset: str | None = None
    names: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    findings: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()
    allowances: tuple[Allowance, ...] = ()
    keywords: tuple[OwnKeyword, ...] = ()
    cells: Cells | None = None

    def row(self, line: int) -> int:
        """What reports call a line: the row of the sheet it was made of, if it was."""
        found = in_cell(self.cells, Span(line, 1)) if self.cells is not None else None
        return found.cell.row if found is not None else line

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The keywords that the set coins for itself."""
        return tuple(keyword.definition for keyword in self.keywords)
