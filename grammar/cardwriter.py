"""The canonical form of a card file: tidy around the texts, the texts as typed.

Header keys and card lines get one order and one spelling, blocks are one empty line
apart, lines end in LF without white space before it, and continuation lines start with
two spaces. Lines with something wrong in them are left as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from rules_check.grammar.cardheader import KEYS, header_line, key_of
from rules_check.grammar.cardline import FIELDS
from rules_check.grammar.cardmodel import CardFile, CardLine
from rules_check.grammar.cardsource import MAX_LINE, WHITE, Role, Row

_INDENT = "  "


def format_card_file(file: CardFile, rows: Sequence[Row]) -> str:
    """The canonical form of a card file that was laid out; formatting it again changes nothing.

    The cards in it stay the same.
    """
    tidy = _header_lines(rows)
    for card in file.cards:
        if card.line and "type" in card.line.spans:
            number = card.line.spans["type"].line
            tidy[number] = _fitting(card_line_text(card.line), rows[number - 1])
    out: list[str] = []
    last = Role.BLANK
    gap = False
    for row in rows:
        if row.role is Role.BLANK:
            gap = True
            continue
        if gap and out and not (last is row.role is Role.KEY):
            out.append("")
        gap, last = False, row.role
        if row.role in (Role.KEY, Role.CARD_LINE):
            out.append(tidy[row.number])
        elif row.role is Role.CONTINUATION:
            out.append(_INDENT + row.raw.strip(WHITE))
        else:
            out.append(row.raw.rstrip(WHITE))
    return "".join(f"{line}\n" for line in out)


def card_line_text(line: CardLine) -> str:
    """The canonical spelling of a card line."""
    fields = [line.type or "", *line.titles]
    for name, field in FIELDS.items():
        value = getattr(line, name)
        if value is not None:
            fields.append(field.written.format(value))
    return ", ".join(fields)


def _header_lines(rows: Sequence[Row]) -> dict[int, str]:
    """What to write on each sound line of the header, by line number.

    Comments keep their places and the keys are put in order around them; but with a
    broken line among them the order may carry meaning, and stays.
    """
    lines: list[tuple[int, str]] = []
    sound = [row for row in rows if row.role is Role.KEY]
    for row in sound:
        key, value = key_of(row)
        lines.append((KEYS.index(key), _fitting(header_line(key, value), row)))
    header = takewhile(lambda row: row.role is not Role.NAME, rows)
    if all(row.role is not Role.BROKEN for row in header):
        lines.sort(key=lambda line: line[0])
    return {row.number: line for row, (_, line) in zip(sound, lines, strict=True)}


def _fitting(line: str, row: Row) -> str:
    """The canonical line, unless it would be too long to be read again."""
    return line if len(line) <= MAX_LINE else row.raw.rstrip(WHITE)
